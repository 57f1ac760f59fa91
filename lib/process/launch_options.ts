import type { PermissionMode } from "../protocol/messages.ts";

/** The options that become words of the command line. `ClaudeOptions` fits as it is. */
export interface LaunchOptions {
  /** The model. @default the CLI's own */
  model?: string;
  /** The model that takes over when the first is overloaded. @default none */
  fallbackModel?: string;
  /** The permission mode. @default the CLI's own */
  permissionMode?: PermissionMode;
  /** Rules that the CLI allows without asking. @default none */
  allowedTools?: readonly string[];
  /** Rules that the CLI refuses. @default none */
  disallowedTools?: readonly string[];
  /** The tools that the model is offered at all. @default the CLI's own */
  tools?: readonly string[];
  /** MCP servers, as in the CLI's own configuration. @default none */
  mcpServers?: Readonly<Record<string, Record<string, unknown>>>;
  /** Settings that go before those of `settingSources`: a path, or the settings themselves. @default none */
  settings?: string | Readonly<Record<string, unknown>>;
  /** Which settings files the CLI reads. @default the CLI's own */
  settingSources?: readonly ("user" | "project" | "local")[];
  /** The session to resume. @default a new one */
  resume?: string;
  /** Whether the resumed session goes on under a new id. @default false */
  forkSession?: boolean;
  /** Whether the latest session of the directory goes on. @default false */
  continue?: boolean;
  /** The id of the new session, a UUID. @default the CLI's choice */
  sessionId?: string;
  /** How many model calls a turn may make. @default no limit */
  maxTurns?: number;
  /** What the session may cost, in US dollars. @default no limit */
  maxBudgetUsd?: number;
  /** Further directories that the agent may work in. @default none */
  addDirs?: readonly string[];
  /** Whether answers come in pieces as well. @default false */
  includePartialMessages?: boolean;
  /** Further arguments, given to the CLI as they are. @default none */
  args?: readonly string[];
  /**
   * Whether a gate stands: then the CLI runs no shell text that a skill or a slash command holds, because it calls no
   * hook for those. Settings that say otherwise themselves win.
   *
   * @default false
   */
  gated?: boolean;
}
