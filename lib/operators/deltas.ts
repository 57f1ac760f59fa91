import type { OperatorFunction } from "rxjs";
import { mergeMap } from "../agent/rxjs.ts";
import type { Agent } from "../agent/agent.ts";
import { findAgent } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { isMainAgents } from "../agent/main_agent.ts";
import { edgesOf } from "./_recorder.ts";

/**
 * Gives what the agent says while it says it, in pieces; what subagents say is left out. Needs the option
 * `includePartialMessages`, without which there is nothing to give, as a `warning` tells.
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
  const seen = new WeakSet<Agent>();
  return mergeMap((event) => {
    noteWhole(event, seen);
    if (event.type !== "stream_event" || !isMainAgents(event)) return [];
    const piece = event.event;
    // Only the kind of a delta is checked unless everything is.
    if (piece.type !== "content_block_delta" || piece.delta?.type !== "text_delta") return [];
    return typeof piece.delta.text === "string" ? [piece.delta.text] : [];
  });
}

/** Tells that there are no pieces, where the agent's first message comes whole and pieces were not asked for. */
function noteWhole(event: AgentEvent, seen: WeakSet<Agent>): void {
  if (event.type !== "assistant" && event.type !== "stream_event") return;
  const agent = findAgent(event);
  if (agent === undefined || seen.has(agent) || !isMainAgents(event)) return;
  seen.add(agent);
  const edges = edgesOf(agent);
  if (event.type === "stream_event" || edges === undefined || edges.asksForPieces) return;
  edges.report(
    "The agent's messages come whole, so deltas() has nothing to give: set the option includePartialMessages, or use texts()",
    undefined,
  );
}
