/** Where lines come from, one when one is wanted. */
export interface LineSource {
  /** Waits for the next line; `undefined` when there are no more. */
  next(): Promise<string | undefined>;
  /** Lets go of the input at once; whoever waits for a line is told that there are no more. */
  stop(): void | Promise<void>;
}

/**
 * Gives the lines of a source, once.
 *
 * No generator and no stream's own iterator: those put off `return` until the read that is pending has
 * its line, and a person may never type it.
 */
export class LineIterator implements AsyncIterableIterator<string, undefined> {
  readonly #source: LineSource;
  #over = false;

  constructor(source: LineSource) {
    this.#source = source;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    const value = this.#over ? undefined : await this.#source.next();
    if (value !== undefined) return { done: false, value };
    this.#over = true;
    return { done: true, value };
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#over = true;
    await this.#source.stop();
    return { done: true, value: undefined };
  }
}
