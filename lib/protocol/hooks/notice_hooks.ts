import type { HookBlock, HookInputBase, HookOutputBase } from "./base.ts";

/** When the CLI would tell a person something. */
export interface NotificationInput extends HookInputBase {
  /** The event. */
  hook_event_name: "Notification";
  /** What. */
  message: string;
  /** A title. */
  title?: string;
  /** Its kind, such as `"elicitation_response"`. */
  notification_type: string;
}

/** Before a text of the agent is emitted. */
export interface MessageDisplayInput extends HookInputBase {
  /** The event. */
  hook_event_name: "MessageDisplay";
  /** The turn. */
  turn_id: string;
  /** The `uuid` of the message. */
  message_id: string;
  /** The number of this piece of the message, from 0. */
  index: number;
  /** Whether it is the last piece. */
  final: boolean;
  /** The piece: whole lines, except at the end. */
  delta: string;
}

/** What the hooks around the agent's list of tasks are told. */
export interface TaskHookInput extends HookInputBase {
  /** The task. */
  task_id: string;
  /** What it is about. */
  task_subject: string;
  /** More about it. */
  task_description?: string;
  /** The member of a team that it is for. */
  teammate_name?: string;
  /** The team. */
  team_name?: string;
}

/** When the agent puts a task on its list (`TaskCreate`). */
export interface TaskCreatedInput extends TaskHookInput {
  /** The event. */
  hook_event_name: "TaskCreated";
}

/** When the agent marks a task of its list as done (`TaskUpdate`). */
export interface TaskCompletedInput extends TaskHookInput {
  /** The event. */
  hook_event_name: "TaskCompleted";
}

/** When an MCP server asks the user something, before the question reaches the script. */
export interface ElicitationInput extends HookInputBase {
  /** The event. */
  hook_event_name: "Elicitation";
  /** The server. */
  mcp_server_name: string;
  /** The question. */
  message: string;
  /** Whether a form is to be filled in, or a page to be opened. */
  mode?: "form" | "url";
  /** The page. */
  url?: string;
  /** The question's id. */
  elicitation_id?: string;
  /** The JSON schema of the form. */
  requested_schema?: Record<string, unknown>;
}

/** When such a question was answered, before the server is told. */
export interface ElicitationResultInput extends HookInputBase {
  /** The event. */
  hook_event_name: "ElicitationResult";
  /** The server. */
  mcp_server_name: string;
  /** The question's id. */
  elicitation_id?: string;
  /** Whether a form was to be filled in, or a page to be opened. */
  mode?: "form" | "url";
  /** The answer. */
  action: "accept" | "decline" | "cancel";
  /** What was filled in. */
  content?: Record<string, unknown>;
}

/** What a MessageDisplay hook may answer. */
export interface MessageDisplayOutput extends HookOutputBase {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "MessageDisplay";
    /** What is emitted in place of the piece, in the message and in the result; the model remembers the original. */
    displayContent?: string;
  };
}

/** What a hook around the list of tasks may answer; `"block"` undoes the change, and the model reads the reason. */
export interface TaskHookOutput extends HookOutputBase, HookBlock {}

/**
 * What a hook around an MCP server's question may answer: `"block"` declines (2.1.332; 2.1.197 takes no notice). An
 * `action` of a callback is not read by any version.
 */
export interface ElicitationOutput extends HookOutputBase, HookBlock {}
