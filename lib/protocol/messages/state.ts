import type { SlashCommand } from "../requests/initialize.ts";
import type { MessageBase, PermissionMode } from "./base.ts";

/** A change of state: a mode was set, a request to the model is out, a compaction runs. */
export interface StatusMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "status";
  /** What the CLI is doing, such as `"requesting"` or `"compacting"`; `null` for nothing special. */
  status?: string | null;
  /** The permission mode, where it changed. */
  permissionMode?: PermissionMode;
  /** How a compaction ended. */
  compact_result?: "success" | "failed";
  /** Why it failed. */
  compact_error?: string;
  /** How many letters it wrote so far. */
  compact_output_chars?: number;
  /** Whether the session waits for a decision about a plan. */
  resume_held_for_plan?: boolean;
  /** The prompts that the turn took (newer CLI). */
  user_message_uuids?: string[];
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

/** The session has another title. */
export interface SessionTitleMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "session_title_changed";
  /** The title. */
  title: string;
}

/** The slash commands are others now; the list is whole (newer CLI, and older ones after a plugin was installed). */
export interface CommandsChangedMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "commands_changed";
  /** All commands. */
  commands: SlashCommand[];
}

/** The conversation was made shorter: what came before stands in a summary now. */
export interface CompactBoundaryMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "compact_boundary";
  /** What was done. */
  compact_metadata: CompactMetadata;
  /** The last message before the boundary. */
  logical_parent_uuid?: string | null;
}

/** What a compaction did. */
export interface CompactMetadata {
  /** Whether the script asked for it (`/compact`), or the window was nearly full. */
  trigger: "manual" | "auto";
  /** Tokens before. */
  pre_tokens: number;
  /** Tokens after. */
  post_tokens?: number;
  /** Tokens that all compactions together removed. */
  cumulative_dropped_tokens?: number;
  /** How long it took, in milliseconds. */
  duration_ms?: number;
  /** What the script asked the summary to keep. */
  user_context?: string;
  /** How many messages the summary stands for. */
  messages_summarized?: number;
  /** Whether the summary was written beforehand. */
  precomputed?: boolean;
  /** The tools that a search had made known. */
  pre_compact_discovered_tools?: string[];
  /** The artifacts that had been read. */
  pre_compact_artifact_read_versions?: { slug: string; ver: string }[];
  /** The messages that stay as they are, by their ends. */
  preserved_segment?: { head_uuid: string; anchor_uuid: string; tail_uuid: string };
  /** The messages that stay as they are, one by one. */
  preserved_messages?: { anchor_uuid: string; uuids: string[]; all_uuids?: string[] };
}

/** The session was cleared and goes on under another id. */
export interface ConversationResetMessage extends MessageBase {
  /** The message's kind. */
  type: "conversation_reset";
  /** The new conversation's id; not the new `session_id`. */
  new_conversation_id?: string;
  /** What cleared it. */
  trigger?: "clear" | "plan_mode_exit" | "fresh_session" | "onboarding";
  /** The prompt that asked for it. */
  user_message_uuid?: string;
  /** Whether a person wrote that prompt. */
  user_message_from_human?: boolean;
  /** When, as the CLI's own clock has it. */
  timestamp?: string;
}

/** The process is about to end, because what hosts it says so. */
export interface WorkerShuttingDownMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "worker_shutting_down";
  /** Why, in one word, such as `host_exit`. */
  reason: string;
}

/** Where a prompt stands in the CLI's queue (newer CLI). */
export interface CommandLifecycleMessage extends MessageBase {
  /** The message's kind. */
  type: "command_lifecycle";
  /** The prompt's uuid. */
  command_uuid: string;
  /** How far it is. */
  state: "queued" | "started" | "completed" | "cancelled" | "discarded" | "refused";
  /** What woke the session, where the prompt is one that the agent planned itself. */
  wakeup_source?: string;
  /** When it was planned for. */
  scheduled_for?: number;
  /** Whether it ran before its time. */
  ran_ahead?: boolean;
}
