import type { Clock } from "../../process/mod.ts";
import type { Responder } from "./collect.ts";
import { evaluate, TimeoutReached } from "./evaluate.ts";
import type { Pending } from "./pending.ts";

/** How long one responder may take, and what its being late comes to. */
export interface Terms {
  /** How long, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the turn ends too. */
  readonly interrupt: boolean;
}

/** A responder's own limit was reached. */
export class OwnLimitReached extends TimeoutReached {
  /** @param terms The limit. */
  constructor(readonly terms: Terms) {
    super(`no answer within ${terms.timeoutMs} ms`);
  }
}

const TERMS: unique symbol = Symbol.for("turnstream/terms") as never;

/** Sets a limit of its own on a responder. */
export function withTerms<F extends (signal: AbortSignal) => unknown>(responder: F, terms: Terms | undefined): F {
  return terms === undefined ? responder : Object.defineProperty(responder, TERMS, { value: terms });
}

/** The limit of its own that a responder has. */
export function termsOf(responder: unknown): Terms | undefined {
  return typeof responder === "function" ? (responder as { [TERMS]?: Terms })[TERMS] : undefined;
}

/**
 * Evaluates a responder, within its own limit where it has one; at the limit its signal fires.
 *
 * @throws What it throws, and `OwnLimitReached`.
 */
export function evaluateWithin<T>(
  responder: Responder<T, undefined>,
  { pending, clock }: { pending: Pending; clock: Clock },
): T | undefined | Promise<T | undefined> {
  const terms = termsOf(responder);
  if (terms === undefined) return evaluate(responder, { signal: pending.signal, current: undefined });
  const own = new AbortController();
  const signal = AbortSignal.any([pending.signal, own.signal]);
  const stop = clock.after(terms.timeoutMs, () => own.abort(new OwnLimitReached(terms)));
  let value: T | undefined | Promise<T | undefined>;
  try {
    value = evaluate(responder, { signal, current: undefined });
  } catch (error) {
    stop();
    throw error;
  }
  if (value instanceof Promise) return value.finally(stop);
  stop();
  return value;
}
