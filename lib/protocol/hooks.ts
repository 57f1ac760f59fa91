/**
 * The lifecycle events that a script can hook.
 *
 * The CLI does not call all of them on every version, nor always when the name suggests it; one that it does not know
 * is registered without effect. As seen on 2.1.332 and 2.1.197:
 *
 * - `SessionStart` is called after `/clear` and a compaction, never at the start itself;
 * - `SessionEnd` is called on `/clear`, and on a signal while the input is open, not when the input is closed;
 * - `PreModelSwitch`, `PostModelSwitch` and `PermissionDenied` are the newer version's, `TaskCreated` and
 *   `TaskCompleted` the older one's.
 *
 * `PermissionRequest` is left out on purpose: the CLI runs it in a race against the permission
 * request itself, so a policy that is split between the two can lose. Use `onPermission`.
 */
export type HookEventName =
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "PostToolBatch"
  | "UserPromptSubmit"
  | "UserPromptExpansion"
  | "Stop"
  | "StopFailure"
  | "SubagentStart"
  | "SubagentStop"
  | "SessionStart"
  | "SessionEnd"
  | "PreCompact"
  | "PostCompact"
  | "PreModelSwitch"
  | "PostModelSwitch"
  | "PermissionDenied"
  | "MessageDisplay"
  | "InstructionsLoaded"
  | "ConfigChange"
  | "TaskCreated"
  | "TaskCompleted"
  | "Notification";

/** What the CLI tells a hook, whatever the event. */
export interface HookInputBase {
  /** The event's name. */
  hook_event_name: string;
  /** The session. */
  session_id?: string;
  /** The agent's current directory. */
  cwd?: string;
  /** Where the CLI keeps the session's transcript. */
  transcript_path?: string;
  /** The permission mode. */
  permission_mode?: string;
  /** The subagent, where one is concerned. */
  agent_id?: string;
  /** The kind of subagent. */
  agent_type?: string;
}

/** Input of the hooks that stand around one tool call. */
export interface ToolHookInput extends HookInputBase {
  /** The tool's name. */
  tool_name: string;
  /** The tool's input. */
  tool_input: Record<string, unknown>;
  /** The tool use's id. */
  tool_use_id?: string;
  /** What the tool gave back (PostToolUse). */
  tool_response?: unknown;
  /** What went wrong (PostToolUseFailure). */
  error?: string;
  /** How long the tool ran, in milliseconds (after the call). */
  duration_ms?: number;
}

/** Input of a `UserPromptSubmit` hook. */
export interface PromptHookInput extends HookInputBase {
  /** The prompt's text. */
  prompt: string;
}

/** Input of `Stop` and `SubagentStop` hooks. */
export interface StopHookInput extends HookInputBase {
  /** Whether the agent works on because a Stop hook sent it back. */
  stop_hook_active: boolean;
  /** What the agent said last. */
  last_assistant_message?: string;
}

/** Input of any other hook: the base and what the CLI adds. */
export interface OtherHookInput extends HookInputBase {
  /** What the event carries. */
  [field: string]: unknown;
}

/** What a hook of the given event is told. */
export type HookInput<Event extends HookEventName = HookEventName> = Event extends
  "PreToolUse" | "PostToolUse" | "PostToolUseFailure" ? ToolHookInput
  : Event extends "UserPromptSubmit" ? PromptHookInput
  : Event extends "Stop" | "SubagentStop" ? StopHookInput
  : OtherHookInput;

/** What a PreToolUse hook may decide. */
export type HookPermissionDecision = "allow" | "deny" | "ask" | "defer";

/** What a hook may answer, whatever the event. */
export interface HookOutputBase {
  /** `false` ends the turn. */
  continue?: boolean;
  /** Why the turn ends. */
  stopReason?: string;
  /** Hides the hook's output from the transcript. */
  suppressOutput?: boolean;
  /** A note for the person at the terminal; the newer CLI also emits it as a system message. */
  systemMessage?: string;
  /** `"block"` refuses what the event announces; for Stop it sends the agent back to work. */
  decision?: "approve" | "block";
  /** Why; the model reads it. */
  reason?: string;
}

/** What a PreToolUse hook may answer. */
export interface PreToolUseOutput extends HookOutputBase {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "PreToolUse";
    /** Whether the call may run. */
    permissionDecision?: HookPermissionDecision;
    /** Why; the model reads it. */
    permissionDecisionReason?: string;
    /** The input with which the call runs instead. */
    updatedInput?: Record<string, unknown>;
    /** A note for the model. */
    additionalContext?: string;
  };
}

/** What any other hook may answer. */
export interface OtherHookOutput extends HookOutputBase {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event; must be the one that asked. */
    hookEventName: string;
    /** A note for the model. */
    additionalContext?: string;
    /** What the event takes besides. */
    [field: string]: unknown;
  };
}

/** What a hook of the given event may answer. */
export type HookOutput<Event extends HookEventName = HookEventName> = Event extends "PreToolUse" ? PreToolUseOutput
  : OtherHookOutput;
