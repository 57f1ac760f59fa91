import type { HookBlock, HookInputBase, HookOutputBase, HookStop } from "./base.ts";

/** When a prompt was sent, before the model reads it; also before `system/init`. */
export interface UserPromptSubmitInput extends HookInputBase {
  /** The event. */
  hook_event_name: "UserPromptSubmit";
  /** The prompt's text. */
  prompt: string;
  /** Who sent it, where the CLI tells. */
  source?: "user" | "sdk" | "system" | "loop_wakeup" | "schedule_wakeup" | "poll_event";
  /** The session's title, once it has one. */
  session_title?: string;
}

/** When a slash command or an MCP prompt becomes the text that the model reads; after UserPromptSubmit. */
export interface UserPromptExpansionInput extends HookInputBase {
  /** The event. */
  hook_event_name: "UserPromptExpansion";
  /** What is expanded. */
  expansion_type: "slash_command" | "mcp_prompt";
  /** Its name, without the slash. */
  command_name: string;
  /** What stands behind the name. */
  command_args: string;
  /** Where it comes from, such as `"projectSettings"`. */
  command_source?: string;
  /** The prompt as it was sent. */
  prompt: string;
}

/** What a UserPromptSubmit hook may answer; `"block"` keeps the prompt from the model. */
export interface UserPromptSubmitOutput extends HookOutputBase, HookStop, HookBlock {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "UserPromptSubmit";
    /** A note for the model. */
    additionalContext?: string;
    /** A title for the session. */
    sessionTitle?: string;
    /** Whether the result of a blocked prompt leaves the prompt's text out. */
    suppressOriginalPrompt?: boolean;
  };
}

/** What a UserPromptExpansion hook may answer; `"block"` keeps the prompt from the model. */
export interface UserPromptExpansionOutput extends HookOutputBase, HookStop, HookBlock {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "UserPromptExpansion";
    /** A note for the model. */
    additionalContext?: string;
    /** Whether the result of a blocked prompt leaves the prompt's text out (2.1.332). */
    suppressOriginalPrompt?: boolean;
  };
}
