/** How many taken places are kept before the others are moved together. */
const LOOSE = 1_024;

/** What waits, first in, first out; each costs the same however many wait (`shift` moves all of a long list). */
export class Fifo<T> {
  #items: T[] = [];
  #first = 0;

  /** How many wait. */
  get length(): number {
    return this.#items.length - this.#first;
  }

  /** Adds one at the end. */
  push(item: T): void {
    this.#items.push(item);
  }

  /** Takes the first: only where one waits. */
  take(): T {
    const item = this.#items[this.#first] as T;
    this.#items[this.#first++] = undefined as T;
    if (this.#first === this.#items.length) this.clear();
    else if (this.#first >= LOOSE && this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  /** Lets go of all. */
  clear(): void {
    this.#items.length = 0;
    this.#first = 0;
  }
}
