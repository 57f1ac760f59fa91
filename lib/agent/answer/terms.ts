import type { Clock } from "../../process/mod.ts";
import { UsageError } from "../../protocol/errors.ts";
import type { Responder } from "./collect.ts";
import { evaluate, TimeoutReached } from "./evaluate.ts";
import { evaluateFor } from "./evaluate_for.ts";
import type { Pending } from "./pending.ts";

/** How long one responder may take, and what its being late comes to. */
export interface Terms {
  /** How long, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the turn ends too. */
  readonly interrupt: boolean;
}

/**
 * Refuses a limit that is no time, and an effect that there is not.
 *
 * @throws {UsageError} Naming the option and the cure.
 */
export function checkTerms({ timeoutMs, onTimeout }: { timeoutMs?: unknown; onTimeout?: unknown }): void {
  if (onTimeout !== undefined && onTimeout !== "deny" && onTimeout !== "stop") {
    throw new UsageError(`Give "onTimeout" the value "deny" or "stop", not ${JSON.stringify(onTimeout)}`);
  }
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs > 0)) {
    throw new UsageError(`Give "timeoutMs" a number of milliseconds above 0, not ${String(timeoutMs)}`);
  }
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
export function withTerms<R>(responder: R, terms: Terms | undefined): R {
  return terms === undefined ? responder : Object.defineProperty(responder as R & object, TERMS, { value: terms });
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
  { terms, pending, clock }: { terms: Terms | undefined; pending: Pending; clock: Clock },
): T | undefined | Promise<T | undefined> {
  if (terms === undefined) return evaluate(responder, { signal: pending.signal, current: undefined });
  const late = () => new OwnLimitReached(terms);
  return evaluateFor(responder, {
    ms: terms.timeoutMs,
    clock,
    signal: pending.signal,
    current: undefined,
    late,
  });
}
