import { UsageError } from "../../protocol/errors.ts";
import type { Answer } from "../events.ts";

/** What a responder gave: a value in any of its forms, or a function that is called in its turn. */
export type Responder<T, Current> = Answer<T> | ((signal: AbortSignal, current: Current) => Answer<T>);

/** Collects what responders give while an event flows past; closed once it has passed. */
export class Collector<T, Current = undefined> {
  readonly #responders: Responder<T, Current>[] = [];
  readonly #method: string;
  #passed = false;

  /** @param method The name of the event's method, for the message. */
  constructor(method: string) {
    this.#method = method;
  }

  /** Takes a responder's answer. */
  add(responder: Responder<T, Current>): void {
    if (this.#passed) {
      throw new UsageError(
        `Cannot call ${this.#method} any more: the event has passed the whole pipeline. ` +
          "Call it while the event flows past, and give it a function or a promise for what takes time",
      );
    }
    // An answer that is never looked at, because an earlier one wins, may still reject.
    if (responder instanceof Promise) responder.catch(() => {});
    this.#responders.push(responder);
  }

  /** Notes that the event has passed; gives what was collected, in pipe order. */
  close(): readonly Responder<T, Current>[] {
    this.#passed = true;
    return this.#responders;
  }
}
