import type { OperatorFunction } from "rxjs";
import { Observable } from "../agent/rxjs.ts";
import { noteTools } from "../agent/tool_uses.ts";
import type { AgentEvent } from "../agent/events.ts";
import type { ToolUse } from "../agent/turn.ts";

/**
 * Gives each use of a tool when its result has come, subagents' uses too; what has none at the end
 * comes then, without a result.
 *
 * ```text
 * source      -o-u-p-r-t-|
 * toolUses()  -------U---|
 *             u: tool_use  r: its tool_result
 * ```
 *
 * @example What was used, and what came of it
 * ```ts
 * import { allowTools, claude, toolUses } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.tool("Bash", { command: "make" }, { result: "ok" });
 *   await cli.end();
 * });
 * const used: (string | undefined)[][] = [];
 * await claude("build", { transport }).pipe(allowTools("Bash(make)"), toolUses()).forEach((use) => {
 *   used.push([use.name, use.result]);
 * });
 * assertEquals(used, [["Bash", "ok"]]);
 * ```
 *
 * @returns An operator that gives tool uses.
 */
export function toolUses(): OperatorFunction<AgentEvent, ToolUse> {
  return (source) =>
    new Observable((subscriber) => {
      const open = new Map<string, ToolUse>();
      subscriber.add(source.subscribe({
        next(event) {
          if (event.type !== "assistant" && event.type !== "user") return;
          for (const id of noteTools(open, event)) {
            const use = open.get(id);
            open.delete(id);
            if (use !== undefined) subscriber.next(use);
          }
        },
        error: (error) => subscriber.error(error),
        complete() {
          for (const use of open.values()) subscriber.next(use);
          subscriber.complete();
        },
      }));
    });
}
