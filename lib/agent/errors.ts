import type { Turn } from "./turn.ts";
import { reasonOf } from "./turn_outcome.ts";

/**
 * Why a control request failed:
 *
 * - `refused`: the CLI said no, or a gate did;
 * - `unsupported`: this version of the CLI does not know the request;
 * - `timeout`: it was not answered in time;
 * - `malformed`: it was answered with something else than expected;
 * - `not_running`: there was nothing that it could apply to;
 * - `cancelled`: a prompt was taken back before its turn.
 */
export type ControlErrorKind = "refused" | "unsupported" | "timeout" | "malformed" | "not_running" | "cancelled";

/**
 * A control request to the CLI failed.
 *
 * A request that is not answered within `limits.controlMs` means that the process is dead to us: the run is ended.
 */
export class ControlError extends Error {
  /** Always `"ControlError"`. */
  override readonly name = "ControlError";
  /** Why it failed. */
  readonly kind: ControlErrorKind;
  /** The request's kind, such as `"interrupt"`. */
  readonly subtype: string;
  /** The CLI's own code for the error, such as `invalid_mode`, where it gave one (newer CLI). */
  readonly code: string | undefined;
  /** What is wrong with the answer; for the kind `malformed`. */
  readonly issues: readonly string[];
  readonly #answer: unknown;

  /**
   * Makes the error.
   *
   * @param message What happened and what to do.
   * @param details The kind of failure and the kind of request.
   */
  constructor(message: string, details: ControlErrorDetails) {
    super(message, details);
    this.kind = details.kind;
    this.subtype = details.subtype;
    this.code = details.code;
    this.issues = details.issues ?? [];
    this.#answer = details.answer;
  }

  /** The answer as it came; for the kind `malformed`. It may hold keys, so it is not printed with the error. */
  get answer(): unknown {
    return this.#answer;
  }
}

/** What a `ControlError` tells besides its message. */
export interface ControlErrorDetails extends ErrorOptions {
  /** Why it failed. */
  kind: ControlErrorKind;
  /** The request's kind. */
  subtype: string;
  /** The CLI's own code for the error. @default none */
  code?: string | undefined;
  /** What is wrong with the answer. @default nothing */
  issues?: readonly string[];
  /** The answer as it came. @default none */
  answer?: unknown;
}

/** A turn failed; thrown by `expectSuccess`. */
export class TurnError extends Error {
  /** Always `"TurnError"`. */
  override readonly name: string = "TurnError";
  // Private: errors are printed, and a turn has all of its messages.
  readonly #turn: Turn;

  /**
   * Makes the error.
   *
   * @param turn The turn.
   */
  constructor(turn: Turn) {
    super(`Turn ${turn.index + 1} of the run ended as ${turn.outcome}: ${reasonOf(turn)}`);
    this.#turn = turn;
  }

  /** The turn; not shown where the error is printed. */
  get turn(): Turn {
    return this.#turn;
  }
}

/** A turn ended at a limit; thrown by `expectSuccess`. */
export class LimitError extends TurnError {
  /** Always `"LimitError"`. */
  override readonly name = "LimitError";
}

/**
 * Which phase stood still:
 *
 * - `start`: the process said nothing after its start;
 * - `first_token`: the model had not begun to answer;
 * - `streaming`: an answer stopped in its middle;
 * - `tool`: a tool ran on and on;
 * - `settle`: subagents worked on after the turn;
 * - `consumer`: the script's own paced consumer took nothing.
 */
export type StallPhase = "start" | "first_token" | "streaming" | "tool" | "settle" | "consumer";

/** What a `StalledError` tells besides its message. */
export interface StalledErrorDetails extends ErrorOptions {
  /** Which phase stood still. */
  phase: StallPhase;
  /** What the model had said in the turn so far. */
  text: string;
}

/** Nothing went on for longer than a limit allows; `cause` is the last retry that the CLI announced, where it did. */
export class StalledError extends Error {
  /** The error's name. */
  override readonly name = "StalledError";
  /** Which phase stood still. */
  readonly phase: StallPhase;
  /** What the model had said in the turn so far. */
  readonly text: string;

  /**
   * Makes the error.
   *
   * @param message What stood still, for how long, and which limit says so.
   * @param details The phase, and the text so far.
   */
  constructor(message: string, details: StalledErrorDetails) {
    super(message, details);
    this.phase = details.phase;
    this.text = details.text;
  }
}
