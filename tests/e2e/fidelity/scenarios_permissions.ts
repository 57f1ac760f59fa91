import { tool } from "../../support/mod.ts";
import type { SimulatedCli } from "../../../lib/testing/scenario.ts";
import { allow, answer, type FidelityScenario, GO, isAsk, start, turn } from "./scenario.ts";

const JOB = { command: "job one", description: "One job" };
const OTHER = { command: "job two", description: "Another" };

async function oneJob(cli: SimulatedCli): Promise<void> {
  await cli.prompt(GO);
  await cli.tool("Bash", JOB, { result: "did one" });
  if (!cli.aborted) await cli.end({ text: "Done" });
}

/** Who may run what. */
export const PERMISSIONS: readonly FidelityScenario[] = [
  {
    name: "a call that is allowed",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session);
      await Promise.all([turn(session), answer(session, isAsk, [allow])]);
    },
  },
  {
    name: "a call that is allowed with another input",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.tool("Bash", JOB, { result: ({ command }) => String(command).replace("job", "did") });
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      const other = { behavior: "allow", updatedInput: { command: "job two", description: "Two" } };
      await Promise.all([turn(session), answer(session, isAsk, [other])]);
    },
  },
  {
    name: "a call that is denied",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session);
      await Promise.all([turn(session), answer(session, isAsk, [{ behavior: "deny", message: "not today" }])]);
    },
  },
  {
    name: "a denial that ends the turn",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Never said"]).on("again", ["Here"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.tool("Bash", JOB);
      await cli.prompt("again");
      await cli.end({ text: "Here" });
    },
    async host(session) {
      await start(session);
      const stop = { behavior: "deny", message: "stop", interrupt: true };
      await Promise.all([turn(session), answer(session, isAsk, [stop])]);
      await turn(session, "again");
    },
  },
  {
    name: "an answer of a wrong shape",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session);
      await Promise.all([turn(session), answer(session, isAsk, [{ behaviour: "allow" }])]);
    },
  },
  {
    name: "an error for an answer",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session);
      const fail = async () => {
        const { request_id } = await session.frame(isAsk);
        const response = { subtype: "error", request_id, error: "the host crashed" };
        await session.write({ type: "control_response", response });
      };
      await Promise.all([turn(session), fail()]);
    },
  },
  {
    name: "two calls in one answer",
    model: (server) => server.on(GO, [{ tools: [JOB, OTHER].map((input) => ({ name: "Bash", input })) }, "Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await Promise.all([JOB, OTHER].map((input) => cli.tool("Bash", input, { result: "x" })));
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      const deny = { behavior: "deny", message: "no" };
      await Promise.all([turn(session), answer(session, isAsk, [deny, deny])]);
    },
  },
  {
    name: "a rule that allows",
    args: ["--allowedTools=Bash(job *)"],
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session);
      await turn(session);
    },
  },
  {
    name: "a rule that refuses",
    args: ["--disallowedTools=Bash(job *)"],
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session);
      await turn(session);
    },
  },
  {
    name: "nobody to be asked: dontAsk",
    args: ["--permission-mode=dontAsk"],
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session);
      await turn(session);
    },
  },
  {
    name: "everything is allowed: bypassPermissions",
    args: ["--permission-mode=bypassPermissions", "--allow-dangerously-skip-permissions"],
    env: { IS_SANDBOX: "1" },
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session);
      await turn(session);
    },
  },
  {
    name: "a plan that is approved",
    args: ["--permission-mode=plan"],
    model: (server) => server.on(GO, [tool("ExitPlanMode", { plan: "Do it" }), "Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.tool("ExitPlanMode", { plan: "Do it" }, { result: "User has approved your plan." });
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      await Promise.all([turn(session), answer(session, isAsk, [allow])]);
    },
  },
  {
    name: "a question to a person",
    model: (server) => server.on(GO, [tool("AskUserQuestion", QUESTION), "Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.tool("AskUserQuestion", QUESTION, { result: "Your questions have been answered." });
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      const answers = { "Which colour?": "Red" };
      const reply = { behavior: "allow", updatedInput: { ...QUESTION, answers } };
      await Promise.all([turn(session), answer(session, isAsk, [reply])]);
    },
  },
];

const QUESTION = {
  questions: [{
    question: "Which colour?",
    header: "Colour",
    options: [{ label: "Red", description: "r" }, { label: "Blue", description: "b" }],
    multiSelect: false,
  }],
};
