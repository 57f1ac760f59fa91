import type { ContentBlock } from "./content.ts";

/** What every message of the CLI may carry. */
export interface MessageBase {
  /** The session that the message belongs to; changes on `/clear`. */
  session_id?: string;
  /** The message's own id. */
  uuid?: string;
}

/** The permission mode of a session, as the CLI names it. */
export type PermissionMode =
  | "default"
  | "manual"
  | "acceptEdits"
  | "plan"
  | "bypassPermissions"
  | "dontAsk"
  | "auto";

/** First frame of most turns: what the session is made of. Repeated every turn. */
export interface InitMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "init";
  /** The agent's working directory. */
  cwd?: string;
  /** The tools that the model is offered. */
  tools?: string[];
  /** The MCP servers and their state. */
  mcp_servers?: { name: string; status: string }[];
  /** The model's name. */
  model?: string;
  /** The permission mode. */
  permissionMode?: PermissionMode;
  /** Where the key comes from; never the key. */
  apiKeySource?: string;
  /** The CLI's version. */
  claude_code_version?: string;
  /** The slash commands that work. */
  slash_commands?: string[];
  /** The subagents that the model can start. */
  agents?: string[];
}

/** A change of state: a mode was set, a request to the model is out, a compaction runs. */
export interface StatusMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "status";
  /** What the CLI is doing, such as `"requesting"`; `null` for nothing special. */
  status?: string | null;
  /** The permission mode, where it changed. */
  permissionMode?: PermissionMode;
}

/** Whether the session runs, waits for an answer, or is idle. */
export interface SessionStateMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "session_state_changed";
  /** The new state. */
  state: "running" | "requires_action" | "idle";
}

/** A subagent or a background command began. */
export interface TaskStartedMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "task_started";
  /** The task's id; for a subagent also its `agent_id`. */
  task_id: string;
  /** The tool use that started it. */
  tool_use_id?: string;
  /** `local_agent` for a subagent, `local_bash` for a shell command. */
  task_type?: string;
  /** A short description. */
  description?: string;
  /** The kind of subagent. */
  subagent_type?: string;
  /** What the subagent was asked. */
  prompt?: string;
}

/** A subagent did something. */
export interface TaskProgressMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "task_progress";
  /** The task's id. */
  task_id: string;
  /** The tool use that started it. */
  tool_use_id?: string;
  /** What it is doing. */
  description?: string;
}

/** A task's record changed. A completed update does not settle a subagent: its notification does. */
export interface TaskUpdatedMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "task_updated";
  /** The task's id. */
  task_id: string;
  /** What changed. */
  patch: Record<string, unknown>;
}

/** A task ended. */
export interface TaskNotificationMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "task_notification";
  /** The task's id. */
  task_id: string;
  /** The tool use that started it. */
  tool_use_id?: string;
  /** How it ended: `completed`, `failed`, `stopped`. */
  status: string;
  /** What it reports. */
  summary?: string;
}

/** The full list of tasks in the background. */
export interface BackgroundTasksMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "background_tasks_changed";
  /** The tasks that are still there. */
  tasks: { task_id: string; task_type?: string }[];
}

/** A request to the model failed and will be repeated. */
export interface ApiRetryMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "api_retry";
  /** Which try comes next, counted from 1. */
  attempt: number;
  /** How many tries there are at most. */
  max_retries: number;
  /** How long the CLI waits, in milliseconds. */
  retry_delay_ms: number;
  /** The HTTP status, where there was an answer. */
  error_status?: number | null;
  /** What went wrong. */
  error?: string;
}

/** The other sub-kinds of system message that are known by name; their fields are open. */
export interface OtherSystemMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype:
    | "commands_changed"
    | "compact_boundary"
    | "control_request_progress"
    | "hook_response"
    | "hook_started"
    | "informational"
    | "local_command"
    | "notification"
    | "permission_denied"
    | "session_title_changed"
    | "thinking_tokens";
  /** What else the message carries. */
  [field: string]: unknown;
}

/** Any system message. */
export type SystemMessage =
  | InitMessage
  | StatusMessage
  | SessionStateMessage
  | TaskStartedMessage
  | TaskProgressMessage
  | TaskUpdatedMessage
  | TaskNotificationMessage
  | BackgroundTasksMessage
  | ApiRetryMessage
  | OtherSystemMessage;

/** What the model said: one frame a content block; frames of one answer share `message.id`. */
export interface AssistantMessage extends MessageBase {
  /** The message's kind. */
  type: "assistant";
  /** The model's message. */
  message: {
    id?: string;
    role: "assistant";
    model?: string;
    content: ContentBlock[];
    stop_reason?: string | null;
    usage?: Record<string, unknown>;
  };
  /** The tool use that started the subagent which speaks; `null` for the main agent. */
  parent_tool_use_id?: string | null;
  /** The kind of failure, on a message that stands in for an answer. */
  error?: string;
  /** The subagent that speaks. */
  agent_id?: string;
}

/** What the model was told: tool results, prompts of subagents, replays of prompts. */
export interface UserMessage extends MessageBase {
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
  /** The subagent that was told. */
  agent_id?: string;
}

/** Tokens and searches of one turn or one model. */
export interface Usage {
  /** Tokens read. */
  input_tokens?: number;
  /** Tokens written. */
  output_tokens?: number;
  /** Tokens written to the cache. */
  cache_creation_input_tokens?: number;
  /** Tokens read from the cache. */
  cache_read_input_tokens?: number;
  /** What else the CLI counts. */
  [field: string]: unknown;
}

/** A tool call that was refused. */
export interface PermissionDenial {
  /** The tool's name. */
  tool_name: string;
  /** The tool use's id. */
  tool_use_id: string;
  /** What the tool was to do. */
  tool_input: Record<string, unknown>;
}

/** End of a turn. `subtype: "success"` alone does not mean success: see `is_error`. */
export interface ResultMessage extends MessageBase {
  /** The message's kind. */
  type: "result";
  /** How the turn ended. */
  subtype:
    | "success"
    | "error_during_execution"
    | "error_max_turns"
    | "error_max_budget_usd"
    | "error_max_structured_output_retries";
  /** Whether the turn failed. */
  is_error: boolean;
  /** The last text of the model, or the text of an error. */
  result?: string | null;
  /** What went wrong. */
  errors?: string[];
  /** Why the turn ended, in the CLI's words. */
  terminal_reason?: string;
  /** Why the model stopped. */
  stop_reason?: string | null;
  /** Model calls in this turn. */
  num_turns?: number;
  /** How long the turn took, in milliseconds. */
  duration_ms?: number;
  /**
   * Cost in US dollars, **cumulative** over the process; the newer CLI begins with what a resumed session
   * cost before, and begins anew on `/clear`.
   */
  total_cost_usd?: number;
  /** Tokens of this turn. */
  usage?: Usage;
  /** Tokens and cost by model, cumulative. */
  modelUsage?: Record<string, { costUSD?: number; [field: string]: unknown }>;
  /** Tokens and cost by model since the result before (newer CLI). */
  model_usage_since_last_result?: Record<string, { costUSD?: number; [field: string]: unknown }>;
  /** What was refused in this turn. */
  permission_denials?: PermissionDenial[];
  /** The value that fits the JSON schema, where one was set. */
  structured_output?: unknown;
  /** Who asked for the turn, where it was not the script. */
  origin?: { kind: string; [field: string]: unknown };
  /** The prompts that the turn answered (newer CLI). */
  user_message_uuids?: string[];
  /** The HTTP status of a failed request to the model. */
  api_error_status?: number | null;
}

/** A piece of an answer in the making (`includePartialMessages`). */
export interface StreamEventMessage extends MessageBase {
  /** The message's kind. */
  type: "stream_event";
  /** The model API's own event. */
  event: {
    type: string;
    index?: number;
    message?: { id?: string; [field: string]: unknown };
    content_block?: { type: string; [field: string]: unknown };
    delta?: { type?: string; text?: string; [field: string]: unknown };
    [field: string]: unknown;
  };
  /** The tool use that started the subagent which speaks; `null` for the main agent. */
  parent_tool_use_id?: string | null;
}

/** A tool is still at work. */
export interface ToolProgressMessage extends MessageBase {
  /** The message's kind. */
  type: "tool_progress";
  /** The tool use's id. */
  tool_use_id?: string;
  /** The tool's name. */
  tool_name?: string;
  /** What else the message carries. */
  [field: string]: unknown;
}

/** Where the account stands against its limits. */
export interface RateLimitMessage extends MessageBase {
  /** The message's kind. */
  type: "rate_limit_event";
  /** The limit, its state and when it ends (seconds since 1970). */
  rate_limit_info: { status: string; resetsAt?: number; rateLimitType?: string };
}

/** Where a prompt stands in the CLI's queue (newer CLI). */
export interface CommandLifecycleMessage extends MessageBase {
  /** The message's kind. */
  type: "command_lifecycle";
  /** The prompt's uuid. */
  command_uuid: string;
  /** How far it is. */
  state: "queued" | "started" | "completed" | "cancelled";
}

/** The session was cleared and goes on under another id. */
export interface ConversationResetMessage extends MessageBase {
  /** The message's kind. */
  type: "conversation_reset";
  /** The new conversation's id; not the new `session_id`. */
  new_conversation_id?: string;
}

/**
 * A message of a kind that this version does not know, or of a known kind in an unknown shape.
 *
 * Nothing is lost: `raw` is the CLI's own object.
 */
export interface UnknownMessage {
  /** Always `"unknown"`, so that narrowing by `type` holds. */
  type: "unknown";
  /** The raw object's `type`, with its `subtype` after a slash where it has one. */
  of: string;
  /** The CLI's own object, unchanged. */
  raw: Record<string, unknown>;
  /** What did not fit, where the kind is known. */
  issues?: string[];
}

/** A data frame from the CLI: the protocol's own object, unchanged. */
export type Message =
  | SystemMessage
  | AssistantMessage
  | UserMessage
  | ResultMessage
  | StreamEventMessage
  | ToolProgressMessage
  | RateLimitMessage
  | CommandLifecycleMessage
  | ConversationResetMessage
  | UnknownMessage;
