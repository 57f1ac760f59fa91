import type { ContentBlock } from "../../protocol/content.ts";
import type { AssistantMessage, StreamEventMessage } from "../../protocol/messages.ts";
import { type FrameOptions, identity, speaker } from "./identity.ts";

/** Options of the frames that carry what the model said. */
export interface AssistantOptions extends FrameOptions {
  /** The id that the frames of one answer share. @default "msg_1" */
  messageId?: string;
  /** The model. @default "claude-opus-5-5" */
  model?: string;
}

/** Options of `assistantToolUse`. */
export interface ToolUseOptions extends AssistantOptions {
  /** The tool use's id. @default "toolu_1" */
  toolUseId?: string;
}

/** A frame that says a text. */
export function assistantText(text: string, options: AssistantOptions = {}): AssistantMessage {
  return assistant([{ type: "text", text }], options);
}

/** A frame that shows the model's reasoning. */
export function assistantThinking(thinking: string, options: AssistantOptions = {}): AssistantMessage {
  return assistant([{ type: "thinking", thinking, signature: "c2ln" }], options);
}

/** A frame that wishes to use a tool. */
export function assistantToolUse(
  name: string,
  input: Record<string, unknown>,
  options: ToolUseOptions = {},
): AssistantMessage {
  return assistant([{ type: "tool_use", id: options.toolUseId ?? "toolu_1", name, input }], options);
}

function assistant(content: ContentBlock[], options: AssistantOptions): AssistantMessage {
  const message = {
    id: options.messageId ?? "msg_1",
    type: "message" as const,
    role: "assistant" as const,
    model: options.model ?? "claude-opus-5-5",
    content,
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 12,
      output_tokens: 1,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
  return { type: "assistant", message, ...speaker(options), ...identity(options) };
}

/** A piece of a text in the making. */
export function textDelta(text: string, options: FrameOptions & { index?: number } = {}): StreamEventMessage {
  const delta = { type: "text_delta" as const, text };
  return streamEvent({ type: "content_block_delta", index: options.index ?? 0, delta }, options);
}

/** An event of the model's API, as it comes where answers come in pieces. */
export function streamEvent(event: StreamEventMessage["event"], options: FrameOptions = {}): StreamEventMessage {
  return { type: "stream_event", event, parent_tool_use_id: null, ...identity(options) };
}
