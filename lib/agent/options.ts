import type { Diagnostic } from "./events.ts";
import type { PermissionMode } from "../protocol/messages.ts";
import type { Transport, TransportFactory } from "../process/transport.ts";

/** Time limits and sizes of an agent. All times in milliseconds. */
export interface Limits {
  /** How long the CLI may take to answer `initialize`. @default 60_000 */
  initializeMs?: number;
  /** How long the CLI may take to answer any other control request. @default 60_000 */
  controlMs?: number;
  /** How long a permission request may wait for its answer; then it is denied. @default none */
  permissionMs?: number;
  /** How long a hook may take; then it is denied, blocked or passed. @default 60_000 */
  hookMs?: number;
  /** How long subagents may work on after the last turn. @default 600_000 */
  settleMs?: number;
  /** How long each step of an ending may take. @default 5_000 */
  graceMs?: number;
  /** The longest line that is read, in bytes. @default 64 MiB */
  lineBytes?: number;
  /** What a longer line does: end the run, or be skipped with a diagnostic. @default "fail" */
  onLongLine?: "fail" | "skip";
}

/** What an agent is started with, and how it is held. */
export interface ClaudeOptions {
  /** The program: a name on `PATH`, a path, or a path with leading arguments. @default "claude" */
  program?: string | readonly string[];
  /** Further arguments, given to the CLI as they are. @default none */
  args?: readonly string[];
  /** The agent's working directory. @default the script's own */
  cwd?: string;
  /** Environment variables set on top of the script's own. @default none */
  env?: Readonly<Record<string, string>>;
  /** Whether the agent sees nothing of the script's own environment. @default false */
  clearEnv?: boolean;
  /** Ends the run when it fires; the stream errors with its `reason`. @default none */
  signal?: AbortSignal;
  /** Whether Ctrl+C, SIGTERM and the script's end stop the agent. @default true */
  signals?: boolean;
  /** What stands in for the process: a simulation, a recording. @default a child process */
  transport?: Transport | TransportFactory;
  /** Told of every diagnostic, instead of standard error. @default warnings go to stderr */
  onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** The model. @default the CLI's own */
  model?: string;
  /** The model that takes over when the first is overloaded. @default none */
  fallbackModel?: string;
  /** The permission mode. @default the CLI's own */
  permissionMode?: PermissionMode;
  /** The system prompt, whole. @default the CLI's own */
  systemPrompt?: string;
  /** What is added to the system prompt. @default nothing */
  appendSystemPrompt?: string;
  /** Rules that the CLI allows without asking: such calls reach no permission responder. @default none */
  allowedTools?: readonly string[];
  /** Rules that the CLI refuses. @default none */
  disallowedTools?: readonly string[];
  /** The tools that the model is offered at all. @default the CLI's own */
  tools?: readonly string[];
  /** MCP servers, as in the CLI's own configuration. @default none */
  mcpServers?: Readonly<Record<string, Record<string, unknown>>>;
  /** Subagents that the model can start. @default none */
  agents?: Readonly<Record<string, Record<string, unknown>>>;
  /** Settings: a file's path, or the settings themselves. @default the CLI's own */
  settings?: string | Readonly<Record<string, unknown>>;
  /**
   * Which settings files the CLI reads. An empty list keeps all of them out. Where a gate stands and this is not set, a
   * warning says that command hooks of the project run unasked.
   *
   * @default the CLI's own: all of them
   */
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
  /** Whether the CLI's echo of each prompt is an event. @default false */
  replayUserMessages?: boolean;
  /** The JSON schema that a turn's result must fit. @default none */
  jsonSchema?: Readonly<Record<string, unknown>>;
  /** How often in a row a Stop hook may send the agent back to work; above 0. @default 8, the CLI's own */
  stopBlocks?: number;
  /** Time limits and sizes. */
  limits?: Limits;
}
