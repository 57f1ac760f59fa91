/** A generator of random numbers that gives the same ones for the same seed, always. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, and without, the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** The bytes in chunks of random sizes: single bytes, small ones, large ones, now and then an empty one. */
  chunks(bytes: Uint8Array): Uint8Array[] {
    const largest = this.pick([1, 3, 17, 300, 5000, 70_000]);
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < bytes.length;) {
      const size = this.below(largest + 1);
      chunks.push(bytes.slice(at, at + size));
      at += size;
    }
    return chunks;
  }
}
