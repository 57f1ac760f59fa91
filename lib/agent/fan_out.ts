import type { Subscriber } from "rxjs";
import { Observable } from "./rxjs.ts";

/**
 * Gives each value to all who are subscribed: what a `Subject` does, by a plain loop. A `Subject` makes a function and an
 * iterator for every value, which took 7 % of the time of an event.
 */
export class FanOut<T> extends Observable<T> {
  /** Never changed in place: a value goes to those who were subscribed when it came. */
  #subscribers: readonly Subscriber<T>[] = [];
  #end: ((subscriber: Subscriber<T>) => void) | undefined;

  constructor() {
    super((subscriber) => this.#add(subscriber));
  }

  /** Whether anybody is subscribed. */
  get observed(): boolean {
    return this.#subscribers.length > 0;
  }

  /** Gives a value. */
  next(value: T): void {
    for (const each of this.#subscribers) each.next(value);
  }

  /** Ends it with an error, for those who come later too. */
  error(error: unknown): void {
    this.#finish((subscriber) => subscriber.error(error));
  }

  /** Ends it, for those who come later too. */
  complete(): void {
    this.#finish((subscriber) => subscriber.complete());
  }

  #add(subscriber: Subscriber<T>): (() => void) | undefined {
    if (this.#end !== undefined) return void this.#end(subscriber);
    this.#subscribers = [...this.#subscribers, subscriber];
    return () => this.#subscribers = this.#subscribers.filter((each) => each !== subscriber);
  }

  #finish(end: (subscriber: Subscriber<T>) => void): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    const last = this.#subscribers;
    this.#subscribers = [];
    for (const each of last) end(each);
  }
}
