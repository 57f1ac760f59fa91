/** How long and how much is read after the process has gone. */
export interface ReadUntilExitOptions {
  /** Resolves when the process has gone. */
  exited: Promise<unknown>;
  /** How long nothing may come after that until the rest is given up, in milliseconds. */
  drainMs: number;
}

/**
 * More than any pipe holds. What the process itself wrote was in the pipe when it went; what comes beyond this is
 * written by somebody who inherited the pipe.
 */
const MAX_AFTER_EXIT = 2 * 1024 * 1024;

/**
 * Passes a process's output on, and ends although somebody else holds the pipe open.
 *
 * While the process lives, it reads one chunk ahead of the consumer. Once it has gone, it reads on by itself to the end,
 * so that nothing is lost and no resource stays open whatever the consumer does.
 */
export function readUntilExit(
  source: ReadableStream<Uint8Array>,
  options: ReadUntilExitOptions,
): ReadableStream<Uint8Array> {
  const reading = new Reading(source.getReader());
  return new ReadableStream<Uint8Array>({
    start(controller) {
      reading.controller = controller;
      options.exited.then(() => reading.drain(options.drainMs));
    },
    pull: () => reading.step(),
    cancel: () => reading.abandon(),
  }, { highWaterMark: 1 });
}

class Reading {
  controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #current: Promise<void> | undefined;
  #ended = false;
  #chunks = 0;
  #left = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
  }

  /** Reads one chunk; called while one is awaited, it awaits the same. */
  step(): Promise<void> {
    return this.#current ??= this.#read();
  }

  async drain(drainMs: number): Promise<void> {
    if (this.#ended) return;
    this.#left = MAX_AFTER_EXIT;
    this.#watch(drainMs / 2, 0);
    while (!this.#ended) await this.step();
  }

  async abandon(): Promise<void> {
    this.#end();
    await this.#reader.cancel();
  }

  async #read(): Promise<void> {
    try {
      const { done, value } = await this.#reader.read();
      if (this.#ended) return;
      if (done) return this.#close();
      this.#chunks++;
      this.#left -= value.length;
      this.controller?.enqueue(value);
      if (this.#left <= 0) this.#cut();
    } catch (cause) {
      if (this.#ended) return;
      this.#end();
      this.controller?.error(cause);
    } finally {
      this.#current = undefined;
    }
  }

  /** Two quiet spells in a row: after one alone, the event loop may have been too busy to read what is there. */
  #watch(spellMs: number, quiet: number): void {
    const before = this.#chunks;
    this.#timer = setTimeout(() => {
      if (this.#chunks !== before) return this.#watch(spellMs, 0);
      if (quiet === 0) return this.#watch(spellMs, 1);
      this.#cut();
    }, spellMs);
  }

  #cut(): void {
    this.#close();
    this.#reader.cancel().catch(() => {});
  }

  #close(): void {
    this.#end();
    this.controller?.close();
  }

  #end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}
