import type { PermissionMode } from "../messages.ts";

/** Interrupts the turn that runs. */
export interface InterruptFields {
  /** Whether the prompts that wait in the CLI's queue are dropped too (newer CLI). */
  cancel_queued?: boolean;
}

/** What an interrupt came to; the older CLI tells nothing. */
export interface InterruptAnswer {
  /** The uuids of prompts that still wait and run next. */
  still_queued?: string[];
  /** The uuids of prompts that were dropped. */
  cancelled?: string[];
}

/** Sets the permission mode. */
export interface SetPermissionModeFields {
  /** The mode. */
  mode: PermissionMode;
}

/** The mode that holds now. */
export interface SetPermissionModeAnswer {
  /** The mode. */
  mode?: PermissionMode;
}

/** Sets the model. */
export interface SetModelFields {
  /** The model; `null` for the CLI's own. */
  model?: string | null;
}

/** The model that holds now. */
export interface SetModelAnswer {
  /** The model's full name (newer CLI). */
  model?: string;
}

/** Sets how many tokens the model may think. */
export interface SetMaxThinkingTokensFields {
  /** How many; `null` for what the session began with. */
  max_thinking_tokens?: number | null;
  /** How thoughts are shown; `null` for what the session began with (newer CLI). */
  thinking_display?: "summarized" | "omitted" | "highlights" | null;
}

/** Takes back a prompt that waits in the CLI's queue. */
export interface CancelAsyncMessageFields {
  /** The prompt's uuid. */
  message_uuid: string;
}

/** Whether the prompt was taken back. */
export interface CancelAsyncMessageAnswer {
  /** Whether it was still waiting. */
  cancelled: boolean;
  /** The prompt's uuid, where it was (newer CLI). */
  message_uuid?: string;
}

/** Names the session. */
export interface RenameSessionFields {
  /** The name. */
  title: string;
}

/** Has the model make a title for the session. */
export interface GenerateSessionTitleFields {
  /** What the session is about. */
  description: string;
  /** Whether the session is named so at once. */
  persist?: boolean;
}

/** The title. */
export interface GenerateSessionTitleAnswer {
  /** The title; `null` where the model gave none. */
  title: string | null;
}

/** Asks the model something beside the conversation. */
export interface SideQuestionFields {
  /** The question. */
  question: string;
}

/** The answer to a side question. */
export interface SideQuestionAnswer {
  /** The answer; an error of the model's server reads `(API error: …)`. */
  response: string | null;
  /** Whether the CLI wrote the answer, and not the model. */
  synthetic?: boolean;
}

/** Ends the session: the CLI exits. */
export interface EndSessionFields {
  /** Why. */
  reason?: string;
}

/** Puts files back to what they were before a prompt. */
export interface RewindFilesFields {
  /** The prompt's uuid. */
  user_message_id: string;
  /** Whether the CLI only tells what it would do. */
  dry_run?: boolean;
}

/** What rewinding did, or would do. */
export interface RewindFilesAnswer {
  /** Whether there is a checkpoint to go back to. */
  canRewind: boolean;
  /** Why not. */
  error?: string;
  /** The files that would change (rehearsal only). */
  filesChanged?: string[];
  /** How many lines would come (rehearsal only). */
  insertions?: number;
  /** How many lines would go (rehearsal only). */
  deletions?: number;
  /** How many links were left alone (newer CLI). */
  skippedLinks?: number;
}

/** Stops a task. */
export interface StopTaskFields {
  /** The task's id. */
  task_id: string;
}

/** Sends what runs in front into the background. */
export interface BackgroundTasksFields {
  /** The one tool use that is meant; all where absent. */
  tool_use_id?: string;
}

/** Whether something went into the background. */
export interface BackgroundTasksAnswer {
  /** Whether the tool use did; told only where one was named. */
  backgrounded?: boolean;
}

/** Asks for the output of a shell in the background. */
export interface GetTaskOutputFields {
  /** The task's id. */
  task_id: string;
}

/** The end of a task's output. */
export interface GetTaskOutputAnswer {
  /** The last 8 KiB at most. */
  output: string;
  /** The size of the whole, in bytes. */
  total_bytes: number;
  /** Whether there is more than `output` holds. */
  truncated: boolean;
}

/** Tells the CLI whether anybody watches its output. */
export interface SetHasSubscribersFields {
  /** Whether somebody does; `null` where it is not known. */
  has_subscribers: boolean | null;
}
