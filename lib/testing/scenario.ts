import type { ControlResponseFrame } from "../protocol/control.ts";
import type { Launch } from "../process/transport.ts";
import type {
  Ended,
  EndOptions,
  ExpectedPrompt,
  FailOptions,
  HookAnswer,
  RequestOptions,
  SimulatedPrompt,
  TaskOptions,
  TextOptions,
  ToolOptions,
  ToolOutcome,
} from "./scenario_options.ts";
import type { WrittenLine } from "./written_line.ts";

/**
 * What a simulated agent says and does, written as a dialogue. It runs once for each process.
 *
 * A scenario that returns leaves its agent idle; another prompt is then a failure. A turn that is
 * still open is ended for it.
 */
export type Scenario = (cli: SimulatedCli) => Promise<void> | void;

/** A task that was started. */
export interface SimulatedTask {
  /** The task's id, which is also its subagent's. */
  readonly id: string;
  /** Resolves when the task has ended or was killed; the turn that is owed for it may come later. */
  readonly done: Promise<void>;
}

/** A subagent at work. Once its task was stopped, everything that it does is without effect. */
export interface SimulatedSubagent {
  /** Its id: the `agent_id` of its requests. */
  readonly id: string;
  /** Whether its task was stopped. */
  readonly aborted: boolean;
  /** Says something; the script hears it of background tasks only, as with the real CLI. */
  text(text: string): Promise<void>;
  /** Uses a tool, with hooks and permission. */
  tool(name: string, input: Record<string, unknown>, options?: ToolOptions): Promise<ToolOutcome>;
  /** Does nothing until its task is stopped or its process ends. */
  silence(): Promise<void>;
}

/**
 * A simulated agent, as its scenario drives it.
 *
 * A turn begins with `prompt` and ends with `end`. Where the script (or an answer) ends the turn
 * before that, the call that is pending returns at once, and **everything but `prompt` is without
 * effect until `prompt` is called**: a scenario that is written as a list of turns goes on with the
 * next one. `aborted` tells; a loop without a prompt in it must look at it.
 *
 * At the end of its input the process goes when no turn runs: a `prompt` that waits then never
 * returns, and the scenario is left behind. When the process has gone, every call throws.
 */
export interface SimulatedCli {
  /** What the process was started with. */
  readonly launch: Launch;
  /** Everything that the script wrote so far, parsed, in order. */
  readonly received: readonly WrittenLine[];
  /** The session. */
  readonly sessionId: string;
  /** The permission mode in force. */
  readonly mode: string;
  /** Whether the turn was ended by others, so that calls are without effect until the next `prompt`. */
  readonly aborted: boolean;
  /** Whether the script has closed the agent's input. */
  readonly isEnded: boolean;
  /**
   * Begins a turn: waits for the next prompt, calls the UserPromptSubmit hooks, emits `init`.
   *
   * @param expected What the prompt must be; something else fails the scenario.
   * @returns The prompt.
   */
  prompt(expected?: ExpectedPrompt): Promise<SimulatedPrompt>;
  /**
   * Says something, in pieces as well where the script asked for pieces.
   *
   * @param text The text.
   * @param options The pieces.
   */
  text(text: string, options?: TextOptions): Promise<void>;
  /**
   * Shows the model's reasoning.
   *
   * @param text The reasoning.
   */
  thinking(text: string): Promise<void>;
  /**
   * Uses a tool: calls the hooks, asks where nothing else decides, "runs" it. Calls that are made
   * without waiting for one another are parallel tool uses.
   *
   * @param name The tool's name.
   * @param input The input, as the model wrote it.
   * @param options What the tool gives back, and whether the CLI asks.
   * @returns What became of it.
   */
  tool(name: string, input: Record<string, unknown>, options?: ToolOptions): Promise<ToolOutcome>;
  /**
   * Calls the hooks that the script registered for an event.
   *
   * @param event The event's name.
   * @param input What the hooks are told, beside what every hook is told.
   * @returns Their answers; none where nobody registered.
   */
  hook(event: string, input?: Record<string, unknown>): Promise<HookAnswer[]>;
  /**
   * Starts a subagent.
   *
   * @param options What it is asked, and whether it works in the background.
   * @param work What it does.
   * @returns Its task: at once for one in the background, otherwise when it has ended.
   */
  task(options: TaskOptions, work: (subagent: SimulatedSubagent) => Promise<void> | void): Promise<SimulatedTask>;
  /**
   * Ends the turn: calls the Stop hooks, emits `result`.
   *
   * @param options The cost and everything else in the result.
   * @returns Whether a Stop hook sent the agent back to work, so that the turn goes on.
   */
  end(options?: EndOptions): Promise<Ended>;
  /**
   * Ends the turn as a failed request to the model does: a `success` that is an error.
   *
   * @param text What is said instead of an answer.
   * @param options The status and the kind.
   */
  fail(text: string, options?: FailOptions): Promise<void>;
  /** Does nothing until the turn is ended by others or the process ends. */
  silence(): Promise<void>;
  /**
   * Emits a frame as it is.
   *
   * @param frame Any object.
   */
  emit(frame: object): void;
  /**
   * Writes on standard output, as it is and without a line end.
   *
   * @param chunk Text or bytes.
   */
  raw(chunk: string | Uint8Array): void;
  /**
   * Writes on standard error, as it is.
   *
   * @param text The text.
   */
  stderr(text: string): void;
  /**
   * Sends a control request to the script.
   *
   * @param subtype The request's kind.
   * @param payload Its other fields.
   * @param options Its id.
   * @returns The script's answer; `undefined` where none can come any more.
   */
  request(
    subtype: string,
    payload?: Record<string, unknown>,
    options?: RequestOptions,
  ): Promise<ControlResponseFrame["response"] | undefined>;
  /**
   * Takes a control request back; its `request` then resolves to `undefined`.
   *
   * @param requestId The request's id.
   */
  cancel(requestId: string): void;
  /**
   * Ends the process, whatever is going on.
   *
   * @param code The exit code; `null` for an end by a signal.
   * @param signal The signal that ended it.
   */
  exit(code?: number | null, signal?: string | null): void;
  /**
   * Ends the process as a crash does: a message on standard error and exit code 1.
   *
   * @param message The message.
   */
  crash(message: string): void;
}
