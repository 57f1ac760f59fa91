import type { Observable } from "rxjs";
import type { PermissionMode } from "../protocol/messages.ts";
import type { ControlRequestAnswer, ControlRequestName } from "../protocol/requests/mod.ts";
import type { TransportExit } from "../process/mod.ts";
import type {
  FileControls,
  McpControls,
  ReportControls,
  RequestOptions,
  RequestParameters,
  SessionControls,
  SettingsControls,
  TaskControls,
} from "./controls/mod.ts";
import type { AgentEvent, FrameRecord } from "./events.ts";
import type { Prompt } from "./prompt.ts";
import type { Turn } from "./turn.ts";

/**
 * One running CLI process with its control channel. Made by `connect`; `agentOf(event)` gives the
 * one that an event came from.
 *
 * Every method that sends a control request waits for the start, and rejects with
 *
 * - a `UsageError` for an argument that the CLI would not understand: it is not sent, because a wrong field can make the
 *   CLI deaf for good;
 * - a `ControlError` if the CLI refuses it (`refused`), does not know it (`unsupported`), answers something else than
 *   expected (`malformed`), or does not answer in time (`timeout`; after `limits.controlMs` that ends the run);
 * - the run's error if the process ends.
 *
 * @example Held in the hand
 * ```ts
 * import { allowTools, connect } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.text("hi there");
 *   await cli.end();
 * });
 * await using agent = await connect({ transport }, (events) => events.pipe(allowTools("Read")));
 * const turn = await agent.ask("hello");
 * assertEquals(turn.text, "hi there");
 * ```
 */
export interface Agent
  extends SessionControls, TaskControls, McpControls, SettingsControls, ReportControls, FileControls, AsyncDisposable {
  /** Resolves when the process has gone, with how it ended; never rejects. */
  readonly exited: Promise<TransportExit>;

  /**
   * The agent's events, hot: for an agent of `connect`, what comes out of its pipeline. Subscribing to it
   * starts nothing, and leaving it ends nothing.
   */
  readonly events: Observable<AgentEvent>;

  /** Every frame that crosses the pipe from the subscription on, in both directions. */
  readonly frames: Observable<FrameRecord>;

  /**
   * The lines of standard error from the subscription on. Their tail is kept for errors whether or not this
   * is read.
   */
  readonly stderr: Observable<string>;

  /** The process id; `undefined` before the start and where there is no process. */
  readonly pid: number | undefined;

  /** The session's id; `undefined` until the first frame that tells it. */
  readonly sessionId: string | undefined;

  /**
   * The session that this one was forked from (`resume` with `forkSession`), or that went on under another id (`/clear`);
   * `undefined` where there is none, or where it is not known, as with `continue`.
   */
  readonly parentSessionId: string | undefined;

  /** The permission mode in force; `undefined` until it is known. */
  readonly mode: PermissionMode | undefined;

  /**
   * Writes a prompt at once, even while a turn runs: the CLI then merges it into the next turn or
   * folds it into the running one. `ask` waits for its time instead.
   *
   * @param prompt The prompt.
   * @returns The prompt's uuid.
   * @throws {UsageError} If it is no prompt, its uuid was sent before, or the agent is ending.
   */
  send(prompt: Prompt): string;

  /**
   * Sends a prompt when no turn runs, and waits for its turn.
   *
   * @param prompt The prompt.
   * @returns The turn. Rejects with the run's error if the agent ends before.
   * @throws (the promise rejects) `UsageError` if it is no prompt.
   */
  ask(prompt: Prompt): Promise<Turn>;

  /**
   * Sends a control request, of those that have a method of their own or any other: its fields and its answer as they
   * are on the wire. The answer is not checked: what the methods find wrong comes as it is.
   *
   * @param subtype The request's kind, such as `"get_settings"`.
   * @param rest Its fields, and how long it may take.
   * @returns The answer's payload; `{}` where the CLI gives none.
   * @throws (the promise rejects) `UsageError` for `"initialize"`, which is sent already, for fields that the CLI would
   * not understand, for settings that would take a gate away, and for a payload that cannot be written as JSON;
   * `ControlError` as for every method.
   */
  request<Name extends ControlRequestName>(
    subtype: Name,
    ...rest: RequestParameters<Name>
  ): Promise<ControlRequestAnswer<Name>>;
  /**
   * Sends a control request of a kind that Turnstream does not know.
   *
   * @param subtype The request's kind.
   * @param rest Its fields, and how long it may take.
   * @returns The answer's payload; `{}` where the CLI gives none.
   */
  request<Name extends string>(
    subtype: Name extends ControlRequestName ? never : Name,
    ...rest: [fields?: Record<string, unknown>, options?: RequestOptions]
  ): Promise<Record<string, unknown>>;

  /**
   * Ends the agent: what it asks is refused, a running turn is interrupted, its input is closed, and
   * if it does not exit in time it gets SIGINT and then SIGKILL. Each step takes at most
   * `limits.graceMs`.
   *
   * @returns How the process ended.
   */
  close(): Promise<TransportExit>;

  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}
