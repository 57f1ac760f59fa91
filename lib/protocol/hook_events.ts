import type { HookEventName } from "./hooks.ts";

/**
 * What a hook's matcher is held against, by event: a field of the input, or nothing, in which case the CLI calls every
 * hook of the event and takes no notice of a matcher.
 */
export const HOOK_SUBJECTS: Readonly<Record<HookEventName, string | undefined>> = {
  PreToolUse: "tool_name",
  PostToolUse: "tool_name",
  PostToolUseFailure: "tool_name",
  PostToolBatch: undefined,
  PermissionDenied: "tool_name",
  PreSkillShellCommand: "tool_name",
  UserPromptSubmit: undefined,
  UserPromptExpansion: "command_name",
  Stop: undefined,
  StopFailure: "error",
  SubagentStart: "agent_type",
  SubagentStop: "agent_type",
  TeammateIdle: undefined,
  SessionStart: "source",
  SessionEnd: "reason",
  Setup: "trigger",
  PreCompact: "trigger",
  PostCompact: "trigger",
  PreModelSwitch: "to_model",
  PostModelSwitch: "to_model",
  ConfigChange: "source",
  InstructionsLoaded: "load_reason",
  CwdChanged: undefined,
  FileChanged: "file_path",
  DirectoryAdded: "source",
  WorktreeCreate: undefined,
  WorktreeRemove: undefined,
  Notification: "notification_type",
  MessageDisplay: undefined,
  TaskCreated: undefined,
  TaskCompleted: undefined,
  Elicitation: "mcp_server_name",
  ElicitationResult: "mcp_server_name",
};

/** The names of all hook events that a script can register for. */
export const HOOK_EVENTS: readonly HookEventName[] = Object.keys(HOOK_SUBJECTS) as HookEventName[];

/** The hook events whose answer can carry a note for the model (`additionalContext`). */
export const HOOK_NOTE_EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "Stop",
  "SubagentStart",
  "SubagentStop",
  "SessionStart",
  "Setup",
  "PostModelSwitch",
] as const satisfies readonly HookEventName[];

/** A hook event whose answer can carry a note for the model. */
export type HookNoteEvent = typeof HOOK_NOTE_EVENTS[number];
