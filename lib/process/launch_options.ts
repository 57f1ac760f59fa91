import type { McpServerOption } from "../protocol/mcp/in_process.ts";
import type { PermissionMode } from "../protocol/messages.ts";

/** How much work the model puts into an answer. */
export type Effort = "low" | "medium" | "high" | "xhigh" | "max";

/**
 * How the model thinks before it answers. `adaptive` leaves it to the model; `enabled` with a budget is for older models;
 * a model that always thinks goes on doing so when thinking is `disabled`.
 */
export type Thinking =
  | {
    /** Thinks as much as it sees fit, or up to a fixed budget. */
    type: "adaptive" | "enabled";
    /** The most tokens that an older model may think; only with `enabled`. @default the CLI's own */
    budgetTokens?: number;
    /** Whether the thinking is shown as a summary, or not at all. @default the CLI's own */
    display?: "summarized" | "omitted";
  }
  | {
    /** Does not think. */
    type: "disabled";
  };

/** The options that become words of the command line; `ClaudeOptions` has them all. */
export interface LaunchOptions {
  /**
   * Further arguments, given to the CLI as they are. Those that would take the protocol or the gates away are refused,
   * and so is one that says the same as an option that is set.
   *
   * @default none
   */
  args?: readonly string[];
  /** The model. @default the CLI's own */
  model?: string;
  /** The model that takes over when the first is overloaded, or several, in their order. @default none */
  fallbackModel?: string | readonly string[];
  /** How much work the model puts into an answer; models that do not know it are not told. @default the CLI's own */
  effort?: Effort;
  /** How the model thinks: `{ type: "disabled" }`, `{ type: "enabled", budgetTokens: 8_000 }`. @default the CLI's own */
  thinking?: Thinking;
  /** How many tokens a task may take; the model is told, and can pace itself. @default none */
  taskBudget?: number;
  /** Beta features of the API, by their header, such as `"context-1m-2025-08-07"`; the CLI takes few. @default none */
  betas?: readonly string[];
  /**
   * The agent whose prompt, tools and model the main conversation has: one of `agents`, or one that the CLI finds in its
   * settings folders. The CLI goes on without one that it does not know; Turnstream does not.
   *
   * @default none
   */
  agent?: string;
  /** The permission mode. @default the CLI's own */
  permissionMode?: PermissionMode;
  /**
   * Whether `setPermissionMode("bypassPermissions")` may come later. In that mode the CLI asks about nothing: gates hold,
   * permission responders are not asked.
   *
   * @default false
   */
  allowDangerouslySkipPermissions?: boolean;
  /** Rules that the CLI allows without asking: such calls reach no permission responder. @default none */
  allowedTools?: readonly string[];
  /**
   * Rules that the CLI refuses, besides those of `denyTools`. They are read as the CLI reads them, which covers less
   * than the same rule in `denyTools`: `Edit` is that one tool, for example.
   *
   * @default none
   */
  disallowedTools?: readonly string[];
  /** The tools that the model is offered at all; an empty list offers none. @default the CLI's own */
  tools?: readonly string[];
  /**
   * MCP servers by name. One that lives in the script is given as an object: what `mcpServer` gives, or any server of the
   * MCP SDK (a function that makes one, where more than one agent gets it). Others are written as in the CLI's own
   * configuration. Those stand on the command line, which others on the machine may read: for one with a key, pass a file
   * in `args`, as `--mcp-config=FILE`.
   *
   * @default none
   */
  mcpServers?: Readonly<Record<string, McpServerOption>>;
  /** Whether the CLI starts no MCP servers but those of `mcpServers`. @default false */
  strictMcpConfig?: boolean;
  /** Plugins of this session: their folders, seen from `cwd`. @default none */
  plugins?: readonly string[];
  /**
   * Settings that go before those of `settingSources`: a path, or the settings themselves, as an object or JSON text.
   * Bare mode (`CLAUDE_CODE_SIMPLE`), in which the CLI calls no hook, is refused or overruled in them. Where a gate
   * stands, shell text in skills is switched off; settings that are no path may say otherwise.
   * The CLI leaves out all of them for one value that it does not understand; the run ends then before the first prompt.
   *
   * @default none
   */
  settings?: string | Readonly<Record<string, unknown>>;
  /**
   * Which settings files the CLI reads. An empty list keeps all of them out. Where a gate stands and this is not set, a
   * warning says that command hooks of the project run unasked.
   *
   * @default the CLI's own: all of them
   */
  settingSources?: readonly ("user" | "project" | "local")[];
  /** The output style, such as `"Explanatory"`; it stands in `settings`. @default the CLI's own */
  outputStyle?: string;
  /** The session to resume. @default a new one */
  resume?: string;
  /** Where the session of `resume` is cut off: the uuid of the last message that stays. @default at its end */
  resumeSessionAt?: string;
  /** Whether the session of `resume` or `continue` goes on under a new id. @default false */
  forkSession?: boolean;
  /** Whether the latest session of the directory goes on. @default false */
  continue?: boolean;
  /**
   * The id of the new session, a UUID; beside `resume` and `continue` only with `forkSession`.
   *
   * @default the CLI's choice
   */
  sessionId?: string;
  /** Whether the session is kept on disk; one that is not cannot be resumed. @default true */
  persistSession?: boolean;
  /** How many model calls a turn may make. @default no limit */
  maxTurns?: number;
  /**
   * What the agent may spend in all its turns, in US dollars; then every further turn fails at once.
   *
   * @default no limit
   */
  maxBudgetUsd?: number;
  /** Further directories that the agent may work in. @default none */
  addDirs?: readonly string[];
  /** Whether answers come in pieces as well, for `deltas`. @default false */
  includePartialMessages?: boolean;
  /** Whether the CLI tells of the command hooks of its settings: when they start, and what they say. @default false */
  includeHookEvents?: boolean;
  /**
   * Whether what subagents write and think comes too, and not only their tool calls; from those in the background it
   * comes in any case on 2.1.332. Needs a newer CLI: 2.1.332 knows it, 2.1.197 exits.
   *
   * @default false
   */
  forwardSubagentText?: boolean;
  /**
   * Whether the CLI writes a debug log, of everything or of some categories, such as `["hooks", "mcp"]` or
   * `["!statsig"]`. It goes to `debugFile` or into `.claude/debug` of the home folder, never among the messages.
   *
   * @default false
   */
  debug?: boolean | readonly string[];
  /** The file that the debug log goes to; it alone switches the log on. @default the CLI's own */
  debugFile?: string;
}
