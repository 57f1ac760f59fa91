import type { HookBlock, HookInputBase, HookOutputBase } from "./base.ts";

/** When a file of the configuration has changed and is about to be taken up. */
export interface ConfigChangeInput extends HookInputBase {
  /** The event. */
  hook_event_name: "ConfigChange";
  /** Which one. */
  source: "user_settings" | "project_settings" | "local_settings" | "policy_settings" | "skills";
  /** The file. */
  file_path?: string;
}

/** When a CLAUDE.md or the like was read; the first may come before `initialize` is answered. */
export interface InstructionsLoadedInput extends HookInputBase {
  /** The event. */
  hook_event_name: "InstructionsLoaded";
  /** The file. */
  file_path: string;
  /** Whose instructions they are. */
  memory_type: "User" | "Project" | "Local" | "Managed";
  /** Why it was read. */
  load_reason: "session_start" | "nested_traversal" | "path_glob_match" | "include" | "compact";
  /** The patterns for which it holds. */
  globs?: string[];
  /** The file whose use made the CLI read it. */
  trigger_file_path?: string;
  /** The file that includes it. */
  parent_file_path?: string;
}

/** When the agent's shell has changed its directory; only where the settings hook this event too. */
export interface CwdChangedInput extends HookInputBase {
  /** The event. */
  hook_event_name: "CwdChanged";
  /** The directory so far. */
  old_cwd: string;
  /** The directory now. */
  new_cwd: string;
}

/** When a watched file has changed; only where the settings hook this event too. */
export interface FileChangedInput extends HookInputBase {
  /** The event. */
  hook_event_name: "FileChanged";
  /** The file. */
  file_path: string;
  /** What became of it. */
  event: "change" | "add" | "unlink";
}

/** When a directory was added to those in which the agent may work (2.1.332). */
export interface DirectoryAddedInput extends HookInputBase {
  /** The event. */
  hook_event_name: "DirectoryAdded";
  /** The directory. */
  directory: string;
  /** How it was added. */
  source: "slash_command" | "register_repo_root";
}

/** When the CLI wants a worktree. Whoever hooks this makes it: the CLI does not use git then. */
export interface WorktreeCreateInput extends HookInputBase {
  /** The event. */
  hook_event_name: "WorktreeCreate";
  /** Its name. */
  name: string;
}

/** When a worktree that a hook made is no longer wanted. */
export interface WorktreeRemoveInput extends HookInputBase {
  /** The event. */
  hook_event_name: "WorktreeRemove";
  /** Where it is. */
  worktree_path: string;
}

/** What a ConfigChange hook may answer; `"block"` leaves the change out until the next start. */
export interface ConfigChangeOutput extends HookOutputBase, HookBlock {}

/** What a WorktreeCreate hook may answer. */
export interface WorktreeCreateOutput extends HookOutputBase {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "WorktreeCreate";
    /** Where the worktree is, as an absolute path. */
    worktreePath: string;
  };
}
