import { tool } from "../../support/mod.ts";
import { allow, answer, type FidelityScenario, GO, isAsk, isIdle, start, turn } from "./scenario.ts";

const AGENT = { description: "Look", prompt: "look around", subagent_type: "general-purpose" };
const JOB = { command: "job one", description: "One job" };

/** Subagents. */
export const TASKS: readonly FidelityScenario[] = [
  {
    name: "a subagent that the agent waits for",
    model: (server) =>
      server.on(GO, [tool("Agent", { ...AGENT, run_in_background: false }), "Done"])
        .on("look around", [tool("Bash", JOB), "Nothing there"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.task({ description: "Look", prompt: "look around", background: false }, async (subagent) => {
        await subagent.tool("Bash", JOB, { result: "did one" });
        await subagent.text("Nothing there");
      });
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      await Promise.all([turn(session), answer(session, isAsk, [allow])]);
    },
  },
  {
    name: "a subagent in the background",
    model: (server, opened) =>
      server.on(GO, [tool("Agent", { ...AGENT, run_in_background: true }), "Meanwhile"])
        .on("look around", [{ ...tool("Bash", JOB), startWhen: opened }, "Nothing there"])
        .on(/task-notification/, ["It has ended"]),
    async simulation(cli, opened) {
      await cli.prompt(GO);
      const afterwards = (own: typeof cli) => own.text("It has ended");
      await cli.task({ description: "Look", prompt: "look around", afterwards }, async (subagent) => {
        await opened;
        await subagent.tool("Bash", JOB, { result: "did one" });
        await subagent.text("Nothing there");
      });
      await cli.end({ text: "Meanwhile" });
    },
    async host(session, open) {
      await start(session);
      await session.prompt(GO);
      await session.frame(({ type }) => type === "result");
      await session.frame(({ type, state }) => type === "command_lifecycle" ? state === "completed" : state === "idle");
      open();
      const ask = await session.frame(isAsk);
      await session.respond(ask, allow(ask));
      const last = await session.frame(({ type, origin }) => type === "result" && origin !== undefined);
      await session.frame(isIdle, session.frames.indexOf(last));
    },
  },
];
