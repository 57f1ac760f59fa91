import type { MessageBase, MessageOrigin, PromptLink } from "./base.ts";
import type { ResultTimings } from "./result_timings.ts";
import type { ModelUsage, SubagentStats, Usage } from "./usage.ts";

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
export interface ResultMessage extends MessageBase, PromptLink, ResultTimings {
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
  /** How long the requests to the model took, in milliseconds, **cumulative** over the process. */
  duration_api_ms?: number;
  /**
   * Cost in US dollars, **cumulative** over the process; the newer CLI begins with what a resumed session
   * cost before, and begins anew on `/clear`.
   */
  total_cost_usd?: number;
  /** Tokens of this turn. */
  usage?: Usage;
  /** Tokens and cost by model, cumulative. */
  modelUsage?: Record<string, ModelUsage>;
  /** Tokens and cost by model since the result before (newer CLI). */
  model_usage_since_last_result?: Record<string, ModelUsage>;
  /** What was refused in this turn. */
  permission_denials?: PermissionDenial[];
  /** The value that fits the JSON schema, where one was set. */
  structured_output?: unknown;
  /** The tool use that a hook put off. */
  deferred_tool_use?: { id: string; name: string; input: Record<string, unknown> };
  /** Who asked for the turn, where it was not the script. */
  origin?: MessageOrigin;
  /** The slash command that was the turn (newer CLI). */
  local_command?: string;
  /** How many prompts still wait (newer CLI). */
  queued_turn_count?: number;
  /** How many results came before (newer CLI). */
  result_index?: number;
  /** The messages that the model began, by `message.id` (newer CLI). */
  begun_message_ids?: string[];
  /** What became of subagents (newer CLI). */
  subagent_stats?: SubagentStats;
  /** How often a safeguard stopped the model (newer CLI). */
  safety_stops?: number;
  /** The HTTP status of a failed request to the model. */
  api_error_status?: number | null;
  /** The failure in finer words (newer CLI). */
  api_error?: string;
  /** The API's own code (newer CLI). */
  api_error_code?: string;
  /** The API's own kind of the failure (newer CLI). */
  api_error_type?: string;
  /** Who failed (newer CLI). */
  api_error_origin?: string;
  /** `off`, `on`, or `cooldown` after a limit. */
  fast_mode_state?: string;
  /** Why fast mode cannot be used. */
  fast_mode_disabled_reason?: string;
  /** When the sign-in ends for good. */
  credential_expires_at?: string;
  /** Why the CLI did not start at all, on the result that it writes in that case. */
  startup_failure_reason?: string;
  /** The configuration file that cannot be read. */
  invalid_config_file?: { path: string; is_global: boolean; backup_searched: boolean; backup_path?: string };
  /** Why a prompt never arrived. */
  message_undelivered?: string;
  /** How a process that ran the turn ended. */
  runner_exit?: Record<string, unknown>;
  /** What a policy of the organisation answered in the model's place. */
  policy_answer?: string;
  /** Why it did. */
  policy_answer_reason?: string;
  /** Whether the turn was cut off by the end of the process. */
  interrupted_by_shutdown?: boolean;
  /** Whether the turn was ended by a check of its permissions. */
  stopped_by_permission_check?: boolean;
}
