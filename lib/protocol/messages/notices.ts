import type { MessageBase } from "./base.ts";

/** A line for people: what a hook says, what the CLI did by itself. */
export interface InformationalMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "informational";
  /** The line. */
  content: string;
  /** How loud it is. */
  level: "info" | "notice" | "suggestion" | "warning";
  /** The tool use that it is about. */
  tool_use_id?: string;
  /** Whether the turn ends here. */
  prevent_continuation?: boolean;
  /** What sort of line it is, such as `hook_callback_failed`; the list is open. */
  tag?: string;
  /** What a hook did with a prompt (newer CLI). */
  prompt_submit_outcome?: { kind?: string; no_verdict_kind?: string; prompt_kept: boolean; reason?: string };
  /** The model that was wanted and the one that is used. */
  model_restriction?: Record<string, unknown>;
  /** A note that a plugin left for an agent. */
  agent_note?: Record<string, unknown>;
  /** The hook that gave no verdict. */
  hook_no_verdict?: Record<string, unknown>;
  /** The files that were saved, line by line. */
  saved_files?: Record<string, unknown>[];
  /** Where they come from. */
  saved_from?: Record<string, unknown>;
}

/** A notice that a terminal would show for a while. */
export interface NotificationMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "notification";
  /** What it is about, such as `stop-hook-error`: a later one of the same key takes its place. */
  key: string;
  /** The notice. */
  text: string;
  /** How urgent it is. */
  priority: "low" | "medium" | "high" | "immediate";
  /** The colour to show it in. */
  color?: string;
  /** How long to show it, in milliseconds. */
  timeout_ms?: number;
}

/** What a slash command printed, where it is not told as an `assistant` message. */
export interface LocalCommandOutputMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "local_command_output";
  /** What it printed. */
  content: string;
}

/** A tool call was refused by a rule, a mode or a classifier, and nobody was asked. */
export interface PermissionDeniedMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "permission_denied";
  /** The tool's name. */
  tool_name: string;
  /** The tool use's id. */
  tool_use_id: string;
  /** The subagent that made the call. */
  agent_id?: string;
  /** What refused it, such as `rule`, `mode` or `classifier`. */
  decision_reason_type?: string;
  /** The same in finer words. */
  decision_reason_code?: string;
  /** Why, in words for people. */
  decision_reason?: string;
  /** What the model is told. */
  message: string;
}

/** A control request of the script is at work, or waits for the model's API (newer CLI). */
export interface ControlRequestProgressMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "control_request_progress";
  /** The request's id. */
  request_id: string;
  /** Whether it began, or a request to the model is repeated. */
  status: "started" | "api_retry";
  /** Which try comes next, counted from 1. */
  attempt?: number;
  /** How many tries there are at most. */
  max_retries?: number;
  /** How long the CLI waits, in milliseconds. */
  retry_delay_ms?: number;
  /** The HTTP status, where there was an answer. */
  error_status?: number | null;
}

/** How a sign-in stands (`--enable-auth-status`). */
export interface AuthStatusMessage extends MessageBase {
  /** The message's kind. */
  type: "auth_status";
  /** Whether one is under way. */
  isAuthenticating: boolean;
  /** What it printed, line by line. */
  output: string[];
  /** What went wrong. */
  error?: string;
}

/** An MCP server says that what it asked a person to do elsewhere is done. */
export interface ElicitationCompleteMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "elicitation_complete";
  /** The server's name. */
  mcp_server_name: string;
  /** The id of what it asked. */
  elicitation_id: string;
}

/** What the user might want to ask next (`initialize.promptSuggestions`). */
export interface PromptSuggestionMessage extends MessageBase {
  /** The message's kind. */
  type: "prompt_suggestion";
  /** The prompt. */
  suggestion: string;
}

/** What a batch of tool calls did, in a line (`CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES=1`). */
export interface ToolUseSummaryMessage extends MessageBase {
  /** The message's kind. */
  type: "tool_use_summary";
  /** The line. */
  summary: string;
  /** The tool uses that it stands for. */
  preceding_tool_use_ids: string[];
  /** When, as the CLI's own clock has it. */
  timestamp?: string;
}

/** A tool is still at work. */
export interface ToolProgressMessage extends MessageBase {
  /** The message's kind. */
  type: "tool_progress";
  /** The tool use's id; for a shell command an id of this progress, with the tool use's as `parent_tool_use_id`. */
  tool_use_id?: string;
  /** The tool's name, or the event of a hook that is waited for. */
  tool_name?: string;
  /** The tool use that it belongs to. */
  parent_tool_use_id?: string | null;
  /** How long it has been at work, in seconds. */
  elapsed_time_seconds?: number;
  /** The task that the command runs as. */
  task_id?: string;
  /** Whether it says no more than that something is waited for. */
  heartbeat?: boolean;
  /** The kind of subagent. */
  subagent_type?: string;
  /** The failed request of a subagent, which will be repeated. */
  subagent_retry?: {
    agent_id: string;
    attempt: number;
    max_retries: number;
    retry_delay_ms: number;
    error_status: number | null;
    error_category: string;
  };
}
