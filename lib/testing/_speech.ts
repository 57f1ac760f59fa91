import { type Actor, Turn } from "./_actor.ts";
import type { ContentBlock } from "../protocol/content.ts";
import { assistantText } from "./frames/assistant.ts";
import type { Machine } from "./_machine.ts";

/** Says one block of an answer: as one frame, and in pieces before it where the script wants pieces. */
export function say(machine: Machine, actor: Actor, block: ContentBlock, deltas: readonly string[] = []): void {
  const answer = openAnswer(machine, actor);
  const index = answer.blocks++;
  if (block.type === "text") actor.lastText = block.text;
  event(machine, actor, { type: "content_block_start", index, content_block: emptied(block) });
  for (const delta of pieces(block, deltas)) event(machine, actor, { type: "content_block_delta", index, delta });
  const frame = assistantText("", { messageId: answer.id, model: machine.model });
  const prompts = actor instanceof Turn ? actor.uuids : [];
  machine.emit({
    ...frame,
    message: { ...frame.message, content: [block] },
    ...speaker(actor),
    ...(machine.isNew && prompts.length > 0 ? { user_message_uuid: prompts.at(-1), user_message_uuids: prompts } : {}),
  });
  event(machine, actor, { type: "content_block_stop", index });
}

/** Ends the answer in the making; the next block begins another one. */
export function closeAnswer(machine: Machine, actor: Actor, stopReason = "end_turn"): void {
  if (actor.answer === undefined) return;
  const delta = { stop_reason: stopReason, stop_sequence: null };
  event(machine, actor, { type: "message_delta", delta, usage: { output_tokens: 20 } });
  event(machine, actor, { type: "message_stop" });
  actor.answer = undefined;
}

/** Tells the model something: what a tool gave back, what a hook said. */
export function tell(machine: Machine, actor: Actor, content: ContentBlock[], fields: object = {}): void {
  closeAnswer(machine, actor, "tool_use");
  machine.emit({ type: "user", message: { role: "user", content }, ...speaker(actor), ...fields });
}

function openAnswer(machine: Machine, actor: Actor): { id: string; blocks: number } {
  if (actor.answer !== undefined) return actor.answer;
  const answer = { id: machine.ids.short("msg"), blocks: 0 };
  actor.answer = answer;
  actor.modelCalls++;
  if (machine.flags.partial && actor.agentId === undefined) {
    machine.emit({ type: "system", subtype: "status", status: "requesting" });
  }
  const { message } = assistantText("", { messageId: answer.id, model: machine.model });
  event(machine, actor, { type: "message_start", message: { ...message, content: [] } });
  return answer;
}

/** Subagents never speak in pieces. */
function event(machine: Machine, actor: Actor, event: Record<string, unknown>): void {
  if (!machine.flags.partial || actor.agentId !== undefined) return;
  machine.emit({ type: "stream_event", event, parent_tool_use_id: null });
}

function emptied(block: ContentBlock): Record<string, unknown> {
  if (block.type === "text") return { type: "text", text: "" };
  if (block.type === "thinking") return { type: "thinking", thinking: "", signature: "" };
  if (block.type === "tool_use") return { ...block, input: {} };
  return { ...block };
}

function pieces(block: ContentBlock, deltas: readonly string[]): Record<string, unknown>[] {
  if (block.type === "text") {
    const parts = deltas.length > 0 ? deltas : block.text.match(/\S+\s*|\s+/g) ?? [];
    return parts.map((text) => ({ type: "text_delta", text }));
  }
  if (block.type === "thinking") return [{ type: "thinking_delta", thinking: block.thinking }];
  if (block.type === "tool_use") return [{ type: "input_json_delta", partial_json: JSON.stringify(block.input) }];
  return [];
}

function speaker(actor: Actor): Record<string, unknown> {
  const { agentId, parentToolUseId } = actor;
  return agentId === undefined
    ? { parent_tool_use_id: null }
    : { parent_tool_use_id: parentToolUseId, agent_id: agentId };
}
