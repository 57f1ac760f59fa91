import type { MessageBase } from "./base.ts";

/** Files of the session were given to the place that keeps them, where the CLI runs remotely. */
export interface FilesPersistedMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "files_persisted";
  /** The files that are kept. */
  files: { filename: string; file_id: string }[];
  /** The files that are not. */
  failed: { filename: string; error: string }[];
  /** When, as the CLI's own clock has it. */
  processed_at: string;
}

/** The agent was reminded of something that it had noted. */
export interface MemoryRecallMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "memory_recall";
  /** Whether whole notes were chosen, or a paragraph was written from many. */
  mode: "select" | "synthesize";
  /** The notes. */
  memories: { path: string; scope: "personal" | "team" | "organization"; content?: string }[];
}

/** The copy of the transcript that a host keeps has a gap. */
export interface MirrorErrorMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "mirror_error";
  /** What went wrong. */
  error: string;
  /** Which transcript it is. */
  key: { projectKey: string; sessionId: string; subpath?: string };
}

/** Something could not be written to the disk. */
export interface SessionWritesLostMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "session_writes_lost";
  /** Why, such as `ENOSPC`. */
  error_code: string;
  /** What is lost: lines of a transcript, or changes of the configuration. */
  lost: string[];
  /** The sessions whose transcripts have a gap. */
  transcript_session_ids?: string[];
}

/** A plugin is installed before the first turn (`CLAUDE_CODE_SYNC_PLUGIN_INSTALL=1`). */
export interface PluginInstallMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "plugin_install";
  /** How far it is; `started` and `completed` stand for all plugins together. */
  status: "started" | "installed" | "failed" | "completed";
  /** The plugin's name. */
  name?: string;
  /** What went wrong. */
  error?: string;
}

/** The goal that the agent works towards by itself, or that there is none any more (newer CLI, run remotely). */
export interface ActiveGoalMessage extends MessageBase {
  /** The message's kind. */
  type: "active_goal";
  /** The goal; `null` for none. */
  value: ActiveGoal | null;
}

/** A goal that the agent works towards by itself. */
export interface ActiveGoal {
  /** What must hold. */
  condition: string;
  /** How often it was looked at. */
  iterations: number;
  /** When it was set, in milliseconds since 1970. */
  set_at: number;
  /** How many tokens had been used then. */
  tokens_at_start: number;
  /** Why it did not hold, the last time. */
  last_reason?: string;
}

/** When the conversation is made shorter by itself (newer CLI, run remotely). */
export interface AutocompactStateMessage extends MessageBase {
  /** The message's kind. */
  type: "autocompact_state";
  /** The rule. */
  value: AutocompactState;
}

/** When the conversation is made shorter by itself. */
export interface AutocompactState {
  /** Whether it is at all. */
  enabled: boolean;
  /** The window that it is measured against, in tokens. */
  effective_window: number;
  /** The size that sets it off, in tokens. */
  threshold: number;
  /** Whether the rule holds for this session. */
  enforced?: boolean;
  /** Where the rule comes from. */
  source?: string;
}
