import type { ContentBlock } from "../content/block.ts";
import type { MessageBase, MessageOrigin, PermissionMode } from "./base.ts";

/** How a tool's result came about (newer CLI). */
export interface ToolResultMeta {
  /** The tool use's id. */
  id: string;
  /** Who decided about the call, and how. */
  permission_decision?: {
    decision: string;
    source?: string;
    reason_type?: string;
    plugin_approval?: string;
    auto_mode_rule?: { list: string; name: string };
  };
  /** Why the tool did not run, such as `user-rejected` or `permission-rule`. */
  non_execution_kind?: string;
  /** How the call ended. */
  call_ended?: string;
  /** What the person said. */
  user_feedback?: string;
  /** What would help. */
  remedy?: Record<string, unknown>;
  /** The built-in tool that ran. */
  built_in_tool?: string;
  /** What it ran with. */
  run_input?: string;
  /** Whether the result is the MCP server's own. */
  mcp_own_output?: boolean;
  /** Whether a plugin rewrote it. */
  rewritten_by_plugin?: boolean;
}

/** What the model was told: tool results, prompts of subagents, replays of prompts. */
export interface UserMessage extends MessageBase, UserMarks {
  /** The message's kind. */
  type: "user";
  /** The message itself. */
  message: { role: "user"; content: string | ContentBlock[] };
  /** The tool use that started the subagent which was told; `null` for the main agent. */
  parent_tool_use_id?: string | null;
  /** Whether this is the echo of a prompt that the script sent. */
  isReplay?: boolean;
  /** Whether the CLI itself wrote it. */
  isSynthetic?: boolean;
  /** The tool's result in structured form: an object on success, a string on an error. */
  tool_use_result?: unknown;
  /** How the tool results came about. */
  tool_result_meta?: ToolResultMeta[];
  /** The subagent that was told. */
  agent_id?: string;
  /** The kind of subagent. */
  subagent_type?: string;
  /** What the subagent is at, in short. */
  task_description?: string;
  /** When, as the CLI's own clock has it. */
  timestamp?: string;
  /** Who wrote it, where it was not the script. */
  origin?: MessageOrigin;
  /** How urgent a prompt is. */
  priority?: "now" | "next" | "later";
  /** Whether the model is to answer. */
  shouldQuery?: boolean;
  /** The files that came with a prompt. */
  file_attachments?: unknown[];
  /** What the user pasted, apart from what they typed. */
  pasted_content?: (string | ContentBlock[])[];
  /** What the user pasted, where it stands in the text. */
  inline_pastes?: string[];
}

/** What the CLI notes on a `user` message for those who show or resume a conversation. */
export interface UserMarks {
  /** Whether the model sees it and people do not. */
  is_meta?: boolean;
  /** Whether people see it and the model does not. */
  is_visible_in_transcript_only?: boolean;
  /** Whether the message stands for others. */
  is_virtual?: boolean;
  /** Whether it is the summary after a compaction. */
  is_compact_summary?: boolean;
  /** What the summary stands for. */
  summarize_metadata?: { messages_summarized: number; user_context?: string; direction?: string };
  /** Whether the message was there before the process. */
  historical?: boolean;
  /** Whether a program put the text together. */
  client_composed?: boolean;
  /** Whether the text was not typed. */
  text_not_typed?: boolean;
  /** Whether a prompt that started the session was prepared. */
  seeded_summon?: boolean;
  /** Who began it. */
  initiator?: string;
  /** The way by which it came. */
  inbound_origin?: string;
  /** What an MCP tool gave back besides its content. */
  mcp_meta?: Record<string, unknown>;
  /** The tool use that wrote it. */
  source_tool_use_id?: string;
  /** The message of that tool use. */
  source_tool_assistant_uuid?: string;
  /** The pictures that were pasted. */
  image_paste_ids?: number[];
  /** The plan that was approved. */
  plan_content?: string;
  /** The mode in which it was written. */
  permission_mode?: PermissionMode;
  /** The message that was interrupted. */
  interrupted_message_id?: string;
  /** The message that was refused. */
  refused_message_id?: string;
  /** Whether it asks once more after a refusal. */
  refusal_retry?: boolean;
  /** The messages that were taken back. */
  retracted_message_uuids?: string[];
  /** The prompt of a plugin. */
  plugin_prompt?: { name: string; text: string };
}
