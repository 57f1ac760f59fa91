import type { HookEventName, HookOutput } from "../protocol/hooks.ts";

/**
 * The answer of a hook that adds a note for the model and decides nothing.
 *
 * @example A note beside a tool's result
 * ```ts
 * import { addContext, claude, onHook } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   const [answer] = await cli.hook("PostToolUse", { tool_name: "Bash", tool_input: { command: "date" } });
 *   assertEquals(answer, {
 *     hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "The clock is an hour late" },
 *   });
 *   await cli.end();
 * });
 * await lastValueFrom(claude("What time is it?", { transport }).pipe(
 *   onHook("PostToolUse", () => addContext("PostToolUse", "The clock is an hour late"), { matcher: "Bash" }),
 * ));
 * ```
 *
 * @param event The event that is answered.
 * @param text The note.
 * @returns The answer.
 */
export function addContext<Event extends HookEventName>(event: Event, text: string): HookOutput<Event> {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } } as HookOutput<Event>;
}
