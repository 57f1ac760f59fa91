const LF = 0x0a;

/** The largest block that is decoded at once: what a pipe gives. */
export const BLOCK_BYTES: number = 64 * 1024;

/** Chunks below this size are collected before they are decoded, unless a line ends in them. */
const SMALL_BYTES = 4 * 1024;

const NOTHING = new Uint8Array(0);

/**
 * Bytes that wait to be decoded together with the next ones. They are copied: a chunk of seven bytes may be
 * a view of a buffer of 64 KiB, and whoever read it may use that buffer again.
 */
export class Stage {
  #bytes = NOTHING;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Takes in a block if it is small, ends no line, and there is room. */
  accepts(block: Uint8Array): boolean {
    if (block.length >= SMALL_BYTES || this.#length + block.length > BLOCK_BYTES) return false;
    if (block.indexOf(LF) !== -1) return false;
    this.add(block);
    return true;
  }

  /** Takes in bytes, at most a block more than are there. */
  add(part: Uint8Array): void {
    if (part.length === 0) return;
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(2 * BLOCK_BYTES);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
  }

  /** Gives back what waits, followed by a block: good until the next call. */
  join(block: Uint8Array): Uint8Array {
    if (this.#length === 0) return block;
    this.add(block);
    return this.take();
  }

  /** Gives back what waits: good until the next call. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }
}
