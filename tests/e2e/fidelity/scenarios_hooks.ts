import { tool } from "../../support/mod.ts";
import type { SimulatedCli } from "../../../lib/testing/scenario.ts";
import { allow, answer, type FidelityScenario, GO, isAsk, isHook, start, turn } from "./scenario.ts";

const JOB = { command: "job one", description: "One job" };

async function oneJob(cli: SimulatedCli): Promise<void> {
  await cli.prompt(GO);
  await cli.tool("Bash", JOB, { result: ({ command }) => String(command).replace("job", "did") });
  if (!cli.aborted) await cli.end({ text: "Done" });
}

async function talk(cli: SimulatedCli): Promise<void> {
  await cli.prompt(GO);
  for (let round = 0;; round++) {
    await cli.text(`Done.${round}`);
    if (!(await cli.end()).continued) return;
  }
}

function preToolUse(output: Record<string, unknown>): Record<string, unknown> {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...output } };
}

const registered = (event: string) => ({ [event]: [{ hookCallbackIds: ["h"] }] });

/** Hooks, and what their answers do. */
export const HOOKS: readonly FidelityScenario[] = [
  ...([
    ["a hook that says nothing", {}, [allow]],
    ["a hook that allows", preToolUse({ permissionDecision: "allow" }), []],
    ["a hook that denies", preToolUse({ permissionDecision: "deny", permissionDecisionReason: "no jobs" }), []],
    ["a hook that asks", preToolUse({ permissionDecision: "ask", permissionDecisionReason: "sure?" }), [allow]],
    [
      "a hook that rewrites",
      preToolUse({ permissionDecision: "allow", updatedInput: { command: "job two", description: "Two" } }),
      [],
    ],
    ["a hook that answers with a wrong shape", { hookSpecificOutput: 7 }, [allow]],
    ["a hook that ends the turn", { continue: false, stopReason: "enough" }, [allow]],
  ] as [string, Record<string, unknown>, (typeof allow)[]][]).map(([name, output, answers]): FidelityScenario => ({
    name: `PreToolUse: ${name}`,
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session, registered("PreToolUse"));
      await Promise.all([turn(session), answer(session, isHook, [output]), answer(session, isAsk, answers)]);
    },
  })),
  {
    name: "PostToolUse: a hook that adds context",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session, registered("PostToolUse"));
      const output = { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "Well done" } };
      await Promise.all([turn(session), answer(session, isAsk, [allow]), answer(session, isHook, [output])]);
    },
  },
  {
    name: "PostToolUseFailure: a hook hears of it",
    model: (server) => server.on(GO, [tool("Bash", { command: "job fail", description: "Fail" }), "Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      const input = { command: "job fail", description: "Fail" };
      await cli.tool("Bash", input, { result: "Exit code 3\nbad", fails: true });
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session, registered("PostToolUseFailure"));
      await Promise.all([turn(session), answer(session, isAsk, [allow]), answer(session, isHook, [{}])]);
    },
  },
  {
    name: "PostToolBatch: a hook hears of a call that ran",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    simulation: oneJob,
    async host(session) {
      await start(session, registered("PostToolBatch"));
      await Promise.all([turn(session), answer(session, isAsk, [allow]), answer(session, isHook, [{}])]);
    },
  },
  {
    name: "PostToolBatch: a hook that ends the turn after a call that was denied",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Never said"]),
    simulation: oneJob,
    async host(session) {
      await start(session, registered("PostToolBatch"));
      const [deny, stop] = [{ behavior: "deny", message: "no" }, { continue: false, stopReason: "enough" }];
      await Promise.all([turn(session), answer(session, isAsk, [deny]), answer(session, isHook, [stop])]);
    },
  },
  {
    name: "UserPromptSubmit: a hook that says nothing",
    model: (server) => server.on(GO, ["Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session, registered("UserPromptSubmit"));
      await Promise.all([turn(session), answer(session, isHook, [{}])]);
    },
  },
  {
    name: "UserPromptSubmit: a hook that blocks",
    model: (server) => server.on(GO, ["Never said"]),
    async simulation(cli) {
      await cli.prompt(GO);
    },
    async host(session) {
      await start(session, registered("UserPromptSubmit"));
      await Promise.all([turn(session), answer(session, isHook, [{ decision: "block", reason: "not that" }])]);
    },
  },
  {
    name: "UserPromptSubmit: a hook that stops",
    model: (server) => server.on(GO, ["Never said"]),
    async simulation(cli) {
      await cli.prompt(GO);
    },
    async host(session) {
      await start(session, registered("UserPromptSubmit"));
      await Promise.all([turn(session), answer(session, isHook, [{ continue: false, stopReason: "closed" }])]);
    },
  },
  {
    name: "Stop: a hook that sends the agent back once",
    model: (server) => server.on(GO, ["Done.0", "Done.1"]),
    simulation: talk,
    async host(session) {
      await start(session, registered("Stop"));
      await Promise.all([turn(session), answer(session, isHook, [{ decision: "block", reason: "more" }, {}])]);
    },
  },
  {
    name: "Stop: a hook that blocks more often than is allowed",
    env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "1" },
    model: (server) => server.on(GO, ["Done.0", "Done.1"]),
    simulation: talk,
    async host(session) {
      await start(session, registered("Stop"));
      const more = { decision: "block", reason: "more" };
      await Promise.all([turn(session), answer(session, isHook, [more, more])]);
    },
  },
];
