import type { MonoTypeOperatorFunction } from "rxjs";
import type { AgentEvent, ToolCall } from "../agent/events.ts";
import type { ReportFailure } from "../agent/opening.ts";
import { type AllowRule, coverageOf, nearMiss, readRules, warningsOf } from "./_rules.ts";
import { responder } from "./responder.ts";

/**
 * Refuses every tool call that no rule covers: a gate like `denyTools`, the other way round.
 *
 * It allows nothing by itself. Calls that it lets pass are made to ask, whatever the mode and the
 * CLI's own rules, so that they reach the host in their final form; `allowTools` or `onPermission`
 * decides about them, and without one they are denied. The reason that the model reads says which rule
 * nearly covers the call, and what is missing.
 *
 * @example All other tools are refused
 * ```ts
 * import { allowTools, claude, onlyTools } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const seen: string[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   seen.push((await cli.tool("Read", { file_path: "/srv/a" })).behavior);
 *   seen.push((await cli.tool("Write", { file_path: "/srv/a", content: "" })).behavior);
 *   await cli.end();
 * });
 * await lastValueFrom(claude("go", { transport, settingSources: [] }).pipe(onlyTools("Read"), allowTools("*")));
 * assertEquals(seen, ["allow", "deny"]);
 * ```
 *
 * @param rules Rules in the CLI's own syntax, or functions that give `true` for what they cover, `false` or
 * `undefined` for what they do not. A function that throws, is asynchronous or gives anything else refuses the
 * call, unless a rule covers it, and is reported as a `responder_failed` diagnostic. A rule that can match no
 * call, or whose tool no known version has, gives a `warning`.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If a rule is malformed.
 */
export function onlyTools(...rules: AllowRule[]): MonoTypeOperatorFunction<AgentEvent> {
  return onlyToolsNamed("onlyTools", rules);
}

/** The same under another name, for messages. */
export function onlyToolsNamed(
  name: string,
  rules: readonly AllowRule[],
  { cure = "" }: { cure?: string } = {},
): MonoTypeOperatorFunction<AgentEvent> {
  const read = readRules(name, rules);
  const coverage = coverageOf(read);
  const whyNot = nearMiss(read);
  const warnings = warningsOf(read, "allow");
  const judge = (call: ToolCall, failed?: ReportFailure): string | undefined => {
    const { covered, failure } = coverage(call);
    if (covered) return undefined;
    const refused = `The tool ${call.toolName} may not be used like this`;
    if (failure !== undefined) {
      failed?.(`A rule of ${name}() ${failure.what} on ${call.toolName}, so the call was refused`, failure.cause);
      return `${refused}: a rule ${failure.what}`;
    }
    const why = whyNot(call);
    return `${refused}: no rule of ${name}() covers this call${why === undefined ? "" : `: ${why}`}${cure}`;
  };
  return responder({ kind: "gate", name: `${name}()`, asks: true, cliRules: [], warnings, judge });
}
