import type { MonoTypeOperatorFunction } from "rxjs";
import { leaveNote, type Note } from "../agent/answer/permission_event.ts";
import { decidedBy } from "../agent/answer/verdict.ts";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent, Decision, PermissionRequest } from "../agent/events.ts";
import { canonicalName, READING_TOOLS } from "../protocol/rules/mod.ts";
import {
  type AllowPredicate,
  type AllowRule,
  coverageOf,
  nearMiss,
  type Read,
  readRules,
  warningsOf,
} from "./_rules.ts";
import { responder } from "./responder.ts";

/**
 * Allows tool calls about which the CLI asks, if a rule covers them; leaves the others to the next
 * responder.
 *
 * A rule covers a call only if that is proved.
 *
 * - `Bash(git diff *)` covers that command where it is written out literally: without expansions, globs and
 *   redirections, and without arguments that can run or write other things. A rule has to name those, as
 *   `Bash(deno test -A *)` does.
 * - `Bash(npm run build)` covers that command alone.
 * - Commands that are joined by `&&`, `||`, `;` or `|` are covered where each of them is, by whichever rule.
 * - `Edit(src/**)` covers every tool that edits files, `Read(src/**)` every tool that reads them. Without
 *   parentheses a rule covers the tool of that name alone. Relative paths start at the launch directory. Where the
 *   script may read (`--allow-read`), symbolic links are followed, and a path is covered only where it and the place that it
 *   leads to are; where it may not, paths count as they are written, and the record (`decisions`) says so.
 * - `cd` changes where relative paths in later commands start, so no rule with a `*` covers it. A command is never
 *   judged by where it works.
 * - `mcp__github` covers the tools of that server, unless a name could also be that of another one's (`mcp__github__x__y`).
 *   Commands of PowerShell and paths of Windows are covered by rules without parentheses alone.
 *
 * Questions for a person (AskUserQuestion, ExitPlanMode, what an ask rule of the settings holds back) are
 * never answered. Of a compound shell command the CLI does not say whether an ask rule matched a part; where what it
 * suggests does not rule that out, the question counts as one for a person, too. In plan mode only reading tools are
 * allowed.
 *
 * If nobody else decides about a call either, the message of the deny says which rule nearly covers it, and
 * what is missing.
 *
 * @example What is covered, and what is not
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
 *   seen.push((await cli.tool("Bash", { command: "deno test; deno test lib" })).behavior);
 *   seen.push((await cli.tool("Bash", { command: "deno test; rm -r lib" })).behavior);
 *   await cli.end();
 * });
 * await lastValueFrom(claude("test it", { transport }).pipe(allowTools("Read", "Bash(deno test *)")));
 * assertEquals(seen, ["allow", "allow", "deny"]);
 * ```
 *
 * @param rules Rules in the CLI's own syntax, or functions that give `true` for what they cover, `false` or
 * `undefined` for what they do not. A function that throws, is asynchronous or gives anything else makes the
 * call a deny, unless a rule covers it, and is reported as a `responder_failed` diagnostic. A rule that can
 * match no call, such as `Bash(npm run *)`, or whose tool no known version has, gives a `warning`.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If a rule is malformed.
 */
export function allowTools(...rules: AllowRule[]): MonoTypeOperatorFunction<AgentEvent> {
  return allowToolsNamed("allowTools", rules);
}

/** The same under another name, for messages. */
export function allowToolsNamed(name: string, rules: readonly AllowRule[]): MonoTypeOperatorFunction<AgentEvent> {
  return allowToolsRead(name, readRules(name, rules));
}

/** The same with rules that were read. */
export function allowToolsRead(
  name: string,
  read: readonly Read<AllowPredicate>[],
): MonoTypeOperatorFunction<AgentEvent> {
  const coverage = coverageOf(read);
  const whyNot = nearMiss(read);
  const warnings = warningsOf(read, "allow");
  const decide = (request: PermissionRequest): Decision | undefined => {
    const leave = (note: Note): undefined => void leaveNote(request, note);
    if (request.forPerson) return leave(() => `${whyPerson(request)}, so ${name}() leaves it to onPermission()`);
    // Looked at now, when the answer is about to be written: the mode may have changed meanwhile.
    if (request.mode === "plan" && !READING_TOOLS.includes(canonicalName(request.toolName))) {
      return leave(() => `in plan mode ${name}() allows reading tools only`);
    }
    const { covered, rule = "function", failure } = coverage(request);
    if (failure !== undefined) throw failure.cause;
    return covered ? decidedBy(request.allow(), { rule }) : leave(() => whyNot(request));
  };
  return responder({ kind: "permission", name: `${name}()`, warnings }, (event) => {
    if (isAdded("permission", event)) event.respondWith(() => decide(event));
  });
}

function whyPerson({ frame }: PermissionRequest): string {
  if (frame.request.decision_reason_type !== "subcommandResults") return "the question is for a person";
  return "the CLI does not say whether an ask rule holds back a part of this command (run its parts one by one)";
}
