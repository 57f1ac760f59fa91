/** How much memory is taken at a time. */
const SLAB_BYTES = 256 * 1024;

/** The smallest page of memory there is. */
const PAGE_BYTES = 4 * 1024;

/**
 * Bytes that wait, first in, first out. They are copied into memory of its own, which is used again: chunks of a pipe
 * come in buffers of 64 KiB however little is in them, and what is let go of is not given back before the next garbage
 * collection.
 */
export class ByteQueue {
  readonly #slabs: Uint8Array[] = [];
  /** Slabs that are done with. */
  readonly #spare: Uint8Array[] = [];
  /** Where the bytes begin in the first slab, and where they end in the last. */
  #from = 0;
  #to = SLAB_BYTES;
  #length = 0;

  /** How many bytes wait. */
  get length(): number {
    return this.#length;
  }

  /** Adds bytes at the end. */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const slab = this.#lastWithRoom();
      const part = bytes.subarray(at, at + SLAB_BYTES - this.#to);
      slab.set(part, this.#to);
      this.#to += part.length;
      at += part.length;
    }
    this.#length += bytes.length;
  }

  /** The first bytes, at most so many of them, as they lie in memory: good until the next call of `push`. */
  first(most: number): Uint8Array {
    const [slab] = this.#slabs;
    const end = Math.min(this.#slabs.length === 1 ? this.#to : SLAB_BYTES, this.#from + most);
    return slab === undefined ? new Uint8Array(0) : slab.subarray(this.#from, end);
  }

  /** Drops bytes from the beginning: some of those that `first` gave, or all of them. */
  drop(count: number): void {
    this.#from += count;
    this.#length -= count;
    if (this.#length === 0) return this.#clear();
    if (this.#from === SLAB_BYTES) {
      this.#spare.push(this.#slabs.shift()!);
      this.#from = 0;
    }
  }

  /** A copy of the last bytes. */
  last(count: number): Uint8Array {
    const copy = new Uint8Array(count);
    let end = this.#to;
    let at = count;
    for (let index = this.#slabs.length - 1; at > 0; index--) {
      const part = this.#slabs[index]!.subarray(Math.max(0, end - at), end);
      at -= part.length;
      copy.set(part, at);
      end = SLAB_BYTES;
    }
    return copy;
  }

  /** Drops bytes from the end. */
  dropLast(count: number): void {
    this.#length -= count;
    if (this.#length === 0) return this.#clear();
    this.#to -= count;
    while (this.#to <= 0) {
      this.#spare.push(this.#slabs.pop()!);
      this.#to += SLAB_BYTES;
    }
  }

  /**
   * Gets memory for what comes next, where much waits already. A new slab costs 30 to 200 µs: it is cleared, and the
   * system gives each page of it when it is first written to.
   */
  prepare(): void {
    if (this.#length < SLAB_BYTES || this.#spare.length > 0) return;
    const slab = new Uint8Array(SLAB_BYTES);
    for (let at = 0; at < SLAB_BYTES; at += PAGE_BYTES) slab[at] = 0;
    this.#spare.push(slab);
  }

  #lastWithRoom(): Uint8Array {
    if (this.#to === SLAB_BYTES || this.#slabs.length === 0) {
      this.#slabs.push(this.#spare.pop() ?? new Uint8Array(SLAB_BYTES));
      this.#to = 0;
    }
    return this.#slabs.at(-1)!;
  }

  /** Nothing waits: one slab is kept, the next bytes come soon. */
  #clear(): void {
    const kept = this.#slabs[0] ?? this.#spare[0];
    this.#slabs.length = 0;
    this.#spare.length = 0;
    if (kept !== undefined) this.#spare.push(kept);
    this.#from = 0;
    this.#to = SLAB_BYTES;
  }
}
