import { Fifo } from "../framing/fifo.ts";
import { systemClock } from "./clock.ts";
import { whenQuiet } from "./when_quiet.ts";

/** How long and how much is read after the process has gone. */
export interface ReadUntilExitOptions {
  /** Resolves when the process has gone. */
  exited: Promise<unknown>;
  /** How long nothing may come after that until the rest is given up, in milliseconds. */
  drainMs: number;
}

/** Takes the next bytes; their memory is used again afterwards. A promise stops the reading until it has settled. */
export type OnChunk = (bytes: Uint8Array) => Promise<void> | undefined | void;

/** Somebody who takes what is read. */
interface Taker {
  readonly take: OnChunk;
  /** Told when everything was given, or reading has failed. */
  end(failure: { cause: unknown } | undefined): void;
}

/**
 * More than any pipe holds. What the process itself wrote was in the pipe when it went; what comes beyond this is
 * written by somebody who inherited the pipe.
 */
const MAX_AFTER_EXIT = 2 * 1024 * 1024;

/** What a pipe holds. */
const PIPE_BYTES = 64 * 1024;

/**
 * How much is read at a time until a chunk fills it. To take a whole pipe's memory means to clear it, and most processes
 * say little at first, or nothing on standard error: 100 agents at once take 7 MiB less.
 */
const FIRST_BYTES = 1024;

/**
 * Reads a process's output, and ends although somebody else holds the pipe open.
 *
 * While the process lives, it reads one chunk ahead of the consumer. Once it has gone, it reads on by itself to the end,
 * so that nothing is lost and no resource stays open whatever the consumer does.
 */
export class ReadUntilExit {
  /** Made when it is asked for: an agent reads without it. */
  #stream: ReadableStream<Uint8Array> | undefined;
  readonly #reader: ReadableStreamBYOBReader;
  /**
   * Used again for each chunk, and exchanged once, for a larger one: else Deno takes 64 KiB for each and clears them, which
   * costs a quarter of a round trip's 25 µs.
   */
  #buffer = new ArrayBuffer(FIRST_BYTES);
  #taker: Taker | undefined;
  /** Whether the taker takes more. */
  #ready = false;
  /** What was read while the taker took no more: one chunk, and after the exit all that comes. */
  readonly #kept = new Fifo<Uint8Array>();
  #reading = false;
  #gone = false;
  #ended = false;
  #failure: { cause: unknown } | undefined;
  /** Whether anything came since it was last asked. */
  #stirred = false;
  #left = Infinity;
  #stopWatch = () => {};

  /**
   * @param source The pipe: a stream of bytes.
   * @param options How long it is read.
   */
  constructor(source: ReadableStream<Uint8Array>, options: ReadUntilExitOptions) {
    const { exited, drainMs } = options;
    this.#reader = source.getReader({ mode: "byob" });
    this.#read();
    exited.then(() => this.#drain(drainMs));
  }

  /** The output as a stream; locked where `read` was called. */
  get stream(): ReadableStream<Uint8Array> {
    if (this.#stream !== undefined) return this.#stream;
    this.#stream = this.#makeStream();
    if (this.#taker !== undefined) this.#stream.getReader();
    return this.#stream;
  }

  /** Gives the output to `onChunk`, without a stream in between; resolves when all is given, rejects if it is locked. */
  read(onChunk: OnChunk): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#stream !== undefined || this.#taker !== undefined) this.stream.getReader();
      this.#giveTo({ take: onChunk, end: (failure) => failure === undefined ? resolve() : reject(failure.cause) });
    });
  }

  #makeStream(): ReadableStream<Uint8Array> {
    let wake: (() => void) | undefined;
    return new ReadableStream({
      pull: (controller) => {
        if (this.#taker !== undefined) return wake?.();
        this.#giveTo({
          take(bytes) {
            // First: it is pulled from inside `enqueue` where more than one read waits.
            const pulled = new Promise<void>((resolve) => wake = resolve);
            controller.enqueue(bytes.slice());
            return pulled;
          },
          end: (failure) => failure === undefined ? controller.close() : controller.error(failure.cause),
        });
      },
      cancel: () => this.#abandon(),
    }, { highWaterMark: 0 });
  }

  #giveTo(taker: Taker): void {
    this.#taker = taker;
    this.#goOn();
  }

  readonly #goOn = (): void => {
    this.#ready = true;
    while (this.#ready && this.#kept.length > 0) this.#give(this.#kept.take());
    if (!this.#ready) return;
    if (this.#ended) this.#taker?.end(this.#failure);
    else this.#read();
  };

  #give(bytes: Uint8Array): void {
    try {
      const wait = this.#taker?.take(bytes);
      if (wait === undefined) return;
      this.#ready = false;
      wait.then(this.#goOn, this.#onRefusal);
    } catch (cause) {
      this.#onRefusal(cause);
    }
  }

  #read(): void {
    if (this.#reading || this.#ended) return;
    this.#reading = true;
    this.#reader.read(new Uint8Array(this.#buffer)).then(this.#onRead, (cause) => this.#end({ cause }));
  }

  readonly #onRead = ({ done, value }: ReadableStreamReadResult<Uint8Array<ArrayBuffer>>): void => {
    this.#reading = false;
    if (this.#ended) return;
    if (done) return this.#end();
    const isTooSmall = value.length === FIRST_BYTES && value.buffer.byteLength === FIRST_BYTES;
    this.#buffer = isTooSmall ? new ArrayBuffer(PIPE_BYTES) : value.buffer;
    this.#stirred = true;
    this.#left -= value.length;
    if (this.#ready) this.#give(value);
    else this.#kept.push(value.slice());
    if (this.#left <= 0) this.#cut();
    else if (this.#gone || this.#kept.length === 0) this.#read();
  };

  /** The taker has failed. */
  readonly #onRefusal = (cause: unknown): void => {
    this.#abandon().catch(() => {});
    this.#taker?.end({ cause });
  };

  #drain(drainMs: number): void {
    if (this.#ended) return;
    this.#gone = true;
    this.#left = MAX_AFTER_EXIT;
    const stirred = (): boolean => {
      const came = this.#stirred;
      this.#stirred = false;
      return came;
    };
    this.#stopWatch = whenQuiet(drainMs, { clock: systemClock, stirred, onQuiet: () => this.#cut() });
    this.#read();
  }

  #cut(): void {
    this.#end();
    this.#reader.cancel().catch(() => {});
  }

  #end(failure?: { cause: unknown }): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    this.#stopWatch();
    if (this.#ready) this.#taker?.end(failure);
  }

  async #abandon(): Promise<void> {
    this.#ready = false;
    this.#kept.clear();
    this.#end();
    await this.#reader.cancel();
  }
}
