import type { Observable, Subscription } from "rxjs";
import { isObservable } from "../agent/rxjs.ts";
import { Pace, paceSource, whilePacing } from "../agent/pace.ts";
import { Fifo } from "../framing/fifo.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { checkHighWaterMark, DEFAULT_HIGH_WATER_MARK } from "./_high_water_mark.ts";

/** How much `iterate` takes in. */
export interface IterateOptions {
  /** How many values may wait; then the agent is held back until half of them are gone. @default 16 */
  highWaterMark?: number;
}

/**
 * Walks through an observable with `for await`, and holds the agent back while the loop's body works, so that memory
 * stays bounded. Permission requests and hooks are answered meanwhile: see {@linkcode pacedMap}, which does the same
 * inside of a chain, and says what must not be waited for in the loop.
 *
 * Nothing is subscribed before the loop begins. Leaving it by `break`, `return` or an error unsubscribes. Where that ends
 * the agent, the script goes on when its process has gone; an agent that is held in the hand (`connect`), or has other
 * subscribers, works on. An error of the observable is thrown behind the values that came before it, the `StalledError`
 * of `limits.stallMs` too: the loop gets what was read until then first.
 *
 * @example The first two texts, and no more
 * ```ts
 * import { claude, iterate, texts } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   for (const word of ["one", "two", "three"]) await cli.text(word);
 *   await cli.end();
 * });
 * const heard: string[] = [];
 * for await (const text of iterate(claude("count", { transport }).pipe(texts()))) {
 *   heard.push(text);
 *   if (heard.length === 2) break;
 * }
 * assertEquals(heard, ["one", "two"]);
 * ```
 *
 * @param source The observable.
 * @param options How much is taken in. @default 16 values
 * @returns Something to loop over; each loop subscribes anew.
 * @throws {UsageError} If it is no observable, `highWaterMark` is no whole number above 0, or an option does not exist.
 */
export function iterate<T>(source: Observable<T>, options: IterateOptions = {}): AsyncIterable<T> {
  if (!isObservable(source)) {
    throw new UsageError("Cannot iterate over this: give an observable, as in iterate(claude(…).pipe(texts()))");
  }
  checkOptionBag("iterate()", options, { highWaterMark: true });
  const { highWaterMark = DEFAULT_HIGH_WATER_MARK } = options;
  checkHighWaterMark("iterate", highWaterMark);
  return { [Symbol.asyncIterator]: () => new Walk(source, highWaterMark) };
}

interface Asked<T> {
  resolve(result: IteratorResult<T, undefined>): void;
  reject(error: unknown): void;
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

class Walk<T> implements AsyncIterator<T, undefined> {
  readonly #source: Observable<T>;
  readonly #mark: number;
  readonly #pace = new Pace();
  readonly #values = new Fifo<T>();
  readonly #asked: Asked<T>[] = [];
  #subscription: Subscription | undefined;
  #ending: { error?: unknown; failed: boolean } | undefined;

  constructor(source: Observable<T>, mark: number) {
    this.#source = source;
    this.#mark = mark;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    this.#begin();
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#serve();
    });
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#ending = { failed: false };
    this.#values.clear();
    this.#subscription?.unsubscribe();
    this.#pace.close();
    this.#serve();
    await Promise.all(this.#pace.exits);
    return DONE;
  }

  #begin(): void {
    if (this.#subscription !== undefined || this.#ending !== undefined) return;
    whilePacing(this.#pace, () => {
      this.#subscription = this.#source.subscribe({
        next: (value) => this.#take(value),
        error: (error) => this.#end({ error, failed: true }),
        complete: () => this.#end({ failed: false }),
      });
    });
  }

  #take(value: T): void {
    paceSource(value, this.#pace);
    this.#values.push(value);
    this.#serve();
    if (this.#values.length >= this.#mark) this.#pace.hold();
  }

  #end(ending: { error?: unknown; failed: boolean }): void {
    this.#ending ??= ending;
    this.#pace.close();
    this.#serve();
  }

  #serve(): void {
    while (this.#asked.length > 0) {
      if (this.#values.length > 0) {
        const value = this.#values.take();
        this.#pace.took();
        if (this.#values.length * 2 <= this.#mark) this.#pace.release();
        this.#asked.shift()?.resolve({ done: false, value });
      } else if (this.#ending === undefined) {
        return;
      } else {
        const { failed, error } = this.#ending;
        // Told once; whoever asks again hears that it is over.
        this.#ending = { failed: false };
        const asked = this.#asked.shift();
        if (failed) asked?.reject(error);
        else asked?.resolve(DONE);
      }
    }
  }
}
