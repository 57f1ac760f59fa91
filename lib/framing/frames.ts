import { LineTooLongError, TruncatedError } from "./errors.ts";
import { type Line, LineSplitter, type LineSplitterOptions } from "./line_splitter.ts";
import { cut, HEAD_LENGTH } from "./_text.ts";

const NOISE_LENGTH = 2000;

/** What came out of a frame reader. */
export type FrameItem = ParsedFrame | Noise | OverlongLine | Truncation;

/** A line that is one JSON value. */
export interface ParsedFrame {
  /** Tells it from the other items. */
  kind: "frame";
  /** The value: an object, as a rule, but any JSON value is passed on. */
  value: unknown;
}

/** A line that is not one JSON value: a stray print, two values at once. Nothing of it is delivered as a frame. */
export interface Noise {
  /** Tells it from the other items. */
  kind: "noise";
  /** The line's first 2,000 characters. It comes from outside: escape it before it goes to a terminal. */
  text: string;
  /** What is wrong with the line, in the words of the JSON parser. */
  reason: string;
}

/** A line that is longer than the limit, and was not kept. */
export interface OverlongLine {
  /** Tells it from the other items. */
  kind: "overlong";
  /** Its size in bytes, without its line end; what was read of it so far, where `ended` is false. */
  bytes: number;
  /** Its first 200 characters. */
  head: string;
  /** Whether its end was seen, so that `bytes` is its true size. */
  ended: boolean;
  /** The same as an error, for whoever fails on it. */
  error: LineTooLongError;
}

/** The input ended inside a line. */
export interface Truncation {
  /** Tells it from the other items. */
  kind: "truncated";
  /** What is known of the line. */
  error: TruncatedError;
}

/**
 * Turns bytes into frames: one JSON value a line.
 *
 * Lines are split as `LineSplitter` does. Blank lines vanish; what is not one JSON value becomes noise and
 * disturbs nothing; a line that is too long becomes one `overlong` item.
 *
 * @example A frame, a blank line, noise, and a last line that was cut off
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const reader = new FrameReader();
 * const items = reader.push(new TextEncoder().encode('{"a":1}\n\nhello\n{"a":'));
 * assertEquals(items.map((item) => item.kind), ["frame", "noise"]);
 * assertEquals(reader.finish().map((item) => item.kind), ["truncated"]);
 * ```
 */
export class FrameReader {
  readonly #splitter: LineSplitter;

  /**
   * Makes a reader for one input.
   *
   * @param options How long lines are treated.
   * @throws {RangeError} If `maxBytes` is no whole number from 1 to the length of the longest string.
   */
  constructor(options: LineSplitterOptions = {}) {
    this.#splitter = new LineSplitter(options);
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk The bytes; their memory may be used again afterwards.
   * @returns What they completed, in order.
   * @throws {TypeError} If `finish` was called before.
   */
  push(chunk: Uint8Array): FrameItem[] {
    const items: FrameItem[] = [];
    for (const line of this.#splitter.push(chunk)) this.#read(line, items);
    return items;
  }

  /**
   * Ends the input.
   *
   * A last line without a line end is a frame if it is a whole JSON value, and truncated otherwise. A number counts
   * as truncated, because nobody can tell whether more digits were to come.
   *
   * @returns What the last line came to: no item or one.
   */
  finish(): FrameItem[] {
    const line = this.#splitter.finish();
    const items: FrameItem[] = [];
    if (line === undefined) return items;
    this.#read(line, items);
    const [item] = items;
    if (line.kind === "overlong" || item === undefined) return items;
    if (item.kind === "frame" && typeof item.value !== "number") return items;
    return [{ kind: "truncated", error: new TruncatedError({ bytes: line.bytes, head: cut(line.text, HEAD_LENGTH) }) }];
  }

  #read(line: Line, items: FrameItem[]): void {
    if (line.kind === "overlong") {
      const { bytes, head, ended } = line;
      const error = new LineTooLongError({ bytes, head, ended, limit: this.#splitter.maxBytes });
      items.push({ kind: "overlong", bytes, head, ended, error });
      return;
    }
    // A parse that fails costs a hundred times the look at one character.
    if (line.text.charCodeAt(0) <= 0x20 && isBlank(line.text)) return;
    if (line.text === "") return;
    try {
      items.push({ kind: "frame", value: JSON.parse(line.text) });
    } catch (error) {
      if (!isBlank(line.text)) items.push(noise(line.text, error));
    }
  }
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

function noise(text: string, error: unknown): Noise {
  const complaint = error instanceof Error ? error.message : String(error);
  const reason = `a line that is not one JSON value (${complaint})`;
  return { kind: "noise", text: cut(text, NOISE_LENGTH), reason };
}
