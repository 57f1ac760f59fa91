import { WrongAnswer } from "./wrong_answer.ts";
import type { Responder } from "./collect.ts";

interface Made {
  readonly method: string;
  readonly holds: boolean;
}

/**
 * Notices answers that a responder made and did not give back. `{ request.deny("No") }` without a `return` would let
 * the call run, so it is a failure; an answer that holds nothing back has no effect, which is told.
 */
export class Built {
  readonly #warn: (message: string) => void;
  #made: Made | undefined;

  /** @param warn Tells of an answer that has no effect. */
  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /** Notes that an answer was made. */
  note<T>(method: string, { answer, holds }: { answer: T; holds: boolean }): T {
    if (this.#made?.holds !== true) this.#made = { method, holds };
    return answer;
  }

  /** The same responder; it fails where it made an answer that holds something back, and gives `undefined`. */
  watch<T, Current>(responder: Responder<T, Current>, name?: string): Responder<T, Current> {
    if (typeof responder !== "function") return responder;
    const call = responder as (signal: AbortSignal, current: Current) => unknown;
    return ((signal: AbortSignal, current: Current) => {
      this.#made = undefined;
      const given = call(signal, current);
      const check = <V>(value: V): V => this.#check(value, { signal, name });
      return given instanceof Promise ? given.then(check) : check(given);
    }) as Responder<T, Current>;
  }

  #check<T>(value: T, { signal, name }: { signal: AbortSignal; name: string | undefined }): T {
    const made = this.#made;
    // What was withdrawn meanwhile is answered by nobody.
    if (value !== undefined || made === undefined || signal.aborted) return value;
    const cure = `write return request.${made.method}(…)`;
    if (made.holds) {
      throw new WrongAnswer(
        `request.${made.method}() was called, and the answer that it made was not given back: ${cure}`,
      );
    }
    this.#warn(
      `${
        name ?? "A responder"
      } called request.${made.method}() and did not give back the answer that it made, so it has ` +
        `no effect: ${cure}`,
    );
    return value;
  }
}
