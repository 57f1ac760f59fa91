import type { Observable } from "rxjs";
import { from, isObservable, Subscription, take } from "../rxjs.ts";
import type { Answer } from "../events.ts";
import type { Responder } from "./collect.ts";

/** Rejects the evaluation of answers that took longer than they may. */
export class TimeoutReached extends Error {}

/**
 * Gives the value of one answer: calls it if it is a function, waits for it if it is a promise,
 * takes the first value if it is an observable. Stops waiting when the signal fires, and calls
 * nothing if it has fired already.
 *
 * Stays synchronous as long as the answer is: nothing is faster, and order is kept.
 *
 * @returns The value, or a promise of it.
 * @throws What the function throws; a promise rejects with what the answer fails with.
 */
export function evaluate<T, Current>(
  responder: Responder<T, Current>,
  context: { signal: AbortSignal; current: Current },
): T | undefined | Promise<T | undefined> {
  const { signal, current } = context;
  signal.throwIfAborted();
  const answer = typeof responder === "function"
    ? (responder as (signal: AbortSignal, current: Current) => Answer<T>)(signal, current)
    : responder;
  if (answer === undefined) return undefined;
  if (isObservable(answer)) return firstValue(answer, signal);
  if (isThenable(answer)) return unlessAborted(answer, signal);
  return answer as T | undefined;
}

function isThenable<T>(value: unknown): value is PromiseLike<T> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

function firstValue<T>(source: Observable<T | undefined>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    // Subscribing may fire the signal itself, and may give values without end: it needs a handle before it returns.
    const subscription = new Subscription();
    const onAbort = () => {
      subscription.unsubscribe();
      reject(signal.reason);
    };
    const done = (settle: () => void) => {
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    subscription.add(
      from(source).pipe(take(1)).subscribe({
        next: (value) => done(() => resolve(value)),
        error: (error) => done(() => reject(error)),
        complete: () => done(() => resolve(undefined)),
      }),
    );
  });
}

function unlessAborted<T>(promise: PromiseLike<T | undefined>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      promise.then(undefined, () => {});
      return reject(signal.reason);
    }
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    const done = () => signal.removeEventListener("abort", onAbort);
    promise.then((value) => {
      done();
      resolve(value);
    }, (error) => {
      done();
      reject(error);
    });
  });
}
