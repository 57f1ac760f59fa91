import type { MessageBase } from "./base.ts";

/** What a task used so far. */
export interface TaskUsage {
  /** Tokens, read and written. */
  total_tokens: number;
  /** Tool calls. */
  tool_uses: number;
  /** How long it runs, in milliseconds. */
  duration_ms: number;
}

/** A subagent or a background command began. */
export interface TaskStartedMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "task_started";
  /** The task's id; for a subagent also its `agent_id`. */
  task_id: string;
  /** The id of this run of it: a task that is resumed keeps its id and gets a new one of these (newer CLI). */
  run_id?: string;
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
  /** Whether it runs in the background, or its tool call waits for it. */
  is_backgrounded?: boolean;
  /** Whether something waits for it. */
  awaited?: boolean;
  /** How deep it is nested; 1 for a subagent of the main agent. */
  spawn_depth?: number;
  /** The subagent that started it. */
  parent_task_id?: string;
  /** The workflow's name. */
  workflow_name?: string;
  /** Whether it is housekeeping that a transcript leaves out. */
  skip_transcript?: boolean;
  /** Whether it does not count as activity. */
  ambient?: boolean;
}

/** A subagent did something. */
export interface TaskProgressMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "task_progress";
  /** The task's id. */
  task_id: string;
  /** The id of this run of it (newer CLI). */
  run_id?: string;
  /** The tool use that started it. */
  tool_use_id?: string;
  /** What it is doing. */
  description?: string;
  /** The kind of subagent. */
  subagent_type?: string;
  /** What it used so far. */
  usage?: TaskUsage;
  /** The tool that it used last. */
  last_tool_name?: string;
  /** How it stands, in a line. */
  summary?: string;
}

/** What changed in a task's record. */
export interface TaskPatch {
  /** How it stands. */
  status?: "pending" | "running" | "completed" | "failed" | "killed" | "paused";
  /** A short description. */
  description?: string;
  /** When it ended, in milliseconds since 1970. */
  end_time?: number;
  /** How long it was paused, in milliseconds. */
  total_paused_ms?: number;
  /** What went wrong. */
  error?: string;
  /** Whether it runs in the background now. */
  is_backgrounded?: boolean;
}

/** A task's record changed. A completed update does not settle a subagent: its notification does. */
export interface TaskUpdatedMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "task_updated";
  /** The task's id. */
  task_id: string;
  /** The id of this run of it (newer CLI). */
  run_id?: string;
  /** What changed. */
  patch: TaskPatch;
}

/** A task ended. */
export interface TaskNotificationMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "task_notification";
  /** The task's id. */
  task_id: string;
  /** The id of this run of it (newer CLI). */
  run_id?: string;
  /** The tool use that started it. */
  tool_use_id?: string;
  /** How it ended: `completed`, `failed`, `stopped`. */
  status: string;
  /** Why it ended, where it was none of the ordinary ways. */
  reason?: string;
  /** The file that holds what it wrote. */
  output_file?: string;
  /** What it reports. */
  summary?: string;
  /** Whether the summary is the subagent's own report. */
  summary_is_report?: boolean;
  /** What it used. */
  usage?: TaskUsage;
  /** The files that an MCP tool gave back by their addresses. */
  resource_links?: Record<string, unknown>[];
  /** How its result goes back to who started it. */
  handback?: string;
  /** The report that goes back. */
  handback_report?: Record<string, unknown>;
  /** When an MCP tool's task began and ended. */
  mcp_task?: { start_time: number; end_time: number; server_elapsed_ms?: number };
  /** Whether it is housekeeping that a transcript leaves out. */
  skip_transcript?: boolean;
  /** Whether it does not count as activity. */
  ambient?: boolean;
}

/** A task in the background. */
export interface BackgroundTask {
  /** The task's id. */
  task_id: string;
  /** The id of this run of it. */
  run_id?: string;
  /** `local_agent` for a subagent, `local_bash` for a shell command. */
  task_type?: string;
  /** The kind of subagent. */
  subagent_type?: string;
  /** A short description. */
  description?: string;
  /** The subagent that started it. */
  parent_task_id?: string;
  /** The tool use that started it. */
  tool_use_id?: string;
  /** Whether it does not count as activity. */
  ambient?: boolean;
  /** Whether something waits for it. */
  awaited?: boolean;
  /** Whether it runs on another machine. */
  off_host?: boolean;
}

/** The full list of tasks in the background (newer CLI). */
export interface BackgroundTasksMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "background_tasks_changed";
  /** The tasks that are still there. */
  tasks: BackgroundTask[];
}
