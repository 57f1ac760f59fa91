import { mergeMap, type OperatorFunction } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";
import { isMainAgents } from "../agent/main_agent.ts";

/**
 * Gives what the agent says while it says it, in pieces; what subagents say is left out. Needs the option
 * `includePartialMessages`, without which there is nothing to give.
 *
 * ```text
 * source    -o-s-s-s-a-t-r|
 * deltas()  ---x-y-z------|
 *           s: pieces  a: the whole text, which is not given again
 * ```
 *
 * @example An answer as it is written
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
    if (event.type !== "stream_event" || !isMainAgents(event)) return [];
    const piece = event.event;
    // Only the kind of a delta is checked unless everything is.
    if (piece.type !== "content_block_delta" || piece.delta?.type !== "text_delta") return [];
    return typeof piece.delta.text === "string" ? [piece.delta.text] : [];
  });
}
