import type { Diagnostic } from "./events.ts";
import type { PermissionMode } from "../protocol/messages.ts";
import type { Transport, TransportFactory } from "../process/transport.ts";

/** Time limits and sizes of an agent. All times in milliseconds. */
export interface Limits {
  /** How long the CLI may take to answer `initialize`; then the run fails with a `ControlError`. @default 60_000 */
  initializeMs?: number;
  /** The same for any other control request, such as `interrupt`. @default 60_000 */
  controlMs?: number;
  /** How long responders may take to answer a permission request; then it is denied. @default none */
  permissionMs?: number;
  /**
   * How long a hook may take; then PreToolUse denies the call, UserPromptSubmit blocks the prompt, and the others have
   * no effect.
   *
   * @default 60_000
   */
  hookMs?: number;
  /** How long subagents may work on after the last turn; then the run is stopped. @default 600_000 */
  settleMs?: number;
  /** How long each step of an ending may take, before the next, harder one. @default 5_000 */
  graceMs?: number;
  /** The longest line that is read, in bytes. @default 64 MiB */
  lineBytes?: number;
  /** What a longer line does: end the run, or be skipped with a diagnostic. @default "fail" */
  onLongLine?: "fail" | "skip";
}

/** What an agent is started with, and how it is held. */
export interface ClaudeOptions {
  /** The program: a name on `PATH`, a path, or a list of one of these and leading arguments. @default "claude" */
  program?: string | readonly string[];
  /**
   * Further arguments, given to the CLI as they are. Those that would take the protocol or the gates away are refused,
   * and so is one that says the same as an option that is set.
   *
   * @default none
   */
  args?: readonly string[];
  /** The agent's working directory. @default the script's own */
  cwd?: string;
  /** Environment variables set on top of the script's own. @default none */
  env?: Readonly<Record<string, string>>;
  /** Whether the agent sees nothing of the script's own environment. @default false */
  clearEnv?: boolean;
  /** Ends the run when it fires; the stream errors with its `reason`. @default none */
  signal?: AbortSignal;
  /**
   * Whether Ctrl+C, SIGTERM, SIGHUP and the script's end stop the agent's process; with a `transport` there is none to
   * stop.
   *
   * @default true
   */
  signals?: boolean;
  /** What stands in for the process: a simulation, a recording. @default a child process */
  transport?: Transport | TransportFactory;
  /** Told of every diagnostic. @default `responder_failed` and `warning` are printed on standard error */
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
  /**
   * Rules that the CLI refuses, besides those of `denyTools`. They are read as the CLI reads them, which covers less
   * than the same rule in `denyTools`: `Edit` is that one tool, for example.
   *
   * @default none
   */
  disallowedTools?: readonly string[];
  /** The tools that the model is offered at all; an empty list offers none. @default the CLI's own */
  tools?: readonly string[];
  /** MCP servers, as in the CLI's own configuration. @default none */
  mcpServers?: Readonly<Record<string, Record<string, unknown>>>;
  /** Subagents that the model can start. @default none */
  agents?: Readonly<Record<string, Record<string, unknown>>>;
  /**
   * Settings that go before those of `settingSources`: a path, or the settings themselves, as an object or JSON text.
   * Bare mode (`CLAUDE_CODE_SIMPLE`), in which the CLI calls no hook, is refused or overruled in them. Where a gate
   * stands, shell text in skills is switched off; settings that are no path may say otherwise.
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
  /** The session to resume. @default a new one */
  resume?: string;
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
  /** Whether the CLI's echo of each prompt is an event. @default false */
  replayUserMessages?: boolean;
  /**
   * The JSON schema of `result.structured_output` in each turn; that is absent if the model does not comply.
   *
   * @default none
   */
  jsonSchema?: Readonly<Record<string, unknown>>;
  /**
   * How often in a row a Stop hook may send the agent back to work, above 0; then the turn ends all the same, with the
   * outcome `limit`.
   *
   * @default 8, the CLI's own
   */
  stopBlocks?: number;
  /** Time limits and sizes. @default each one's own */
  limits?: Limits;
}
