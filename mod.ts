/**
 * Turnstream drives the `claude` command-line agent from a short script: everything that the agent
 * says, asks and does is an RxJS observable, and policies, hooks and turn boundaries are operators.
 *
 * @example A policy in three lines
 * ```ts
 * import { allowTools, claude, denyTools, texts } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.text("This repository is small");
 *   await cli.end();
 * });
 * const said: string[] = [];
 * await claude("Explain this repository", { transport, settingSources: ["user"] }).pipe(
 *   denyTools("WebFetch", "Bash(git push *)"),
 *   allowTools("Read", "Grep", "Glob", "Edit(src/**)", "Bash(deno test *)"),
 *   texts(),
 * ).forEach((text) => said.push(text));
 * assertEquals(said, ["This repository is small"]);
 * ```
 *
 * @module
 */
export * from "./lib/agent/mod.ts";
export * from "./lib/operators/mod.ts";
export {
  ProcessError,
  type ProcessErrorOptions,
  StartError,
  type StartErrorKind,
  type StartErrorOptions,
} from "./lib/process/mod.ts";
export type {
  Effort,
  EnvironmentOptions,
  Launch,
  LaunchOptions,
  Thinking,
  Transport,
  TransportExit,
  TransportFactory,
} from "./lib/process/mod.ts";
export {
  LineTooLongError,
  type LineTooLongErrorOptions,
  TruncatedError,
  type TruncatedErrorOptions,
} from "./lib/framing/errors.ts";
export { blocksOf } from "./lib/protocol/content/blocks_of.ts";
export type * from "./lib/protocol/content.ts";
export { sessionUpdates } from "./lib/protocol/control/session_updates.ts";
export type * from "./lib/protocol/control.ts";
export { UsageError } from "./lib/protocol/errors.ts";
export * from "./lib/protocol/guards.ts";
export type * from "./lib/protocol/hooks.ts";
export type {
  InProcessServer,
  McpServerOption,
  ServerFactory,
  ServerTransport,
} from "./lib/protocol/mcp/in_process.ts";
export type * from "./lib/protocol/messages.ts";
export type {
  QuestionAnswer,
  QuestionAnswers,
  QuestionChoice,
  QuestionOption,
  UserQuestion,
} from "./lib/protocol/questions.ts";
export type * from "./lib/protocol/requests/mod.ts";
export { explain } from "./lib/protocol/rules/mod.ts";
export type { Explanation, OtherRule, ResolvedPath, RuleCall, RuleLists, RuleText } from "./lib/protocol/rules/mod.ts";
