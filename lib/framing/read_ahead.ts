import { ByteQueue } from "./byte_queue.ts";
import type { ReadAheadOptions, ReadAheadPorts } from "./read_ahead_ports.ts";
import { LineEnds, wholeLines } from "./line_ends.ts";
import { BLOCK_BYTES } from "./_stage.ts";
import { standsAt, WordFinder } from "./word_finder.ts";

const LF = 0x0a;
const CR = 0x0d;

/**
 * How much of what waited is parsed at a time: with blocks of 64 KiB the young heap grows by 70 MiB while 32 MiB are
 * delivered in one go.
 */
const WAITED_BYTES = 8 * 1024;

/** A line end may be two bytes long, and does not count. */
const LINE_END_BYTES = 2;

/** About 4 ms of work. */
const SLICE_BYTES = 512 * 1024;

/**
 * Takes the bytes of an input while its consumer may be slow: lines wait as bytes, urgent ones pass the others. At most
 * one block of lines waits parsed.
 */
export class ReadAhead<Item> {
  readonly #ports: ReadAheadPorts<Item>;
  readonly #maxLine: number;
  readonly #urgent: WordFinder;
  readonly #calmStarts: readonly Uint8Array[];
  readonly #queue = new ByteQueue();
  /** What was parsed of the block under way, the next of it to be delivered, and how many bytes it was made from. */
  #items: Item[] = [];
  #next = 0;
  #itemBytes = 0;
  /** How many bytes at the end of the queue belong to a line whose end has not come, and what is known of it. */
  #tail = 0;
  #tailIsUrgent = false;
  #seam = new Uint8Array(0);
  /** Whether the line under way is so long that its beginning may be delivered already. */
  #spilled = false;
  /** Whether the last line that was parsed goes on. */
  #midLine = false;
  #draining = false;
  #resting = false;
  /** How much may be delivered before the next rest. */
  #slice: number;
  readonly #sliceBytes: number;

  /**
   * @param ports Whoever it reads for.
   * @param options How input is read ahead.
   */
  constructor(ports: ReadAheadPorts<Item>, { maxLine, urgent, sliceBytes = SLICE_BYTES }: ReadAheadOptions) {
    this.#ports = ports;
    this.#maxLine = maxLine;
    this.#sliceBytes = this.#slice = sliceBytes;
    this.#urgent = new WordFinder(urgent.words);
    this.#calmStarts = urgent.calmStarts.map((start) => new TextEncoder().encode(start));
  }

  /** The bytes that wait. */
  get waiting(): number {
    return this.#queue.length + this.#itemBytes;
  }

  /** Takes the next bytes; their memory may be used again afterwards. */
  push(chunk: Uint8Array): void {
    // Chunks come in tasks of their own.
    this.#slice = this.#sliceBytes;
    const rest = this.#tail > 0 || this.#spilled ? this.#endTail(chunk) : chunk;
    const whole = rest.lastIndexOf(LF) + 1;
    this.#lines(rest.subarray(0, whole));
    if (whole < rest.length) this.#grow(rest.subarray(whole));
    this.drain();
  }

  /** The input has ended: what waits in an unfinished line becomes its last piece. */
  finish(): void {
    this.#endLine();
    this.drain();
  }

  /** Delivers what waits, as long as nobody holds: much of it in slices, so that it does not block. */
  drain(): void {
    if (this.#draining || this.#resting) return;
    this.#draining = true;
    try {
      while (!this.#ports.held()) {
        if (this.#next < this.#items.length) this.#ports.deliver(this.#items[this.#next++]!);
        else if (!this.#nextBlock()) return;
      }
      if (this.#next === this.#items.length) this.#setItems([], 0);
    } finally {
      this.#draining = false;
    }
  }

  /** Parses the next block that waits; gives whether there was one, and it may be delivered now. */
  #nextBlock(): boolean {
    this.#setItems([], 0);
    const ready = this.#queue.length - this.#tail;
    if (ready === 0) return false;
    if (!this.#midLine && !this.#spilled && !this.#ports.wanted()) return this.#letGo(ready);
    if (this.#slice <= 0) return this.#rest();
    const block = wholeLines(this.#queue.first(Math.min(ready, WAITED_BYTES)));
    this.#parse(block);
    this.#queue.drop(block.length);
    this.#slice -= block.length;
    return true;
  }

  /** Drops whole lines: all of them that wait. */
  #letGo(bytes: number): false {
    for (let left = bytes; left > 0;) {
      const { length } = this.#queue.first(left);
      this.#queue.drop(length);
      left -= length;
    }
    return false;
  }

  #rest(): false {
    this.#resting = true;
    this.#ports.rest(() => {
      this.#resting = false;
      this.#slice = this.#sliceBytes;
      this.drain();
    });
    return false;
  }

  #parse(block: Uint8Array): void {
    this.#midLine = block.at(-1) !== LF;
    this.#setItems(this.#ports.parse(block), block.length);
  }

  #setItems(items: Item[], bytes: number): void {
    this.#items = items;
    this.#next = 0;
    this.#itemBytes = bytes;
  }

  /** Takes whole lines. Where nobody is slow they are neither copied nor looked through: the order is that of the wire. */
  #lines(lines: Uint8Array): void {
    let at = 0;
    while (at < lines.length && this.waiting === 0 && !this.#ports.held()) {
      const block = wholeLines(lines.subarray(at, at + BLOCK_BYTES));
      at += block.length;
      this.#parse(block);
      this.drain();
      if (this.waiting > 0) this.#takeParsed();
    }
    if (at < lines.length) this.#queueLines(lines.subarray(at));
  }

  /** What is left of a block was not looked through before. */
  #takeParsed(): void {
    const left = this.#items.slice(this.#next);
    this.#setItems(left.filter((item) => !this.#ports.takeParsedAhead(item)), this.#itemBytes);
  }

  /** Takes whole lines that must wait: those without an urgent word stay together. */
  #queueLines(lines: Uint8Array): void {
    const ends = new LineEnds(lines);
    let calm = 0;
    let to = 0;
    while (to < lines.length) {
      const from = to;
      to = ends.after(from);
      if (this.#isCalm(lines, from) || this.#urgent.find(lines, { from, to }) === -1) continue;
      this.#queue.push(lines.subarray(calm, from));
      this.#queue.push(lines.subarray(from, to));
      this.#urgentLine(to - from);
      calm = to;
    }
    this.#queue.push(lines.subarray(calm));
  }

  #isCalm(bytes: Uint8Array, from: number): boolean {
    for (const start of this.#calmStarts) if (standsAt(start, { bytes, at: from })) return true;
    return false;
  }

  /** Looks at the last line of the queue, which has an urgent word. */
  #urgentLine(length: number): void {
    this.#tail = length;
    // Where nobody is slow, the order is that of the wire.
    this.drain();
    // Where nobody wants what waits, it would be let go of with the rest.
    const mustWait = this.waiting > length || this.#ports.held() || !this.#ports.wanted();
    if (mustWait && this.#isTakenAhead(this.#queue.last(length))) {
      this.#queue.dropLast(length);
      // The agent has its answer: what it says next finds memory, and does not wait for it in front of the next request.
      this.#queue.prepare();
    }
    this.#tail = 0;
    this.drain();
  }

  /** One that is too long waits, and is told as such when its turn has come. */
  #isTakenAhead(line: Uint8Array): boolean {
    const size = line.length - (line.at(-2) === CR ? 2 : 1);
    return size <= this.#maxLine && this.#ports.takeAhead(line);
  }

  /** Gives back the part of a chunk behind the end of the line under way. */
  #endTail(chunk: Uint8Array): Uint8Array {
    const end = chunk.indexOf(LF) + 1;
    this.#grow(end === 0 ? chunk : chunk.subarray(0, end));
    if (end === 0) return chunk.subarray(chunk.length);
    if (this.#tailIsUrgent) this.#urgentLine(this.#tail);
    this.#endLine();
    this.drain();
    return chunk.subarray(end);
  }

  #grow(part: Uint8Array): void {
    this.#queue.push(part);
    if (this.#spilled) return;
    this.#tail += part.length;
    this.#tailIsUrgent ||= this.#hasUrgentWord(part);
    if (this.#tail <= this.#maxLine + LINE_END_BYTES) return;
    this.#endLine();
    this.#spilled = true;
  }

  /** Whether a word stands in the next part of the line under way, or across its beginning. */
  #hasUrgentWord(part: Uint8Array): boolean {
    const before = this.#urgent.longest - 1;
    const seam = joined(this.#seam, part.subarray(0, before));
    this.#seam = (part.length < before ? seam : part).slice(-before);
    return this.#urgent.find(seam) !== -1 || this.#urgent.find(part) !== -1;
  }

  /** What is in the queue of the line under way is no longer kept together. */
  #endLine(): void {
    this.#tail = 0;
    this.#tailIsUrgent = false;
    this.#seam = new Uint8Array(0);
    this.#spilled = false;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
