const LF = 0x0a;

/** What reading ahead needs of whoever it reads for. */
export interface ReadAheadPorts {
  /** Whether lines must wait now. */
  held(): boolean;
  /** Takes the next bytes of the input, in order: one line with its line end, or a piece of a very long one. */
  deliver(bytes: Uint8Array): void;
  /**
   * Whether a text may hold a line that must not wait; what it says of a text goes for each piece of it.
   *
   * @param text The bytes as Latin-1: one character a byte.
   */
  suspects(text: string): boolean;
  /**
   * Looks at a suspected line that others wait in front of.
   *
   * @param bytes The line with its line end.
   * @returns Whether it was taken: then it is not delivered again.
   */
  takeAhead(bytes: Uint8Array): boolean;
}

/** Takes the bytes of an input while its consumer may be slow: lines wait as bytes, urgent ones pass the others. */
export class ReadAhead {
  readonly #ports: ReadAheadPorts;
  readonly #maxLine: number;
  readonly #latin1 = new TextDecoder("latin1");
  /** Blocks of whole lines that wait, and where the first one has been delivered to. */
  #blocks: Uint8Array[] = [];
  #first = 0;
  #at = 0;
  #bytes = 0;
  /** The line under way, in pieces. */
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  /** Whether the line under way is so long that its beginning has been queued already. */
  #spilled = false;
  #draining = false;

  /**
   * @param ports Whoever it reads for.
   * @param options How long a line may be, in bytes, to be looked at as a whole.
   */
  constructor(ports: ReadAheadPorts, { maxLine }: { maxLine: number }) {
    this.#ports = ports;
    this.#maxLine = maxLine;
  }

  /** The bytes that wait in whole lines. */
  get waiting(): number {
    return this.#bytes;
  }

  /** Takes the next bytes; their memory may be used again afterwards. */
  push(chunk: Uint8Array): void {
    const rest = this.#tailBytes > 0 || this.#spilled ? this.#endTail(chunk) : chunk;
    const whole = rest.lastIndexOf(LF) + 1;
    if (whole > 0) this.#lines(rest.slice(0, whole));
    if (whole < rest.length) this.#grow(rest.slice(whole));
    this.drain();
  }

  /** The input has ended: what waits in an unfinished line becomes its last piece. */
  finish(): void {
    this.#spill();
    this.#spilled = false;
    this.drain();
  }

  /** Delivers what waits, as long as nobody holds. */
  drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) this.#ports.deliver(next);
    } finally {
      this.#draining = false;
    }
  }

  /** Gives back the part of a chunk behind the end of the line under way. */
  #endTail(chunk: Uint8Array): Uint8Array {
    const end = chunk.indexOf(LF) + 1;
    if (end === 0) {
      this.#grow(chunk.slice());
      return chunk.subarray(chunk.length);
    }
    const line = joined([...this.#tail, chunk.subarray(0, end)], this.#tailBytes + end);
    this.#tail = [];
    this.#tailBytes = 0;
    if (this.#spilled) this.#queue(line);
    else this.#lines(line);
    this.#spilled = false;
    return chunk.subarray(end);
  }

  #grow(part: Uint8Array): void {
    this.#tail.push(part);
    this.#tailBytes += part.length;
    if (this.#spilled || this.#tailBytes > this.#maxLine) {
      this.#spill();
      this.#spilled = true;
    }
  }

  #spill(): void {
    if (this.#tailBytes > 0) this.#queue(joined(this.#tail, this.#tailBytes));
    this.#tail = [];
    this.#tailBytes = 0;
  }

  /** Takes whole lines: those that nobody suspects stay together. */
  #lines(block: Uint8Array): void {
    const text = this.#latin1.decode(block);
    if (!this.#ports.suspects(text)) return this.#queue(block);
    let calm = 0;
    for (let from = 0; from < block.length;) {
      const to = text.indexOf("\n", from) + 1;
      if (this.#ports.suspects(text.slice(from, to))) {
        this.#queue(block.subarray(calm, from));
        this.#suspect(block.subarray(from, to));
        calm = to;
      }
      from = to;
    }
    this.#queue(block.subarray(calm));
  }

  #suspect(line: Uint8Array): void {
    // Where nobody is slow, the order is that of the wire.
    this.drain();
    if (this.#bytes > 0 || this.#ports.held()) {
      if (this.#ports.takeAhead(line)) return;
    }
    this.#queue(line);
  }

  #queue(block: Uint8Array): void {
    if (block.length === 0) return;
    this.#blocks.push(block);
    this.#bytes += block.length;
  }

  #next(): Uint8Array | undefined {
    const block = this.#blocks[this.#first];
    if (block === undefined || this.#ports.held()) return undefined;
    const end = block.indexOf(LF, this.#at) + 1 || block.length;
    const line = block.subarray(this.#at, end);
    this.#bytes -= line.length;
    this.#at = end;
    if (end === block.length) this.#nextBlock();
    return line;
  }

  /** Blocks that are done with are let go of many at a time: taking the first of a long list moves all the others. */
  #nextBlock(): void {
    this.#at = 0;
    if (++this.#first < 64 && this.#first < this.#blocks.length) return;
    this.#blocks = this.#blocks.slice(this.#first);
    this.#first = 0;
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
