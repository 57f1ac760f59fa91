import type { Observable } from "rxjs";
import type { PermissionMode } from "../protocol/messages.ts";
import type { TransportExit } from "../process/mod.ts";
import type { AgentEvent, FrameRecord } from "./events.ts";
import type { Prompt } from "./prompt.ts";
import type { Turn } from "./turn.ts";

/** What an interrupt came to. */
export interface InterruptReceipt {
  /** The ids of prompts that still wait in the CLI and run next (newer CLI; empty on older ones). */
  readonly stillQueued: readonly string[];
}

/**
 * One running CLI process with its control channel. Made by `connect`; `agentOf(event)` gives the
 * one that an event came from.
 *
 * Every method that sends a control request rejects with a `ControlError` if the CLI refuses it or
 * does not answer within `limits.controlMs`, and with the run's error if the process ends.
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
export interface Agent extends AsyncDisposable {
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
   * Sends any control request.
   *
   * @param subtype The request's kind, such as `"get_settings"`.
   * @param payload Its fields. @default none
   * @returns The answer's payload; `{}` where the CLI gives none.
   * @throws (the promise rejects) `UsageError` for `"initialize"`, which is sent already, and for a payload
   * that cannot be written as JSON.
   */
  request(subtype: string, payload?: Record<string, unknown>): Promise<Record<string, unknown>>;

  /**
   * Interrupts the turn that runs; its `TurnEnd` comes with the outcome `interrupted`. Subagents are
   * stopped too. Before the CLI has shown a sign of the turn the interrupt waits for it.
   *
   * @returns The receipt. Rejects with a `ControlError` of kind `not_running` when there is nothing
   * to interrupt.
   */
  interrupt(): Promise<InterruptReceipt>;

  /**
   * Sets the permission mode: before the first turn, in a turn and between turns alike. A permission
   * request that waits already stays as it is.
   *
   * @param mode The mode. `bypassPermissions` needs the CLI's own launch flag.
   */
  setPermissionMode(mode: PermissionMode): Promise<void>;

  /**
   * Sets the model from the next model call on. The CLI does not check the name: a wrong one shows
   * as an error of the next turn.
   *
   * @param model The model; `null` for the CLI's own.
   */
  setModel(model: string | null): Promise<void>;

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
