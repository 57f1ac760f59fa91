import type { MonoTypeOperatorFunction } from "rxjs";
import type { AgentEvent, ToolCall } from "../agent/events.ts";
import { register } from "../agent/opening.ts";
import { type AllowRule, coverageOf, readRules } from "./_rules.ts";
import { responder } from "./_responder.ts";

/**
 * Refuses every tool call that no rule covers: a gate like `denyTools`, the other way round.
 *
 * It allows nothing by itself. Calls that it lets pass are made to ask, whatever the mode and the
 * CLI's own rules, so that they reach the host in their final form; `allowTools` or `onPermission`
 * decides about them, and without one they are denied.
 *
 * @example
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
 * @param rules Rules in the CLI's own syntax, or functions that give `true` or `undefined`. A
 * function that throws or is asynchronous covers nothing.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If a rule is malformed.
 */
export function onlyTools(...rules: AllowRule[]): MonoTypeOperatorFunction<AgentEvent> {
  return onlyToolsNamed("onlyTools", rules);
}

/** The same under another name, for messages. */
export function onlyToolsNamed(name: string, rules: readonly AllowRule[]): MonoTypeOperatorFunction<AgentEvent> {
  const coverage = coverageOf(readRules(name, rules));
  const judge = (call: ToolCall): string | undefined => {
    const { covered, failure } = coverage(call);
    if (covered) return undefined;
    const why = failure ?? `no rule of ${name}() covers this call`;
    return `The tool ${call.toolName} may not be used like this: ${why}`;
  };
  return responder({
    name: `${name}()`,
    onOpening: (opening, instance) =>
      register(opening, instance, { kind: "gate", name: `${name}()`, asks: true, cliRules: [], judge }),
    onEvent() {},
  });
}
