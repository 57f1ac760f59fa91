import type { PassiveHookOutput } from "./base.ts";
import type * as N from "./notice_hooks.ts";
import type * as L from "./place_hooks.ts";
import type * as P from "./prompt_hooks.ts";
import type * as S from "./session_hooks.ts";
import type * as E from "./stop_hooks.ts";
import type * as T from "./tool_hooks.ts";

/** What each lifecycle event tells a hook. */
export interface HookInputs {
  /** See {@linkcode PreToolUseInput}. */
  PreToolUse: T.PreToolUseInput;
  /** See {@linkcode PostToolUseInput}. */
  PostToolUse: T.PostToolUseInput;
  /** See {@linkcode PostToolUseFailureInput}. */
  PostToolUseFailure: T.PostToolUseFailureInput;
  /** See {@linkcode PostToolBatchInput}. */
  PostToolBatch: T.PostToolBatchInput;
  /** See {@linkcode PermissionDeniedInput}. */
  PermissionDenied: T.PermissionDeniedInput;
  /** See {@linkcode PreSkillShellCommandInput}. */
  PreSkillShellCommand: T.PreSkillShellCommandInput;
  /** See {@linkcode UserPromptSubmitInput}. */
  UserPromptSubmit: P.UserPromptSubmitInput;
  /** See {@linkcode UserPromptExpansionInput}. */
  UserPromptExpansion: P.UserPromptExpansionInput;
  /** See {@linkcode StopInput}. */
  Stop: E.StopInput;
  /** See {@linkcode StopFailureInput}. */
  StopFailure: E.StopFailureInput;
  /** See {@linkcode SubagentStartInput}. */
  SubagentStart: E.SubagentStartInput;
  /** See {@linkcode SubagentStopInput}. */
  SubagentStop: E.SubagentStopInput;
  /** See {@linkcode TeammateIdleInput}. */
  TeammateIdle: E.TeammateIdleInput;
  /** See {@linkcode SessionStartInput}. */
  SessionStart: S.SessionStartInput;
  /** See {@linkcode SessionEndInput}. */
  SessionEnd: S.SessionEndInput;
  /** See {@linkcode SetupInput}. */
  Setup: S.SetupInput;
  /** See {@linkcode PreCompactInput}. */
  PreCompact: S.PreCompactInput;
  /** See {@linkcode PostCompactInput}. */
  PostCompact: S.PostCompactInput;
  /** See {@linkcode PreModelSwitchInput}. */
  PreModelSwitch: S.PreModelSwitchInput;
  /** See {@linkcode PostModelSwitchInput}. */
  PostModelSwitch: S.PostModelSwitchInput;
  /** See {@linkcode ConfigChangeInput}. */
  ConfigChange: L.ConfigChangeInput;
  /** See {@linkcode InstructionsLoadedInput}. */
  InstructionsLoaded: L.InstructionsLoadedInput;
  /** See {@linkcode CwdChangedInput}. */
  CwdChanged: L.CwdChangedInput;
  /** See {@linkcode FileChangedInput}. */
  FileChanged: L.FileChangedInput;
  /** See {@linkcode DirectoryAddedInput}. */
  DirectoryAdded: L.DirectoryAddedInput;
  /** See {@linkcode WorktreeCreateInput}. */
  WorktreeCreate: L.WorktreeCreateInput;
  /** See {@linkcode WorktreeRemoveInput}. */
  WorktreeRemove: L.WorktreeRemoveInput;
  /** See {@linkcode NotificationInput}. */
  Notification: N.NotificationInput;
  /** See {@linkcode MessageDisplayInput}. */
  MessageDisplay: N.MessageDisplayInput;
  /** See {@linkcode TaskCreatedInput}. */
  TaskCreated: N.TaskCreatedInput;
  /** See {@linkcode TaskCompletedInput}. */
  TaskCompleted: N.TaskCompletedInput;
  /** See {@linkcode ElicitationInput}. */
  Elicitation: N.ElicitationInput;
  /** See {@linkcode ElicitationResultInput}. */
  ElicitationResult: N.ElicitationResultInput;
}

/** What a hook of each lifecycle event may answer: only what the CLI heeds when a callback says it. */
export interface HookOutputs {
  /** See {@linkcode PreToolUseOutput}. */
  PreToolUse: T.PreToolUseOutput;
  /** See {@linkcode PostToolUseOutput}. */
  PostToolUse: T.PostToolUseOutput;
  /** See {@linkcode PostToolUseFailureOutput}. */
  PostToolUseFailure: T.PostToolUseFailureOutput;
  /** See {@linkcode PostToolBatchOutput}. */
  PostToolBatch: T.PostToolBatchOutput;
  /** See {@linkcode PermissionDeniedOutput}. */
  PermissionDenied: T.PermissionDeniedOutput;
  /** See {@linkcode PreSkillShellCommandOutput}. */
  PreSkillShellCommand: T.PreSkillShellCommandOutput;
  /** See {@linkcode UserPromptSubmitOutput}. */
  UserPromptSubmit: P.UserPromptSubmitOutput;
  /** See {@linkcode UserPromptExpansionOutput}. */
  UserPromptExpansion: P.UserPromptExpansionOutput;
  /** See {@linkcode StopOutput}. */
  Stop: E.StopOutput;
  /** Nothing is heeded. */
  StopFailure: PassiveHookOutput;
  /** See {@linkcode SubagentStartOutput}. */
  SubagentStart: E.SubagentStartOutput;
  /** See {@linkcode StopOutput}. */
  SubagentStop: E.StopOutput;
  /** See {@linkcode TeammateIdleOutput}. */
  TeammateIdle: E.TeammateIdleOutput;
  /** See {@linkcode SessionStartOutput}. */
  SessionStart: S.SessionStartOutput;
  /** Nothing is heeded. */
  SessionEnd: PassiveHookOutput;
  /** See {@linkcode SetupOutput}. */
  Setup: S.SetupOutput;
  /** See {@linkcode PreCompactOutput}. */
  PreCompact: S.PreCompactOutput;
  /** Nothing is heeded. */
  PostCompact: PassiveHookOutput;
  /** See {@linkcode PreModelSwitchOutput}. */
  PreModelSwitch: S.PreModelSwitchOutput;
  /** See {@linkcode PostModelSwitchOutput}. */
  PostModelSwitch: S.PostModelSwitchOutput;
  /** See {@linkcode ConfigChangeOutput}. */
  ConfigChange: L.ConfigChangeOutput;
  /** Nothing is heeded. */
  InstructionsLoaded: PassiveHookOutput;
  /** Nothing is heeded. */
  CwdChanged: PassiveHookOutput;
  /** Nothing is heeded. */
  FileChanged: PassiveHookOutput;
  /** Nothing is heeded. */
  DirectoryAdded: PassiveHookOutput;
  /** See {@linkcode WorktreeCreateOutput}. */
  WorktreeCreate: L.WorktreeCreateOutput;
  /** Nothing is heeded. */
  WorktreeRemove: PassiveHookOutput;
  /** Nothing is heeded. */
  Notification: PassiveHookOutput;
  /** See {@linkcode MessageDisplayOutput}. */
  MessageDisplay: N.MessageDisplayOutput;
  /** See {@linkcode TaskHookOutput}. */
  TaskCreated: N.TaskHookOutput;
  /** See {@linkcode TaskHookOutput}. */
  TaskCompleted: N.TaskHookOutput;
  /** See {@linkcode ElicitationOutput}. */
  Elicitation: N.ElicitationOutput;
  /** See {@linkcode ElicitationOutput}. */
  ElicitationResult: N.ElicitationOutput;
}

/**
 * The lifecycle events that a script can hook.
 *
 * The CLI does not call all of them on every version, nor always when the name suggests it; one that it does not know
 * is registered without effect. As seen on 2.1.332 and 2.1.197:
 *
 * - `PreModelSwitch`, `PostModelSwitch`, `DirectoryAdded` and `PreSkillShellCommand` are the newer version's;
 * - `SessionStart` is called after `/clear` and a compaction, never at the start itself, and `Setup` never: both are
 *   over before a callback can be registered;
 * - `SessionEnd` is called on `/clear`, and on a signal while the input is open, not when the input is closed;
 * - `CwdChanged` and `FileChanged` are called only where the settings hook the same event: without that the CLI does
 *   not watch;
 * - `PermissionDenied` is called for what auto mode refuses, and for no other deny;
 * - `TaskCreated` and `TaskCompleted` belong to tools that the newer version offers to some models only.
 *
 * `PermissionRequest` is left out on purpose: the CLI runs it in a race against the permission
 * request itself, so a policy that is split between the two can lose. Use `onPermission`.
 */
export type HookEventName = keyof HookInputs;

/** What a hook of the given event is told. */
export type HookInput<Event extends HookEventName = HookEventName> = HookInputs[Event];

/** What a hook of the given event may answer. */
export type HookOutput<Event extends HookEventName = HookEventName> = HookOutputs[Event];
