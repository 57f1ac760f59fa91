import type { PermissionMode } from "../../protocol/messages.ts";

/** Where a tool call is judged: before every call, or where the CLI asks. */
export type Door = "hook" | "permission";

/** A tool call as a rule sees it. */
export interface ToolCall {
  /** The tool's name, such as `Bash` or `mcp__server__tool`. */
  readonly toolName: string;
  /** The input in the form in which the call would run. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The tool use's id. */
  readonly toolUseId: string;
  /** The subagent that calls; absent for the main agent. */
  readonly subagentId?: string;
  /** At which door the call is judged. */
  readonly door: Door;
  /** The permission mode in force. */
  readonly mode: PermissionMode | undefined;
  /** The directory in which the agent was launched, where it is known. */
  readonly cwd: string | undefined;
}
