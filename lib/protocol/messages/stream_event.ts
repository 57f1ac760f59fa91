import type { ContentBlock } from "../content/block.ts";
import type { Citation } from "../content/text.ts";
import type { ModelMessage } from "./assistant.ts";
import type { MessageBase, PromptLink } from "./base.ts";
import type { Usage } from "./usage.ts";

/** A piece of a block. Kinds that this version does not know pass through untouched. */
export type ContentDelta =
  | { type: "text_delta"; text: string }
  | { type: "input_json_delta"; partial_json: string }
  | { type: "thinking_delta"; thinking: string; estimated_tokens?: number | null }
  | { type: "signature_delta"; signature: string }
  | { type: "citations_delta"; citation: Citation }
  | { type: "compaction_delta"; content: string | null; encrypted_content?: string | null };

/** An answer begins; its content is still empty. */
export interface MessageStartEvent {
  /** The event's kind. */
  type: "message_start";
  /** The message as it begins. */
  message: ModelMessage;
}

/** A block begins. */
export interface ContentBlockStartEvent {
  /** The event's kind. */
  type: "content_block_start";
  /** The block's place in the answer, from 0. */
  index: number;
  /** The block as it begins: its text or input is still empty. */
  content_block: ContentBlock;
}

/** A piece of a block came. */
export interface ContentBlockDeltaEvent {
  /** The event's kind. */
  type: "content_block_delta";
  /** The block's place in the answer, from 0. */
  index: number;
  /** The piece. */
  delta: ContentDelta;
}

/** A block is whole. Its `assistant` message comes just before. */
export interface ContentBlockStopEvent {
  /** The event's kind. */
  type: "content_block_stop";
  /** The block's place in the answer, from 0. */
  index: number;
}

/** What is known of the answer as a whole; here alone stands why the model stopped. */
export interface MessageDeltaEvent {
  /** The event's kind. */
  type: "message_delta";
  /** Why the model stopped. */
  delta: {
    stop_reason?: string | null;
    stop_sequence?: string | null;
    stop_details?: { type?: string; category?: string | null; explanation?: string | null } | null;
    container?: Record<string, unknown> | null;
  };
  /** Tokens of the answer. */
  usage?: Usage;
  /** What the model's API left out of the conversation. */
  context_management?: Record<string, unknown> | null;
}

/** The answer is whole. */
export interface MessageStopEvent {
  /** The event's kind. */
  type: "message_stop";
}

/** A sign of life. */
export interface PingEvent {
  /** The event's kind. */
  type: "ping";
}

/** The answer breaks off. */
export interface ModelErrorEvent {
  /** The event's kind. */
  type: "error";
  /** What went wrong. */
  error: { type: string; message: string };
}

/** An event of the model's API. Kinds that this version does not know pass through untouched. */
export type ModelStreamEvent =
  | MessageStartEvent
  | ContentBlockStartEvent
  | ContentBlockDeltaEvent
  | ContentBlockStopEvent
  | MessageDeltaEvent
  | MessageStopEvent
  | PingEvent
  | ModelErrorEvent;

/** A piece of an answer in the making (`includePartialMessages`). */
export interface StreamEventMessage extends MessageBase, PromptLink {
  /** The message's kind. */
  type: "stream_event";
  /** The model API's own event. */
  event: ModelStreamEvent;
  /** The tool use that started the subagent which speaks; `null` for the main agent. */
  parent_tool_use_id?: string | null;
  /** How long the first piece took, in milliseconds. */
  ttft_ms?: number;
  /** The message that the event belongs to, by `message.id` (newer CLI). */
  api_message_id?: string;
  /** How thoughts are to be shown. */
  thinking_display?: string;
  /** The blocks that come to nothing. */
  abandoned_blocks?: { api_message_id: string; from_block_index: number };
  /** Whether texts that belong together were joined. */
  text_runs_joined?: boolean;
  /** What is still to come of the turn before. */
  owed_rows?: string[];
}

/** How much the model has thought, while its thoughts are not shown. */
export interface ThinkingTokensMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "thinking_tokens";
  /** Tokens of this thought so far, as the CLI guesses. */
  estimated_tokens: number;
  /** How many of them are new. */
  estimated_tokens_delta: number;
  /** The prompt that is being answered (newer CLI). */
  user_message_uuid?: string;
}
