import type { MonoTypeOperatorFunction } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";
import { denyJudge, type DenyRule, readRules, rulesForCli, warningsOf } from "./_rules.ts";
import { responder } from "./responder.ts";

/**
 * Refuses tool calls: a gate that holds whether or not the CLI would ask, wherever it stands in the
 * chain, in every mode, in subagents and in turns that the CLI starts by itself.
 *
 * The call is judged in the form in which it would run: before every tool call, where the CLI asks,
 * and again where a hook or an answer has changed the input. Rules (not functions) are also given to
 * the CLI at launch, which holds where a callback cannot: for an input that a command hook of the
 * project's settings rewrites, and when the script has died. A bare name also takes the tool out of
 * what the model is offered.
 *
 * A rule with a path covers every tool that could touch the file, however the path is written, and through symbolic
 * links where the script may read (`--allow-read`).
 *
 * A deny on a shell pattern is a seat belt: it reads through quotes, wrappers and substitutions, but
 * a program can do under another name what the pattern refuses. The wall is a short `allowTools`
 * list, or `onlyTools`.
 *
 * @example A refused call does not run, and the model reads why
 * ```ts
 * import { allowTools, claude, denyTools } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const seen: (string | undefined)[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   seen.push((await cli.tool("Bash", { command: "cat .env" })).behavior);
 *   await cli.end();
 * });
 * await lastValueFrom(claude("go", { transport, settingSources: [] }).pipe(
 *   allowTools("Bash"),
 *   denyTools((call) => JSON.stringify(call.input).includes(".env") ? "No secrets" : undefined),
 * ));
 * assertEquals(seen, ["deny"]);
 * ```
 *
 * @param rules Rules in the CLI's own syntax, or functions that give a reason, or `undefined` or `false` for
 * none. A function that throws, is asynchronous or gives anything else refuses the call and is reported as
 * a `responder_failed` diagnostic. A rule whose tool no known version has gives a `warning`.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If a rule is malformed.
 */
export function denyTools(...rules: DenyRule[]): MonoTypeOperatorFunction<AgentEvent> {
  const read = readRules("denyTools", rules);
  const judge = denyJudge(read);
  const cliRules = rulesForCli(read);
  const warnings = warningsOf(read, "deny");
  return responder({ kind: "gate", name: "denyTools()", asks: false, cliRules, warnings, judge });
}
