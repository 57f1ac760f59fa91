import type { Agent } from "../agent/agent.ts";
import { systemClock } from "../process/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import type { RecordFile, RecordSink } from "./record.ts";

/** How much may wait for a slow sink, in bytes. */
const MOST_WAITING = 64 * 1024 * 1024;

/** Takes lines, and never disturbs whoever writes them: a sink that fails gets nothing more. */
export class LineSink {
  readonly #sink: RecordSink;
  readonly #onFailure: (agent: Agent, why: string, cause?: unknown) => void;
  readonly #encoder = new TextEncoder();
  #writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();
  #failed = false;

  /**
   * @param sink Where the lines go.
   * @param onFailure Told once of what failed.
   * @throws {UsageError} If it is no sink.
   */
  constructor(sink: RecordSink, onFailure: (agent: Agent, why: string, cause?: unknown) => void) {
    if (typeof sink !== "function" && !isStream(sink) && typeof (sink as RecordFile | null)?.write !== "function") {
      throw new UsageError(
        "Cannot record: the sink is neither an open file nor a writable stream nor a function. Open the file first, " +
          "with { create: true, append: true }, and give that",
      );
    }
    this.#sink = sink;
    this.#onFailure = onFailure;
  }

  /** Hands on a line, at once. */
  write(line: string, agent: Agent): void {
    if (this.#failed) return;
    try {
      const given: unknown = typeof this.#sink === "function" ? this.#sink(line, agent) : this.#queue(line, agent);
      if (typeof (given as PromiseLike<unknown> | undefined)?.then !== "function") return;
      const taken = Promise.resolve(given).then(() => {}, (error) => this.#fail(agent, "the sink failed", error));
      if (typeof this.#sink === "function") this.#last = Promise.all([this.#last, taken]).then(() => {});
    } catch (error) {
      this.#fail(agent, "the sink failed", error);
    }
  }

  /** Resolves when everything was taken, or after `ms`; then it gives `false`. */
  async drained(ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const callOff = systemClock.after(ms, () => resolve(false));
    this.#last.then(() => resolve(true));
    const isDrained = await promise;
    callOff();
    return isDrained;
  }

  /** Leaves the stream to others, once it has taken what it was given; a line that comes meanwhile keeps it. */
  async release(): Promise<void> {
    const last = this.#last;
    await last;
    if (last !== this.#last) return;
    this.#writer?.releaseLock();
    this.#writer = undefined;
  }

  #queue(line: string, agent: Agent): Promise<void> {
    const bytes = this.#encoder.encode(line);
    this.#waiting += bytes.length;
    const written = this.#put(bytes).then(() => void (this.#waiting -= bytes.length));
    this.#last = written.catch(() => {});
    if (this.#waiting > MOST_WAITING) this.#fail(agent, `more than ${MOST_WAITING} bytes wait for the sink`);
    return written;
  }

  #put(bytes: Uint8Array): Promise<void> {
    if (!isStream(this.#sink)) return this.#last.then(() => this.#failed ? undefined : writeAll(this.#sink, bytes));
    const writer = this.#writer ??= this.#sink.getWriter();
    writer.closed.catch(() => {}); // Who writes hears of it.
    return writer.write(bytes);
  }

  #fail(agent: Agent, why: string, cause?: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#onFailure(agent, why, cause);
  }
}

function isStream(sink: RecordSink): sink is WritableStream<Uint8Array> {
  return typeof (sink as Partial<WritableStream> | null)?.getWriter === "function";
}

async function writeAll(file: RecordSink, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0;) {
    const count: unknown = await (file as RecordFile).write(rest);
    // Whoever does not tell how much was taken, as a stream of Node does, would be given the same bytes for ever.
    if (!Number.isSafeInteger(count) || (count as number) < 1 || (count as number) > rest.length) {
      throw new TypeError(`Cannot write to the file: it took ${rest.length} bytes and says that it wrote ${count}`);
    }
    rest = rest.subarray(count as number);
  }
}
