import type { ContentBlock } from "../content/block.ts";
import type { MessageBase, PromptLink } from "./base.ts";
import type { ContextUsage, UsageReport } from "./reports.ts";
import type { Usage } from "./usage.ts";

/** A message of the model's API, as the model writes it. */
export interface ModelMessage {
  /** The message's id; the frames of one answer share it. */
  id?: string;
  /** Always `message`. */
  type?: "message";
  /** Who speaks. */
  role: "assistant";
  /** The model; `<synthetic>` where the CLI speaks in its place. */
  model?: string;
  /** What it says: one block a frame. */
  content: ContentBlock[];
  /** Why the model stopped; `null` while the answer is under way. */
  stop_reason?: string | null;
  /** The text that stopped it. */
  stop_sequence?: string | null;
  /** More about a refusal. */
  stop_details?: { type?: string; category?: string | null; explanation?: string | null } | null;
  /** Tokens; not final while the answer is under way. */
  usage?: Usage;
  /** The container of the model's own tools. */
  container?: Record<string, unknown> | null;
  /** What the model's API left out of the conversation. */
  context_management?: Record<string, unknown> | null;
  /** What the model's API says about the request. */
  diagnostics?: Record<string, unknown> | null;
}

/** How a tool use is shown to people (newer CLI). */
export interface ToolUseMeta {
  /** The tool use's id. */
  id: string;
  /** The tool's name for people. */
  display_name: string;
  /** The server's name for people. */
  server_display_name?: string;
  /** The server's id. */
  server_id?: string;
  /** What vouches for the server's id. */
  server_id_stamp?: string;
  /** The tool's name at its server. */
  tool_name?: string;
  /** A picture of it. */
  icon_url?: string;
  /** Whether it publishes something. */
  artifact_publish?: boolean;
}

/** What the model said: one frame a content block; frames of one answer share `message.id`. */
export interface AssistantMessage extends MessageBase, PromptLink, ApiFailure {
  /** The message's kind. */
  type: "assistant";
  /** The model's message. */
  message: ModelMessage;
  /** The tool use that started the subagent which speaks; `null` for the main agent. */
  parent_tool_use_id?: string | null;
  /** The subagent that speaks. */
  agent_id?: string;
  /** The kind of subagent. */
  subagent_type?: string;
  /** What the subagent is at, in short. */
  task_description?: string;
  /** When, as the CLI's own clock has it. */
  timestamp?: string;
  /** Whether the answer was cut off. */
  aborted?: boolean;
  /** Whether the answer goes on inside a thought that was cut off. */
  resumed_from_incomplete_thinking?: boolean;
  /** Earlier messages that this one replaces. */
  supersedes?: string[];
  /** The refused message that this one stands for. */
  refused_message_id?: string;
  /** How the tool uses are shown to people. */
  tool_use_meta?: ToolUseMeta[];
  /** The tool uses of one batch. */
  batch_tool_uses?: { id: string; name: string; input?: unknown }[];
  /** The inputs as they came, where they were changed for showing. */
  wire_tool_inputs?: Record<string, unknown>;
  /** What the message was read with. */
  wire_ingest_context?: Record<string, unknown>;
  /** The blocks that tell what is being done. */
  narration_block_indexes?: number[];
  /** How loud those are to be shown. */
  narration_hint?: "hidden" | "faint";
  /** How long the model thought, in milliseconds. */
  thinking_duration_ms?: number;
  /** How its thoughts are to be shown. */
  thinking_display?: string;
  /** What a slash command printed, as it stands in the transcript. */
  local_command_source?: string;
  /** The slash command that speaks. */
  local_command_run?: { command: string; args: string; plugin?: string };
  /** How a slash command ended. */
  local_command_outcome?: { kind: string; suggestion?: string };
  /** The report of `/context` in structured form. */
  context_usage?: ContextUsage;
  /** The report of `/usage` in structured form. */
  usage_report?: UsageReport;
  /** Whether the model does not see the message. */
  is_meta?: boolean;
  /** Whether the message stands for others. */
  is_virtual?: boolean;
  /** Whether the message was there before the process. */
  historical?: boolean;
  /** The model that gave advice. */
  advisor_model?: string;
  /** The subagent that the answer is due to. */
  attribution_agent?: string;
  /** The skill that the answer is due to. */
  attribution_skill?: string;
  /** The plugin that the answer is due to. */
  attribution_plugin?: string;
  /** The MCP server that the answer is due to. */
  attribution_mcp_server?: string;
  /** The MCP tool that the answer is due to. */
  attribution_mcp_tool?: string;
}

/** What an `assistant` message says of a request that failed. */
export interface ApiFailure {
  /** The kind of failure, on a message that stands in for an answer: `server_error`, `rate_limit` and whatever comes. */
  error?: string;
  /** The request's id. */
  request_id?: string;
  /** Whether the message stands in for an answer (newer CLI). */
  is_api_error_message?: boolean;
  /** The HTTP status. */
  api_error_status?: number;
  /** The failure in finer words. */
  api_error?: string;
  /** What belongs to the failure. */
  api_error_params?: Record<string, unknown>;
  /** The API's own code. */
  api_error_code?: string;
  /** The API's own kind, such as `permission_error`. */
  api_error_type?: string;
  /** Who failed. */
  api_error_origin?: string;
  /** More about it. */
  error_details?: string;
}
