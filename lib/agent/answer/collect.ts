import { UsageError } from "../../protocol/errors.ts";
import type { Answer } from "../events.ts";
import { whoLooks } from "./answering.ts";

/** What a responder gave: a value in any of its forms, or a function that is called in its turn. */
export type Responder<T, Current> = Answer<T> | ((signal: AbortSignal, current: Current) => Answer<T>);

/** Collects what responders give while an event flows past; closed once it has passed. */
export class Collector<T, Current = undefined> {
  readonly #responders: Responder<T, Current>[] = [];
  readonly #names: (string | undefined)[] = [];
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
    this.#names.push(whoLooks());
  }

  /** The operator that gave an answer, by the answer's place; `undefined` where it was the script itself. */
  nameOf(index: number): string | undefined {
    return this.#names[index];
  }

  /** Notes that the event has passed; gives what was collected, in pipe order. */
  close(): readonly Responder<T, Current>[] {
    this.#passed = true;
    return this.#responders;
  }
}

/** The same responder, which tells when its turn comes. */
export function onTurn<T, Current>(responder: Responder<T, Current>, tell: () => void): Responder<T, Current> {
  return (signal: AbortSignal, current: Current): Answer<T> => {
    tell();
    if (typeof responder !== "function") return responder;
    return (responder as (signal: AbortSignal, current: Current) => Answer<T>)(signal, current);
  };
}
