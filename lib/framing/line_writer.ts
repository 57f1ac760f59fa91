import { Fifo } from "./fifo.ts";

/** Where a `LineWriter` writes to: a `WritableStreamDefaultWriter`, or what behaves like one. */
export interface LineSink {
  /**
   * Resolves when the sink can take more; absent where `write` is all there is to wait for.
   *
   * @default nothing to wait for
   */
  readonly ready?: PromiseLike<unknown>;
  /**
   * How much more it can take: above 0 nobody has to wait for `ready`.
   *
   * @default `ready` is waited for
   */
  readonly desiredSize?: number | null;
  /** Writes all the bytes; resolves when they are written. */
  write(chunk: Uint8Array<ArrayBuffer>): PromiseLike<unknown>;
  /** Closes the sink; resolves when it is closed. */
  close(): PromiseLike<unknown>;
}

interface Pending {
  line: string;
  resolve: () => void;
  reject: (cause: unknown) => void;
}

/**
 * Writes lines to a sink, one after another.
 *
 * There is one queue: lines keep their order and never interleave, and the next one waits until the sink has taken
 * the one before. Each line is written whole, with its line end, in one call. A lone surrogate becomes
 * U+FFFD. When the sink fails, every line still waiting is refused with the sink's own error, and every later one.
 *
 * The promises may be ignored: none of them becomes an unhandled rejection.
 *
 * @example Two lines and the end
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
 * const text = new Response(readable).text();
 * const writer = new LineWriter(writable.getWriter());
 * writer.write("one");
 * writer.write("two");
 * await writer.end();
 * assertEquals(await text, "one\ntwo\n");
 * ```
 */
export class LineWriter {
  readonly #sink: LineSink;
  readonly #encoder = new TextEncoder();
  readonly #queue = new Fifo<Pending>();
  #working = false;
  #failure: { cause: unknown } | undefined;
  #end: Promise<void> | undefined;
  #onIdle: () => void = () => {};

  /**
   * Makes a writer that owns the sink.
   *
   * @param sink Where the lines go. Nobody else may write to it.
   */
  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /**
   * Writes a line.
   *
   * @param line The line, without its line end.
   * @returns A promise that resolves when the sink has taken the line.
   * @throws {TypeError} (the promise rejects) If the line holds a line end, or comes after `end`. Other lines are
   * not affected. What the sink fails with, rejects it as well.
   */
  write(line: string): Promise<void> {
    const written = this.#enqueue(line);
    written.catch(() => {});
    return written;
  }

  /**
   * Closes the sink once everything that waits is written or refused.
   *
   * @returns A promise that resolves when the sink is closed, or has failed to; it never rejects. Every call gives
   * the same one.
   */
  end(): Promise<void> {
    return this.#end ??= this.#close();
  }

  #enqueue(line: string): Promise<void> {
    if (this.#end !== undefined) {
      return Promise.reject(new TypeError("Cannot write the line: the writer has ended, write before calling end()"));
    }
    if (line.includes("\n")) {
      return Promise.reject(
        new TypeError("Cannot write the line: it holds a line end, write one line at a time or escape it as JSON does"),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.push({ line, resolve, reject });
    if (!this.#working) this.#next();
    return promise;
  }

  /** Writes the next line at once, where the sink has room for it: the agent waits for it. */
  #next(): void {
    while (this.#queue.length > 0) {
      const next = this.#queue.take();
      if (this.#failure !== undefined) {
        next.reject(this.#failure.cause);
        continue;
      }
      this.#working = true;
      const { ready, desiredSize } = this.#sink;
      if (ready === undefined || (desiredSize ?? 0) > 0) return this.#put(next);
      return void ready.then(() => this.#put(next), (cause) => this.#fail(next, cause));
    }
    this.#working = false;
    this.#onIdle();
  }

  #put(next: Pending): void {
    try {
      this.#sink.write(this.#encoder.encode(next.line + "\n")).then(() => {
        next.resolve();
        this.#next();
      }, (cause) => this.#fail(next, cause));
    } catch (cause) {
      this.#fail(next, cause);
    }
  }

  #fail(next: Pending, cause: unknown): void {
    this.#failure ??= { cause };
    next.reject(cause);
    this.#next();
  }

  async #close(): Promise<void> {
    if (this.#working) await new Promise<void>((resolve) => this.#onIdle = resolve);
    try {
      await this.#sink.close();
    } catch {
      // The sink has failed before, or fails now: whoever wrote a line was told, and the far end is gone either way.
    }
  }
}
