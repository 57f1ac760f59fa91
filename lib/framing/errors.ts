import { byteCount, quote } from "./_text.ts";

/** The longest line that is read unless told otherwise: 64 MiB. */
export const DEFAULT_MAX_BYTES: number = 64 * 1024 * 1024;

/** What a `TruncatedError` tells. */
export interface TruncatedErrorOptions extends ErrorOptions {
  /** How many bytes of the line came. */
  bytes: number;
  /** Its first 200 characters. */
  head: string;
}

/**
 * The output ended in the middle of a line.
 *
 * What came before the line was delivered. The line itself is no whole JSON value, so it is not.
 *
 * @example What the error tells
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const error = new TruncatedError({ bytes: 15, head: '{"type":"result' });
 * assertEquals([error.bytes, error.head], [15, '{"type":"result']);
 * ```
 */
export class TruncatedError extends Error {
  /** Always `"TruncatedError"`. */
  override readonly name = "TruncatedError";
  /** How many bytes of the line came. */
  readonly bytes: number;
  /** Its first 200 characters. */
  readonly head: string;

  /**
   * Makes the error, message included.
   *
   * @param options What is known of the line.
   */
  constructor(options: TruncatedErrorOptions) {
    super(
      `Cannot read the last line: the output ended ${byteCount(options.bytes)} into it, and what came is not ` +
        `a whole JSON value (it begins with ${quote(options.head)}); the exit code and the standard error of the ` +
        "program tell why it stopped",
      options,
    );
    this.bytes = options.bytes;
    this.head = options.head;
  }
}

/** What a `LineTooLongError` tells. */
export interface LineTooLongErrorOptions extends ErrorOptions {
  /** The line's size in bytes, as far as it was read. */
  bytes: number;
  /** The limit that it passed, in bytes. */
  limit: number;
  /** The line's first 200 characters. */
  head: string;
  /**
   * Whether the line's end was seen, so that `bytes` is its true size.
   *
   * @default true
   */
  ended?: boolean;
}

/**
 * A line of the output is longer than the limit.
 *
 * @example What the error tells
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const error = new LineTooLongError({ bytes: 5000, limit: 1000, head: '{"type":"user"' });
 * assertEquals([error.bytes, error.limit], [5000, 1000]);
 * ```
 */
export class LineTooLongError extends Error {
  /** Always `"LineTooLongError"`. */
  override readonly name = "LineTooLongError";
  /** The line's size in bytes, without its line end; what was read of it, where `ended` is false. */
  readonly bytes: number;
  /** The limit that it passed, in bytes. */
  readonly limit: number;
  /** The line's first 200 characters. */
  readonly head: string;
  /** Whether the line's end was seen, so that `bytes` is its true size. */
  readonly ended: boolean;

  /**
   * Makes the error, message included.
   *
   * @param options What is known of the line.
   */
  constructor(options: LineTooLongErrorOptions) {
    const { bytes, limit, head, ended = true } = options;
    super(
      `Cannot read a line of ${ended ? "" : "at least "}${byteCount(bytes)}: the limit is ${byteCount(limit)} ` +
        `(it begins with ${quote(head)}); raise "limits.lineBytes", or set "limits.onLongLine" to "skip" to go on ` +
        "without such lines",
      options,
    );
    this.bytes = bytes;
    this.limit = limit;
    this.head = head;
    this.ended = ended;
  }
}
