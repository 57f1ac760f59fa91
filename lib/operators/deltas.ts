import { mergeMap, type OperatorFunction } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";

/**
 * Gives what the agent says while it says it, in pieces. Needs the option `includePartialMessages`.
 *
 * ```text
 * source    -o-s-s-s-a-t-r|
 * deltas()  ---x-y-z------|
 *           s: pieces  a: the whole text, which is not given again
 * ```
 *
 * @example
 * ```ts
 * import { claude, deltas } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.text("Hello, and good morning");
 *   await cli.end();
 * });
 * let said = "";
 * await claude("hi", { transport, includePartialMessages: true }).pipe(deltas()).forEach((piece) => {
 *   said += piece;
 * });
 * assertEquals(said, "Hello, and good morning");
 * ```
 *
 * @returns An operator that gives pieces of text.
 */
export function deltas(): OperatorFunction<AgentEvent, string> {
  return mergeMap((event) => {
    if (event.type !== "stream_event" || (event.parent_tool_use_id ?? null) !== null) return [];
    const { delta } = event.event;
    return event.event.type === "content_block_delta" && delta?.type === "text_delta" && delta.text !== undefined
      ? [delta.text]
      : [];
  });
}
