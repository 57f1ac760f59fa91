import { BLOCK_BYTES, Stage } from "./_stage.ts";
import { MarkFilter } from "./_mark_filter.ts";
import { cut, HEAD_BYTES, HEAD_LENGTH } from "./_text.ts";
import { DEFAULT_MAX_BYTES } from "./errors.ts";

const LF = 0x0a;
const CR = 0x0d;
const LONGEST_STRING = 2 ** 29 - 24;

/** What came out of a line splitter: a line, or the news of one that is too long. */
export type Line = WholeLine | LongLine;

/** One line, without its line end. */
export interface WholeLine {
  /** Tells it from a `LongLine`. */
  kind: "line";
  /** The text. Lines that came together may share memory: copy what is kept for long. */
  text: string;
}

/** What came after the last line end. */
export type LastLine = WholeLine & { /** Its size in bytes. */ bytes: number } | LongLine;

/** A line that is longer than the limit, and was not kept. */
export interface LongLine {
  /** Tells it from a `WholeLine`. */
  kind: "overlong";
  /** Its size in bytes, without its line end; what was read of it so far, where `ended` is false. */
  bytes: number;
  /** Its first 200 characters. */
  head: string;
  /** Whether its end was seen, so that `bytes` is its true size. */
  ended: boolean;
}

/** How a `LineSplitter` treats long lines. */
export interface LineSplitterOptions {
  /**
   * The longest line, in bytes without its line end.
   *
   * @default 64 MiB
   */
  maxBytes?: number;
  /**
   * When a longer line is told: as soon as it has passed the limit, so that the reader can fail, or
   * when it has ended, so that its size is known. Once either way; what follows it is read as usual.
   *
   * @default "fail"
   */
  onLongLine?: "fail" | "skip";
}

/**
 * Splits bytes into lines of text.
 *
 * A line ends at byte 0x0A and nowhere else; one 0x0D before it belongs to the line end. Chunks may begin and end
 * anywhere, inside a character too. A byte-order mark before the first line is dropped. Invalid UTF-8 becomes
 * U+FFFD. The cost grows linearly with the bytes, however long a line is and however small its chunks are, and the
 * chunks are not kept: their memory may be used again after `push`.
 *
 * @example A line in two chunks
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const encoder = new TextEncoder();
 * const splitter = new LineSplitter();
 * assertEquals(splitter.push(encoder.encode("one\r\ntw")), [{ kind: "line", text: "one" }]);
 * assertEquals(splitter.push(encoder.encode("o\n")), [{ kind: "line", text: "two" }]);
 * assertEquals(splitter.finish(), undefined);
 * ```
 */
export class LineSplitter {
  /** The longest line, in bytes without its line end. */
  readonly maxBytes: number;
  readonly #failing: boolean;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The line under way; of one that is too long, what makes its head. */
  readonly #stage: Stage;
  /** How many bytes of a line that is too long have come. */
  #size = 0;
  /** The last byte of the input so far. */
  #last = LF;
  /** Whether the line under way is too long: then it is counted, and only its head is kept. */
  #long = false;
  #told = false;
  readonly #mark = new MarkFilter();
  #finished = false;

  /**
   * Makes a splitter for one input.
   *
   * @param options How long lines are treated.
   * @throws {RangeError} If `maxBytes` is no whole number from 1 to the length of the longest string.
   */
  constructor(options: LineSplitterOptions = {}) {
    const { maxBytes = DEFAULT_MAX_BYTES, onLongLine = "fail" } = options;
    if (!Number.isInteger(maxBytes) || maxBytes < 1 || maxBytes > LONGEST_STRING) {
      throw new RangeError(
        `Cannot split lines of at most ${maxBytes} bytes: give a whole number from 1 to ${LONGEST_STRING}`,
      );
    }
    this.maxBytes = maxBytes;
    this.#stage = new Stage(maxBytes + 2 * BLOCK_BYTES);
    this.#failing = onLongLine === "fail";
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk The bytes.
   * @returns The lines that ended in them, in order, blank ones included.
   * @throws {TypeError} If `finish` was called before.
   */
  push(chunk: Uint8Array): Line[] {
    if (this.#finished) throw new TypeError("Cannot split more bytes: the splitter has finished, make a new one");
    const lines: Line[] = [];
    for (let at = 0; at < chunk.length; at += BLOCK_BYTES) {
      this.#take(chunk.subarray(at, at + BLOCK_BYTES), lines);
    }
    return lines;
  }

  /**
   * Ends the input.
   *
   * @returns What came after the last line end, if anything did (without a 0x0D at its end).
   */
  finish(): LastLine | undefined {
    this.#finished = true;
    this.#stage.add(this.#mark.finish());
    const bytes = this.#content();
    const lines: Line[] = [];
    if (this.#long) this.#tell(false, lines);
    else if (this.#stage.length > 0) this.#endStaged(lines);
    this.#forget();
    const [line] = lines;
    return line?.kind === "line" ? { ...line, bytes } : line;
  }

  #take(block: Uint8Array, lines: Line[]): void {
    let rest = this.#mark.pass(block);
    if (this.#long) rest = this.#afterLongLine(rest, lines);
    const first = rest.indexOf(LF) + 1;
    const whole = first === 0 ? 0 : rest.lastIndexOf(LF) + 1;
    if (first > 0 && this.#stage.length > 0) {
      this.#stage.add(rest.subarray(0, first - 1));
      this.#endStaged(lines);
      this.#split(rest.subarray(first, whole), lines);
    } else this.#split(rest.subarray(0, whole), lines);
    if (whole < rest.length) this.#stage.add(rest.subarray(whole));
    this.#last = block[block.length - 1] ?? LF;
    if (!this.#long && this.#content() > this.maxBytes) this.#cutShort();
    if (this.#failing) this.#tell(false, lines);
  }

  /** Splits a block of whole lines: one decoder call for all of them. */
  #split(block: Uint8Array, lines: Line[]): void {
    if (block.length === 0) return;
    const text = this.#decoder.decode(block);
    // Where no line can be too long, none is measured: to find its end among the bytes takes 3 % of a small event.
    const measured = block.length > this.maxBytes;
    let from = 0;
    let byteFrom = 0;
    for (let to = text.indexOf("\n"); to !== -1; to = text.indexOf("\n", from)) {
      const line = text.slice(from, to);
      from = to + 1;
      if (measured) {
        const byteTo = block.indexOf(LF, byteFrom);
        this.#end(line, byteTo - byteFrom, lines);
        byteFrom = byteTo + 1;
      } else lines.push({ kind: "line", text: withoutReturn(line) });
    }
  }

  #endStaged(lines: Line[]): void {
    const bytes = this.#stage.length;
    this.#end(this.#stage.take(this.#decoder), bytes, lines);
  }

  #end(text: string, bytes: number, lines: Line[]): void {
    const line = withoutReturn(text);
    const size = bytes - (text.length - line.length);
    if (size <= this.maxBytes) lines.push({ kind: "line", text: line });
    else lines.push({ kind: "overlong", bytes: size, head: cut(line, HEAD_LENGTH), ended: !this.#finished });
  }

  /** The size of the line under way, without a 0x0D that may turn out to be a part of its end. */
  #content(): number {
    const bytes = this.#long ? this.#size : this.#stage.length;
    return this.#last === CR && bytes > 0 ? bytes - 1 : bytes;
  }

  #cutShort(): void {
    this.#long = true;
    this.#size = this.#stage.length;
    this.#stage.keep(HEAD_BYTES);
  }

  /** Gives back what follows the line end in a block, or nothing. */
  #afterLongLine(block: Uint8Array, lines: Line[]): Uint8Array {
    const end = block.indexOf(LF);
    const part = end === -1 ? block : block.subarray(0, end);
    this.#size += part.length;
    this.#last = part[part.length - 1] ?? this.#last;
    if (this.#stage.length < HEAD_BYTES) this.#stage.add(part.subarray(0, HEAD_BYTES));
    if (end === -1) return block.subarray(block.length);
    this.#tell(true, lines);
    this.#forget();
    return block.subarray(end + 1);
  }

  /** Tells once of the line under way, if it is too long. */
  #tell(ended: boolean, lines: Line[]): void {
    if (!this.#long || this.#told) return;
    const text = this.#stage.take(this.#decoder);
    const whole = text.length <= HEAD_LENGTH && this.#last === CR ? text.slice(0, -1) : text;
    lines.push({ kind: "overlong", bytes: this.#content(), head: cut(whole, HEAD_LENGTH), ended });
    this.#told = true;
  }

  #forget(): void {
    this.#size = 0;
    this.#stage.keep(0);
    this.#long = false;
    this.#told = false;
  }
}

/** The one 0x0D at the end of a line belongs to the line end. */
function withoutReturn(line: string): string {
  return line.charCodeAt(line.length - 1) === CR ? line.slice(0, -1) : line;
}
