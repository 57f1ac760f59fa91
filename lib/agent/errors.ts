import type { Turn } from "./turn.ts";
import { reasonOf } from "./turn_outcome.ts";

/**
 * Why a control request failed: the CLI `refused` it, did not answer it in time (`timeout`), or there was nothing
 * that it could apply to (`not_running`).
 */
export type ControlErrorKind = "refused" | "timeout" | "not_running";

/**
 * A control request to the CLI failed: the CLI refused it, did not answer in time, or there was
 * nothing that it could apply to.
 *
 * A request that is not answered in time means that the process is dead to us: the run is ended.
 */
export class ControlError extends Error {
  /** Always `"ControlError"`. */
  override readonly name = "ControlError";
  /** Why it failed. */
  readonly kind: ControlErrorKind;
  /** The request's kind, such as `"interrupt"`. */
  readonly subtype: string;

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
  }
}

/** What a `ControlError` tells besides its message. */
export interface ControlErrorDetails extends ErrorOptions {
  /** Why it failed. */
  kind: ControlErrorKind;
  /** The request's kind. */
  subtype: string;
}

/** A turn failed; thrown by `expectSuccess`. */
export class TurnError extends Error {
  /** Always `"TurnError"`. */
  override readonly name: string = "TurnError";
  /** The turn. */
  readonly turn: Turn;

  /**
   * Makes the error.
   *
   * @param turn The turn.
   */
  constructor(turn: Turn) {
    super(`Turn ${turn.index + 1} of the run ended as ${turn.outcome}: ${reasonOf(turn)}`);
    this.turn = turn;
  }
}

/** A turn ended at a limit; thrown by `expectSuccess`. */
export class LimitError extends TurnError {
  /** Always `"LimitError"`. */
  override readonly name = "LimitError";
}
