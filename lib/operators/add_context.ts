import type { HookEventName, HookOutput } from "../protocol/hooks.ts";

/**
 * The answer of a hook that adds a note for the model and decides nothing.
 *
 * @example
 * ```ts
 * import { addContext } from "@turnstream/turnstream";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(addContext("UserPromptSubmit", "Today is Monday"), {
 *   hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "Today is Monday" },
 * });
 * ```
 *
 * @param event The event that is answered.
 * @param text The note.
 * @returns The answer.
 */
export function addContext<Event extends HookEventName>(event: Event, text: string): HookOutput<Event> {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } } as HookOutput<Event>;
}
