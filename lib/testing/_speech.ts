import { type Actor, type Answer, Turn } from "./_actor.ts";
import type { ContentBlock } from "../protocol/content.ts";
import { echoDue } from "./_echo.ts";
import { assistantText } from "./frames/assistant.ts";
import type { Machine } from "./_machine.ts";

/** Says one block of an answer: as one frame, and in pieces before it where the script wants pieces. */
export function say(machine: Machine, actor: Actor, block: ContentBlock, deltas: readonly string[] = []): void {
  const answer = openAnswer(machine, actor, block);
  const index = answer.blocks++;
  if (block.type === "text") actor.lastText = block.text;
  sayPieces(machine, actor, { block, index, deltas });
  sayWhole(machine, actor, { block, answer });
  event(machine, actor, { type: "content_block_stop", index });
}

/** Begins to say a text, and gets no further. */
export function hang(machine: Machine, actor: Actor, text: string, deltas: readonly string[] = [text]): void {
  const block: ContentBlock = { type: "text", text };
  const answer = openAnswer(machine, actor, block);
  answer.hanging = block;
  sayPieces(machine, actor, { block, index: answer.blocks++, deltas });
}

/** Tells what was said of a text that hangs; what it gives back tells that there are no more pieces. */
export function breakOff(machine: Machine, actor: Actor): () => void {
  const { answer } = actor;
  if (answer?.hanging === undefined) return () => {};
  sayWhole(machine, actor, { block: answer.hanging, answer }, machine.isNew ? { aborted: true } : {});
  const index = answer.blocks - 1;
  actor.answer = undefined;
  return () => {
    if (!machine.isNew) return;
    const about = { api_message_id: answer.id };
    const delta = { container: null, stop_details: null, stop_reason: null, stop_sequence: null };
    event(machine, actor, { type: "content_block_stop", index }, about);
    const usage = { output_tokens: 1 };
    event(machine, actor, { type: "message_delta", delta, usage, context_management: null }, about);
    const abandoned_blocks = { ...about, from_block_index: answer.blocks };
    event(machine, actor, { type: "message_stop" }, { ...about, abandoned_blocks });
  };
}

function sayPieces(
  machine: Machine,
  actor: Actor,
  { block, index, deltas }: { block: ContentBlock; index: number; deltas: readonly string[] },
): void {
  event(machine, actor, { type: "content_block_start", index, content_block: emptied(block) });
  for (const delta of pieces(block, deltas)) event(machine, actor, { type: "content_block_delta", index, delta });
}

function sayWhole(
  ...[machine, actor, { block, answer }, more = {}]: [Machine, Actor, { block: ContentBlock; answer: Answer }, object?]
): void {
  echoDue(machine, actor);
  const frame = assistantText("", { messageId: answer.id, model: spokenModel(machine) });
  machine.emit({
    ...frame,
    message: { ...frame.message, content: [block], context_management: null },
    ...speaker(actor),
    ...(machine.isNew ? { timestamp: machine.timestamp } : {}),
    request_id: answer.request,
    ...(machine.isNew && block.type === "thinking" ? { thinking_display: "updates", thinking_duration_ms: 1 } : {}),
    // The first frame of an answer tells which prompts it is the first to answer.
    ...about(answer.prompts.splice(0)),
    ...more,
  });
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
  echoDue(machine, actor);
  actor.told++;
  const { timestamp } = machine;
  machine.emit({ type: "user", message: { role: "user", content }, ...speaker(actor), timestamp, ...fields });
}

function openAnswer(machine: Machine, actor: Actor, block: ContentBlock): Answer {
  if (actor.answer !== undefined) return actor.answer;
  const isTold = machine.isNew && actor instanceof Turn;
  const prompts = isTold ? actor.unheard() : [];
  const answer = { id: machine.ids.short("msg"), request: machine.ids.short("req"), blocks: 0, prompts };
  actor.answer = answer;
  actor.modelCalls++;
  const isPieced = machine.flags.partial && actor.agentId === undefined;
  if (isPieced) {
    const whose = isTold && actor.uuids.length > 0 ? { user_message_uuids: actor.uuids } : {};
    machine.emit({ type: "system", subtype: "status", status: "requesting", ...whose });
  } else if (block.type === "thinking" && actor.agentId === undefined) {
    const whose = prompts.length > 0 ? { user_message_uuid: prompts.at(-1) } : {};
    machine.emit({
      type: "system",
      subtype: "thinking_tokens",
      estimated_tokens: 1,
      estimated_tokens_delta: 1,
      ...whose,
    });
  }
  if (machine.isNew) echoDue(machine, actor);
  if (!isPieced) return answer;
  if (actor instanceof Turn) actor.begun.push(answer.id);
  const { message } = assistantText("", { messageId: answer.id, model: spokenModel(machine) });
  const owed = prompts.length > 0 ? { owed_rows: [] } : {};
  event(machine, actor, { type: "message_start", message: { ...message, content: [] } }, {
    ttft_ms: 20,
    ...(machine.isNew ? { thinking_display: "updates", ...owed } : {}),
    ...about(prompts),
  });
  return answer;
}

function about(prompts: readonly string[]): Record<string, unknown> {
  return prompts.length === 0 ? {} : { user_message_uuid: prompts.at(-1), user_message_uuids: [...prompts] };
}

/** Subagents never speak in pieces. */
function event(
  ...[machine, actor, event, more = {}]: [Machine, Actor, Record<string, unknown>, Record<string, unknown>?]
): void {
  if (!machine.flags.partial || actor.agentId !== undefined) return;
  const id = machine.isNew && actor.answer !== undefined ? { api_message_id: actor.answer.id } : {};
  machine.emit({ type: "stream_event", event, parent_tool_use_id: null, ...id, ...more });
}

/** The model's name as its answers have it: without what was asked of it. */
function spokenModel(machine: Machine): string {
  return machine.model.replace(/\[.*\]$/, "");
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
  return { parent_tool_use_id: actor.parentToolUseId ?? null, ...actor.identity };
}
