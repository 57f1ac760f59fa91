import type { Reply } from "./model_script.ts";

/** What a reply is written with. */
export interface ReplyContext {
  /** The number of the request, from 1. */
  number: number;
  /** The model that was asked. */
  model: string;
  /** Fires when the client or the server has gone. */
  signal: AbortSignal;
}

interface Block {
  type: string;
  [field: string]: unknown;
}

/** Waits for `milliseconds`, or until the signal fires. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return raceWithSignal(
    (done) => {
      const timer = setTimeout(done, milliseconds);
      return () => clearTimeout(timer);
    },
    signal,
  );
}

/** Waits for something to happen, or until the signal fires. */
export function happened(event: PromiseLike<unknown>, signal: AbortSignal): Promise<void> {
  return raceWithSignal((done) => {
    event.then(done, done);
    return () => {};
  }, signal);
}

/** Waits until the signal fires. */
export function gone(signal: AbortSignal): Promise<void> {
  return raceWithSignal(() => () => {}, signal);
}

/** The whole answer, for a client that asked for no stream. */
export function wholeMessage(reply: Reply, context: ReplyContext): Record<string, unknown> {
  const content = blocksOf(reply, context.number);
  return { ...emptyMessage(reply, context), content, stop_reason: stopReason(reply, content) };
}

/** The answer as server-sent events. */
export async function* eventStream(reply: Reply, context: ReplyContext): AsyncGenerator<string> {
  const content = blocksOf(reply, context.number);
  yield event("message_start", { message: emptyMessage(reply, context) });
  for (const [index, block] of content.entries()) {
    const [start, deltas] = opened(block);
    yield event("content_block_start", { index, content_block: start });
    for (const [piece, delta] of deltas.entries()) {
      if (reply.pieceMs && piece > 0) await pause(reply.pieceMs, context.signal);
      yield event("content_block_delta", { index, delta });
    }
    const isLast = index === content.length - 1;
    if (isLast && reply.finishWhen) await happened(reply.finishWhen, context.signal);
    if (isLast && reply.hang) await gone(context.signal);
    if (context.signal.aborted) return;
    yield event("content_block_stop", { index });
  }
  const delta = {
    stop_reason: stopReason(reply, content),
    stop_sequence: null,
    ...(reply.stopDetails && { stop_details: reply.stopDetails }),
  };
  yield event("message_delta", { delta, usage: { output_tokens: reply.usage?.output_tokens ?? 20 } });
  yield event("message_stop", {});
}

function emptyMessage(reply: Reply, { number, model }: ReplyContext): Record<string, unknown> {
  return {
    id: `msg_${String(number).padStart(4, "0")}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 12,
      output_tokens: 20,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      ...reply.usage,
    },
  };
}

function blocksOf(reply: Reply, number: number): Block[] {
  const blocks: Block[] = [];
  if (reply.thinking !== undefined) blocks.push({ type: "thinking", thinking: reply.thinking, signature: "c2ln" });
  blocks.push(...reply.blocks ?? []);
  if (reply.text !== undefined) blocks.push({ type: "text", text: reply.text });
  for (const [index, { name, input }] of (reply.tools ?? []).entries()) {
    blocks.push({ type: "tool_use", id: `toolu_${String(number).padStart(4, "0")}_${index}`, name, input });
  }
  return blocks.length > 0 ? blocks : [{ type: "text", text: "" }];
}

function opened(block: Block): [Block, Record<string, unknown>[]] {
  if (block.type === "text") {
    const pieces = String(block.text).match(/[\s\S]{1,8}/gu) ?? [];
    return [{ type: "text", text: "" }, pieces.map((text) => ({ type: "text_delta", text }))];
  }
  if (block.type === "thinking") {
    return [{ type: "thinking", thinking: "", signature: "" }, [
      { type: "thinking_delta", thinking: block.thinking },
      { type: "signature_delta", signature: block.signature },
    ]];
  }
  if (block.input === undefined) return [block, []];
  return [{ ...block, input: {} }, [{ type: "input_json_delta", partial_json: JSON.stringify(block.input) }]];
}

function stopReason(reply: Reply, content: Block[]): string {
  return reply.stopReason ?? (content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn");
}

function event(type: string, fields: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function raceWithSignal(start: (done: () => void) => () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      signal.removeEventListener("abort", finish);
      stop();
      resolve();
    };
    signal.addEventListener("abort", finish);
    const stop = start(finish);
  });
}
