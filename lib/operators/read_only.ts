import type { MonoTypeOperatorFunction } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { READING_TOOLS } from "../protocol/rules/mod.ts";
import type { AllowRule } from "./_rules.ts";
import { allowToolsNamed } from "./allow_tools.ts";
import { onlyToolsNamed } from "./only_tools.ts";

/** What `readOnly` lets through besides. */
export interface ReadOnlyOptions {
  /**
   * Further rules that are allowed, such as `Bash(git log *)`. A question for a person, such as `AskUserQuestion`,
   * passes the gate by being named here, and is answered by a responder for it.
   *
   * @default none
   */
  also?: readonly AllowRule[];
}

/**
 * Allows the tools that only read, and refuses all others in every mode.
 *
 * It is `onlyTools` and `allowTools` for one list: nothing that writes files, runs commands or reaches the network
 * runs, in subagents, under `acceptEdits` and `bypassPermissions`, and under allow rules of the settings as well. That
 * holds for the file in which the agent writes down a plan, too.
 *
 * The tools that only read are `Read`, `Grep`, `Glob`, `LS`, `NotebookRead`, those that look at tasks and
 * background commands (`TaskGet`, `TaskList`, `TaskOutput`, `BashOutput`, `CronList`, `ListAgents`), and `ToolSearch` and
 * `StructuredOutput`, which stay inside of the session. There are no subagents unless
 * they are named in `also`, as `Agent` or `Agent(Explore)`; what those do is held to the same list.
 *
 * @example Files are read, commands do not run
 * ```ts
 * import { claude, readOnly } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const seen: string[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   seen.push((await cli.tool("Read", { file_path: "/etc/hosts" })).behavior);
 *   seen.push((await cli.tool("Bash", { command: "ls" }, { asks: false })).behavior);
 *   await cli.end();
 * });
 * await lastValueFrom(claude("look", { transport, settingSources: [] }).pipe(readOnly()));
 * assertEquals(seen, ["allow", "deny"]);
 * ```
 *
 * @param options What else is allowed. @default nothing
 * @returns An operator that passes every event on.
 * @throws {UsageError} If a rule is malformed, or an option does not exist.
 */
export function readOnly(options: ReadOnlyOptions = {}): MonoTypeOperatorFunction<AgentEvent> {
  checkOptionBag("readOnly()", options, { also: true });
  const { also = [] } = options;
  if (!Array.isArray(also)) {
    throw new UsageError(
      `Give "also" a list of rules, such as { also: ["Bash(git log *)"] }, not ${JSON.stringify(also)}`,
    );
  }
  const rules = [...READING_TOOLS, ...also];
  const gate = onlyToolsNamed("readOnly", rules, { cure: '; name it in "also"' });
  const allow = allowToolsNamed("readOnly", rules);
  return (source) => allow(gate(source));
}
