import type { MonoTypeOperatorFunction } from "rxjs";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent, Decision, PermissionRequest } from "../agent/events.ts";
import { register } from "../agent/opening.ts";
import { canonicalName, READING_TOOLS } from "../protocol/rules/mod.ts";
import { type AllowRule, coverageOf, readRules } from "./_rules.ts";
import { responder } from "./_responder.ts";

/**
 * Allows tool calls about which the CLI asks, if a rule covers them; leaves the others to the next
 * responder.
 *
 * A rule covers a call only if that is proved: `Bash(git diff *)` covers one simple, literal command
 * and nothing that chains, expands, redirects or runs another program. Questions for a person
 * (AskUserQuestion, ExitPlanMode, what an ask rule of the settings holds back) are never answered. In
 * plan mode only reading tools are allowed.
 *
 * @example
 * ```ts
 * import { allowTools, claude } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const seen: string[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   seen.push((await cli.tool("Bash", { command: "deno test lib" })).behavior);
 *   seen.push((await cli.tool("Bash", { command: "deno test; rm -r lib" })).behavior);
 *   await cli.end();
 * });
 * await lastValueFrom(claude("test it", { transport }).pipe(allowTools("Read", "Bash(deno test *)")));
 * assertEquals(seen, ["allow", "deny"]);
 * ```
 *
 * @param rules Rules in the CLI's own syntax, or functions that give `true` or `undefined`. A
 * function that throws or is asynchronous makes the call a deny.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If a rule is malformed.
 */
export function allowTools(...rules: AllowRule[]): MonoTypeOperatorFunction<AgentEvent> {
  return allowToolsNamed("allowTools", rules);
}

/** The same under another name, for messages. */
export function allowToolsNamed(name: string, rules: readonly AllowRule[]): MonoTypeOperatorFunction<AgentEvent> {
  const coverage = coverageOf(readRules(name, rules));
  const decide = (request: PermissionRequest): Decision | undefined => {
    if (request.forPerson) return undefined;
    // Looked at now, when the answer is about to be written: the mode may have changed meanwhile.
    if (request.mode === "plan" && !READING_TOOLS.includes(canonicalName(request.toolName))) return undefined;
    const { covered, failure } = coverage(request);
    if (failure !== undefined) return request.deny(`The call of ${request.toolName} was not allowed: ${failure}`);
    return covered ? request.allow() : undefined;
  };
  return responder({
    name: `${name}()`,
    onOpening: (opening, instance) => register(opening, instance, { kind: "permission", name: `${name}()` }),
    onEvent(event) {
      if (isAdded("permission", event)) event.respondWith(() => decide(event));
    },
  });
}
