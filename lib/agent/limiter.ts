import type { Message } from "../protocol/messages.ts";
import type { Agent } from "./agent.ts";
import type { Turn } from "./turn.ts";

/** What a limit can see of one agent's run, and do to it. */
export interface LimitedRun {
  /** The agent. */
  readonly agent: Agent;
  /** How many prompts were written whose turn has not ended. */
  readonly inFlight: number;
  /** Whether what the agent says is held back, as a paced consumer takes no more: then its silence tells nothing. */
  readonly held: boolean;
  /** What the model has said in the running turn so far. */
  readonly text: string;
  /**
   * Interrupts the running turn, which then ends with the outcome `limit`, and the subagents at work.
   *
   * @param reason Which limit was reached, for people.
   * @returns Whether anything ran.
   */
  cut(reason: string): boolean;
  /** Emits a warning. */
  report(message: string): void;
  /** Ends the run with an error, by the steps of every ending. */
  fail(error: unknown): void;
}

/** One limit's watch over one run. */
export interface RunWatch {
  /** Resolves when the process may start. @default at once */
  ready?(): Promise<void>;
  /** Why the next prompt must not be sent, or the process not be started for it; `undefined` if it may. */
  refuses?(): string | undefined;
  /** The process is about to start. */
  starting?(): void;
  /** A prompt is about to be written. */
  prompted?(): void;
  /** A message came; told before it is emitted. */
  observe?(message: Message): void;
  /**
   * A message of the model's was read that waits behind others for a paced consumer. It comes to `observe` once more when
   * its turn has come; one that is read while no more may wait comes there alone.
   */
  readAhead?(message: Message): void;
  /** A turn ended that the CLI ran; told before its event is emitted. */
  turnEnded?(turn: Turn): void;
  /** The run is over. */
  over?(): void;
}

/**
 * A limit that an operator registers on the Opening. It is told of the run by the agent itself and not by the events
 * that flow past, so that it holds whatever stands in the pipe, and counts once however often the pipe is subscribed.
 */
export interface Limiter {
  /** What it is. */
  readonly kind: "limiter";
  /** The operator's name, for messages. */
  readonly name: string;
  /** Begins to watch a run; called once for each, before its process starts. */
  watch(run: LimitedRun): RunWatch;
}
