import type { Clock } from "../../process/mod.ts";
import type { Responder } from "./collect.ts";
import { evaluate, type TimeoutReached } from "./evaluate.ts";

/** What evaluating a responder within a time of its own needs. */
export interface EvaluateForOptions<Current> {
  /** How long it may take, in milliseconds. */
  ms: number;
  /** Where the deadline comes from. */
  clock: Clock;
  /** Fires when nobody wants the answer any more. */
  signal: AbortSignal;
  /** What the responder is told besides. */
  current: Current;
  /** Makes the error of a responder that is late. */
  late(): TimeoutReached;
}

/**
 * Evaluates a responder within a time of its own; at the limit its signal fires.
 *
 * @returns The value, or a promise of it.
 * @throws What the responder throws, and the error of one that is late.
 */
export function evaluateFor<T, Current>(
  responder: Responder<T, Current>,
  options: EvaluateForOptions<Current>,
): T | undefined | Promise<T | undefined> {
  const { ms, clock, signal, current, late } = options;
  const own = new AbortController();
  const stop = clock.after(ms, () => own.abort(late()));
  try {
    const value = evaluate(responder, { signal: AbortSignal.any([signal, own.signal]), current });
    if (value instanceof Promise) return value.finally(stop);
    stop();
    return value;
  } catch (error) {
    stop();
    throw error;
  }
}
