import type { HookBlock, HookInputBase, HookNote, HookOutputBase, HookStop } from "./base.ts";

/** A background task that is not done, as a stop hook is told of it. */
export interface HookBackgroundTask {
  /** Its id. */
  id: string;
  /** Its kind, such as `"shell"` or `"subagent"`. */
  type: string;
  /** How it stands. */
  status: string;
  /** What it does, in words. */
  description: string;
  /** The command of a shell task. */
  command?: string;
  /** The kind of a subagent. */
  agent_type?: string;
  /** The server of a task of an MCP server. */
  server?: string;
  /** The tool of a task of an MCP server. */
  tool?: string;
  /** A name, where it has one. */
  name?: string;
}

/** A prompt that the session will send itself at a set time. */
export interface HookCron {
  /** Its id. */
  id: string;
  /** When, as a cron expression. */
  schedule: string;
  /** Whether it comes again and again. */
  recurring: boolean;
  /** The prompt. */
  prompt: string;
}

/** What both stop hooks are told. */
export interface StopHookInput extends HookInputBase {
  /** Whether the agent works on because a stop hook sent it back. */
  stop_hook_active: boolean;
  /** What the agent said last. */
  last_assistant_message?: string;
  /** What still runs in the background. */
  background_tasks?: HookBackgroundTask[];
  /** What the session will wake up for. */
  session_crons?: HookCron[];
}

/** When the agent wants to end its turn. */
export interface StopInput extends StopHookInput {
  /** The event. */
  hook_event_name: "Stop";
}

/** When a subagent wants to end. A compaction is the work of one, too, with an empty `agent_type`. */
export interface SubagentStopInput extends StopHookInput {
  /** The event. */
  hook_event_name: "SubagentStop";
  /** The subagent. */
  agent_id: string;
  /** The kind of subagent. */
  agent_type: string;
  /** Where the CLI keeps the subagent's transcript. */
  agent_transcript_path: string;
}

/** When a subagent begins. */
export interface SubagentStartInput extends HookInputBase {
  /** The event. */
  hook_event_name: "SubagentStart";
  /** The subagent. */
  agent_id: string;
  /** The kind of subagent. */
  agent_type: string;
}

/** In place of Stop, when a request to the model failed. */
export interface StopFailureInput extends HookInputBase {
  /** The event. */
  hook_event_name: "StopFailure";
  /** The kind of failure, such as `"rate_limit"` or `"unknown"`. */
  error: string;
  /** More about it. */
  error_details?: string;
  /** What was said in place of an answer. */
  last_assistant_message?: string;
}

/** When a member of a team of agents has nothing to do; only where the CLI's teams are switched on. */
export interface TeammateIdleInput extends HookInputBase {
  /** The event. */
  hook_event_name: "TeammateIdle";
  /** The member. */
  teammate_name: string;
  /** The team. */
  team_name: string;
}

/**
 * What a Stop or SubagentStop hook may answer. `"block"` sends the agent back to work, and so does a note: both count
 * for the CLI's cap.
 */
export interface StopOutput extends HookOutputBase, HookStop, HookBlock, HookNote<"Stop" | "SubagentStop"> {}

/** What a SubagentStart hook may answer: a note that the subagent reads. */
export interface SubagentStartOutput extends HookOutputBase, HookNote<"SubagentStart"> {}

/** What a TeammateIdle hook may answer; `"block"` sends the member back to work. */
export interface TeammateIdleOutput extends HookOutputBase, HookBlock {}
