import { tool } from "../../support/mod.ts";
import { allow, answer, type FidelityScenario, GO, isAsk, start, turn } from "./scenario.ts";

const JOB = { command: "job one", description: "One job" };

/** Turns without policies: texts, tools, failures, limits, pieces. */
export const TURNS: readonly FidelityScenario[] = [
  {
    name: "a text",
    model: (server) => server.on(GO, ["Hello there"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.end({ text: "Hello there" });
    },
    async host(session) {
      await start(session);
      await turn(session);
    },
  },
  {
    name: "three turns",
    model: (server) => server.on("one", ["First"]).on("two", ["Second"]).on("three", ["Third"]),
    async simulation(cli) {
      for (const text of ["First", "Second", "Third"]) {
        await cli.prompt();
        await cli.end({ text });
      }
    },
    async host(session) {
      await start(session);
      for (const text of ["one", "two", "three"]) await turn(session, text);
    },
  },
  {
    name: "thinking, a text and a tool in one answer",
    model: (server) =>
      server.on(GO, [{ thinking: "Hm", text: "I look", tools: [{ name: "Bash", input: JOB }] }, "Looked"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.thinking("Hm");
      await cli.text("I look");
      await cli.tool("Bash", JOB, { result: "did one" });
      await cli.end({ text: "Looked" });
    },
    async host(session) {
      await start(session);
      await Promise.all([turn(session), answer(session, isAsk, [allow])]);
    },
  },
  {
    name: "a command that fails",
    model: (server) => server.on(GO, [tool("Bash", { command: "job fail", description: "Fail" }), "It failed"]),
    async simulation(cli) {
      await cli.prompt(GO);
      const input = { command: "job fail", description: "Fail" };
      await cli.tool("Bash", input, { result: "Exit code 3\nbad", fails: true });
      await cli.end({ text: "It failed" });
    },
    async host(session) {
      await start(session);
      await Promise.all([turn(session), answer(session, isAsk, [allow])]);
    },
  },
  {
    name: "pieces of messages",
    args: ["--include-partial-messages"],
    model: (server) => server.on(GO, [{ text: "12345678abcd", tools: [{ name: "Bash", input: JOB }] }, "Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.text("12345678abcd", { deltas: ["12345678", "abcd"] });
      await cli.tool("Bash", JOB, { result: "did one" });
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      await Promise.all([turn(session), answer(session, isAsk, [allow])]);
    },
  },
  {
    name: "the model's service refuses",
    model: (server) => server.on(GO, [{ error: { status: 400, type: "invalid_request_error", message: "No" } }]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.fail("API Error: 400 No", { status: 400, error: "unknown" });
    },
    async host(session) {
      await start(session);
      await turn(session);
    },
  },
  {
    name: "the limit of turns",
    args: ["--max-turns=1"],
    model: (server) => server.on(GO, [tool("Bash", JOB), "Never said"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.tool("Bash", JOB, { result: "did one" });
      await cli.end({ subtype: "error_max_turns", errors: ["Reached maximum number of turns (1)"] });
    },
    async host(session) {
      await start(session);
      await Promise.all([turn(session), answer(session, isAsk, [allow])]);
    },
  },
];
