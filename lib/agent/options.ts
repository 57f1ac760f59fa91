import type { EnvironmentOptions, LaunchOptions, Transport, TransportFactory } from "../process/mod.ts";
import type { Diagnostic } from "./events.ts";

/** Time limits and sizes of an agent. All times in milliseconds. */
export interface Limits {
  /** How long the CLI may take to answer `initialize`; then the run fails with a `ControlError`. @default 60_000 */
  initializeMs?: number;
  /** The same for any other control request, such as `interrupt`. @default 60_000 */
  controlMs?: number;
  /** How long responders may take to answer a permission request, which is denied then, an elicitation or a dialog. @default none */
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
  /**
   * How long a paced consumer (`pacedMap`, `iterate`) may take nothing while `readAheadBytes` wait for it, or the end of a
   * turn that `agent.ask` gives (who awaits that inside of the consumer waits for itself); then the run fails with a
   * `StalledError`.
   *
   * @default none
   */
  stallMs?: number;
  /** How long each step of an ending may take, before the next, harder one. @default 5_000 */
  graceMs?: number;
  /**
   * How much is read ahead for a paced consumer (`pacedMap`, `iterate`), in bytes; above it the pipe stands still, and
   * what the agent asks then is read when some was taken.
   *
   * @default 32 MiB
   */
  readAheadBytes?: number;
  /** The longest line that is read, in bytes. @default 64 MiB */
  lineBytes?: number;
  /** What a longer line does: end the run, or be skipped with a diagnostic. @default "fail" */
  onLongLine?: "fail" | "skip";
}

/** What an agent is started with, and how it is held. */
export interface ClaudeOptions extends LaunchOptions, EnvironmentOptions {
  /** The program: a name on `PATH`, a path, or a list of one of these and leading arguments. @default "claude" */
  program?: string | readonly string[];
  /** The agent's working directory. @default the script's own */
  cwd?: string;
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
  /** The system prompt, whole. @default the CLI's own */
  systemPrompt?: string;
  /** What is added to the system prompt. @default nothing */
  appendSystemPrompt?: string;
  /**
   * Subagents that the model can start, by name: each has a `description` and a `prompt`, and may have `tools`, `model`
   * and more.
   *
   * @default none
   */
  agents?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The skills that the model is told of; files of others stay where they are. @default all */
  skills?: readonly string[];
  /** What the model is told to do in plan mode, in place of the CLI's own steps. @default the CLI's own */
  planModeInstructions?: string;
  /** The title of a new session; one that is resumed keeps its own. @default the CLI makes one */
  title?: string;
  /**
   * Whether the CLI guesses the next prompt after a turn, from the second on, and tells it in a `prompt_suggestion`. It
   * comes after the result, and may be lost where that was the last turn.
   *
   * @default false
   */
  promptSuggestions?: boolean;
  /** Whether the CLI's echo of each prompt is an event. @default false */
  replayUserMessages?: boolean;
  /**
   * The JSON schema of `result.structured_output` in each turn, that of an object; it is absent if the model does not
   * comply. The CLI knows draft-07 and takes no other: a `$schema` is left out, and a keyword of a newer draft refused.
   *
   * @default none
   */
  jsonSchema?: Readonly<Record<string, unknown>>;
  /**
   * What is checked: `"control"`, control frames, and of a message its kind and the few fields that everything reads;
   * `"all"`, every known field of every message. A message that does not fit is passed on as an `UnknownMessage` with
   * what is wrong: `ofType("unknown")` sees it, and `texts`, `toolUses` and the guards pass over it, even where only a
   * number in its usage is odd. The first three of each kind of message are told with the paths of what does
   * not fit: as a `warning` by `"all"`, as a `noise` otherwise. Good for tests, and for a CLI that is newer than this package.
   *
   * @default "control"
   */
  validate?: "control" | "all";
  /** Time limits and sizes. @default each one's own */
  limits?: Limits;
}
