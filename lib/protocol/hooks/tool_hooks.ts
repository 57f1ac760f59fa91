import type { HookBlock, HookInputBase, HookMcpServer, HookNote, HookOutputBase, HookStop } from "./base.ts";

/** What the hooks around one tool call are told. */
export interface ToolHookInput extends HookInputBase {
  /** The tool's name. */
  tool_name: string;
  /** The tool's input. */
  tool_input: Record<string, unknown>;
  /** The tool use's id. */
  tool_use_id: string;
  /** The server of an MCP tool (2.1.332). */
  mcp_server?: HookMcpServer;
}

/** Before a tool call, whether or not the CLI would ask about it. */
export interface PreToolUseInput extends ToolHookInput {
  /** The event. */
  hook_event_name: "PreToolUse";
}

/** After a tool call that went well. */
export interface PostToolUseInput extends ToolHookInput {
  /** The event. */
  hook_event_name: "PostToolUse";
  /** What the tool gave back, in the tool's own shape: an object for Bash or Read, content blocks for an MCP tool. */
  tool_response: unknown;
  /** How long the tool ran, in milliseconds. */
  duration_ms?: number;
}

/** After a tool call that failed; a shell command that ends with another code than 0 is one. */
export interface PostToolUseFailureInput extends ToolHookInput {
  /** The event. */
  hook_event_name: "PostToolUseFailure";
  /** What went wrong. */
  error: string;
  /** Whether an interrupt ended the call. */
  is_interrupt?: boolean;
  /** How long the tool ran, in milliseconds. */
  duration_ms?: number;
}

/** One call of a batch. */
export interface ToolBatchCall {
  /** The tool's name. */
  tool_name: string;
  /** The tool's input. */
  tool_input: Record<string, unknown>;
  /** The tool use's id. */
  tool_use_id: string;
  /** What the model reads of its result: a text or content blocks. */
  tool_response?: unknown;
}

/** When all calls of one answer of the model are done. */
export interface PostToolBatchInput extends HookInputBase {
  /** The event. */
  hook_event_name: "PostToolBatch";
  /** The calls. */
  tool_calls: ToolBatchCall[];
}

/** When auto mode refused a call. A deny of the script, of a rule or of `dontAsk` is not told here. */
export interface PermissionDeniedInput extends ToolHookInput {
  /** The event. */
  hook_event_name: "PermissionDenied";
  /** Why. */
  reason: string;
}

/**
 * Before a shell command that stands in the text of a skill or slash command (2.1.332). Such a command passes neither
 * PreToolUse nor the permission requests.
 */
export interface PreSkillShellCommandInput extends HookInputBase {
  /** The event. */
  hook_event_name: "PreSkillShellCommand";
  /** The shell tool: `"Bash"` or `"PowerShell"`. */
  tool_name: string;
  /** What would run. */
  tool_input: {
    /** The command, with its arguments filled in. */
    command: string;
  };
  /** An id of this command; no tool use of the transcript has it. */
  tool_use_id: string;
  /** The skill or slash command. */
  command_name: string;
  /** Where the skill comes from, such as `"projectSettings"`. */
  command_source?: string;
  /** Who loads it: a person (or the script), the model, or something else. */
  invoked_by: "user" | "claude" | "other";
}

/** What a hook may decide about a tool call. */
export type HookPermissionDecision = "allow" | "deny" | "ask" | "defer";

/** What a PreToolUse hook may answer. */
export interface PreToolUseOutput extends HookOutputBase, HookStop {
  /** The older form of `permissionDecision`: `"approve"` is allow, `"block"` is deny. */
  decision?: "approve" | "block";
  /** Why, beside `decision`. */
  reason?: string;
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

/** What a PostToolUse hook may answer. `"block"` does not take the output back: the model reads the reason beside it. */
export interface PostToolUseOutput extends HookOutputBase, HookStop, HookBlock {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "PostToolUse";
    /** A note for the model. */
    additionalContext?: string;
    /** What the model reads in place of the output; the CLI drops it without a word where it has not the tool's shape. */
    updatedToolOutput?: unknown;
    /** The older form for MCP tools; without effect on any other tool. */
    updatedMCPToolOutput?: unknown;
    /** What the classifier of auto mode is told about the call (2.1.332); at most 2000 characters count. */
    classifierContext?: string;
  };
}

/** What a PostToolUseFailure hook may answer; the model reads the reason and the note. */
export interface PostToolUseFailureOutput extends HookOutputBase, HookBlock, HookNote<"PostToolUseFailure"> {}

/** What a PostToolBatch hook may answer; `"block"` ends the turn. */
export interface PostToolBatchOutput extends HookOutputBase, HookStop, HookBlock, HookNote<"PostToolBatch"> {}

/** What a PermissionDenied hook may answer. */
export interface PermissionDeniedOutput extends HookOutputBase {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "PermissionDenied";
    /** Whether the model is told that it may try again; 2.1.332 does not where its check could not run at all. */
    retry?: boolean;
  };
}

/** What a PreSkillShellCommand hook may answer; whatever is not an allow keeps the command from running. */
export interface PreSkillShellCommandOutput extends HookOutputBase, HookStop, HookBlock {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "PreSkillShellCommand";
    /** Whether the command may run; an allow adds nothing. */
    permissionDecision?: "allow" | "deny";
    /** Why; the model reads it in place of the command's output. */
    permissionDecisionReason?: string;
  };
}
