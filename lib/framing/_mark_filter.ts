const MARK = new Uint8Array([0xef, 0xbb, 0xbf]);

/** Drops a byte-order mark from the beginning of the input, also where it comes byte by byte. */
export class MarkFilter {
  /** How much of the mark has come; `undefined` when none can come any more. */
  #seen: number | undefined = 0;

  /** Gives back the block without what belongs to the mark. */
  pass(block: Uint8Array): Uint8Array {
    if (this.#seen === undefined) return block;
    const before = this.#seen;
    let at = 0;
    while (at < block.length && before + at < MARK.length && block[at] === MARK[before + at]) at++;
    this.#seen = before + at;
    if (this.#seen < MARK.length && at === block.length) return block.subarray(at);
    const whole = this.#seen === MARK.length;
    this.#seen = undefined;
    return whole ? block.subarray(at) : joined(MARK.subarray(0, before), block);
  }

  /** Gives back what looked like the beginning of a mark when the input ended. */
  finish(): Uint8Array {
    const seen = MARK.subarray(0, this.#seen ?? 0);
    this.#seen = undefined;
    return seen;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
