import type { PermissionMode } from "../../protocol/messages.ts";
import type { ResolvedPath } from "../../protocol/rules/mod.ts";

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
  /** The agent's home directory: `~/` in rules starts here. @default unknown */
  readonly home?: string;
  /**
   * Follows the symbolic links of an absolute path, where the agent's files can be looked at. Rules for paths use it: they
   * judge a path as it is written and as it leads on.
   *
   * @default absent in simulations: rules judge paths as they are written
   */
  resolvePath?(path: string): ResolvedPath;
}
