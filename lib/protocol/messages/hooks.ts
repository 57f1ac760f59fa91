import type { MessageBase } from "./base.ts";

/** A command hook of the settings was started (`includeHookEvents`; those of `SessionStart` always). */
export interface HookStartedMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "hook_started";
  /** The id that the hook's other messages carry too. */
  hook_id: string;
  /** The event with what it is about, such as `PreToolUse:Bash`. */
  hook_name: string;
  /** The event. */
  hook_event: string;
  /** Where the hook is defined. */
  origin?: string;
  /** What the hook is called. */
  label?: string;
  /** The plugin that brings it. */
  plugin_name?: string;
}

/** A command hook wrote something. */
export interface HookProgressMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "hook_progress";
  /** The hook's id. */
  hook_id: string;
  /** The event with what it is about. */
  hook_name: string;
  /** The event. */
  hook_event: string;
  /** What it wrote to its standard output so far. */
  stdout: string;
  /** What it wrote to its standard error so far. */
  stderr: string;
  /** Both together. */
  output: string;
  /** Whether it runs in the background. */
  backgrounded?: boolean;
}

/** A command hook ended. */
export interface HookResponseMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "hook_response";
  /** The hook's id. */
  hook_id: string;
  /** The event with what it is about. */
  hook_name: string;
  /** The event. */
  hook_event: string;
  /** What it wrote, both streams together. */
  output: string;
  /** What it wrote to its standard output. */
  stdout: string;
  /** What it wrote to its standard error. */
  stderr: string;
  /** The command's exit code. */
  exit_code?: number;
  /** How it ended. */
  outcome: "success" | "error" | "cancelled";
}
