/**
 * A stream of bytes that is fed by hand and never complains: what comes after its end, or after its
 * reader has left, is dropped.
 */
export class BytePipe {
  /** The end that is read. */
  readonly stream: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** Makes an open pipe with nothing in it. */
  constructor() {
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.#controller = undefined;
      },
    });
  }

  /** Whether anything that is written can still be read. */
  get open(): boolean {
    return this.#controller !== undefined;
  }

  /**
   * Feeds a chunk.
   *
   * @param chunk Text, which goes out as UTF-8, or bytes.
   */
  write(chunk: string | Uint8Array): void {
    const bytes = typeof chunk === "string" ? this.#encoder.encode(chunk) : chunk;
    if (bytes.length > 0) this.#controller?.enqueue(bytes);
  }

  /** Ends the stream after what was fed. Calling it again does nothing. */
  close(): void {
    const controller = this.#controller;
    this.#controller = undefined;
    controller?.close();
  }
}
