import { UsageError } from "../protocol/errors.ts";
import { HOOK_NOTE_EVENTS, type HookNoteEvent } from "../protocol/hook_events.ts";
import type { HookOutput } from "../protocol/hooks.ts";

/**
 * The answer of a hook that adds a note for the model and decides nothing.
 *
 * For Stop and SubagentStop it does decide: the agent works on to read the note, and that counts for `stopBlocks`.
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
 * @throws {UsageError} If the CLI takes no note from the event.
 */
export function addContext<Event extends HookNoteEvent>(event: Event, text: string): HookOutput<Event> {
  if (!HOOK_NOTE_EVENTS.includes(event)) {
    throw new UsageError(
      `Cannot add a note to ${JSON.stringify(event)}: the CLI takes one from ${HOOK_NOTE_EVENTS.join(", ")}`,
    );
  }
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } } as HookOutput<Event>;
}
