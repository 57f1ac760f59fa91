import { WrongAnswer } from "./wrong_answer.ts";
import type { Responder } from "./collect.ts";

/**
 * Notices answers that a responder made and did not give back: `{ request.deny("No") }` without a `return` would let
 * the call run.
 */
export class Built {
  #method: string | undefined;

  /** Notes that an answer that holds something back was made. */
  note<T>(method: string, answer: T): T {
    this.#method = method;
    return answer;
  }

  /** The same responder; it fails where it made such an answer and gives `undefined`. */
  watch<T, Current>(responder: Responder<T, Current>): Responder<T, Current> {
    if (typeof responder !== "function") return responder;
    const call = responder as (signal: AbortSignal, current: Current) => unknown;
    return ((signal: AbortSignal, current: Current) => {
      this.#method = undefined;
      const given = call(signal, current);
      return given instanceof Promise ? given.then((value) => this.#check(value)) : this.#check(given);
    }) as Responder<T, Current>;
  }

  #check<T>(value: T): T {
    const method = this.#method;
    if (value !== undefined || method === undefined) return value;
    throw new WrongAnswer(
      `request.${method}() was called, and the answer that it made was not given back: write return request.${method}(…)`,
    );
  }
}
