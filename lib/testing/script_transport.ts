import { BytePipe } from "./byte_pipe.ts";
import { latePart } from "../agent/load_late.ts";
import { parseWritten, type WrittenLine } from "./written_line.ts";
import type { Transport, TransportExit } from "../process/transport.ts";

// Who drives an agent by hand, or on a clock of the test, expects that nothing is loaded in the middle of it.
await latePart.load();

/** A transport that is driven by hand: it does nothing that the test does not tell it to do. */
export interface ScriptTransport extends Transport {
  /** Always 4242, so that a test can tell it. */
  readonly pid: number;
  /** What was written so far, parsed, in order. */
  readonly lines: readonly WrittenLine[];
  /** The signals that were sent so far, in order. */
  readonly signals: readonly string[];
  /** Resolves when the script has closed the agent's input. */
  readonly ended: Promise<void>;
  /** Whether the script has closed the agent's input. */
  readonly isEnded: boolean;
  /** Whether somebody can still read the output: not closed, and not cancelled by its reader. */
  readonly isRead: boolean;
  /**
   * Lets the agent say something on standard output.
   *
   * @param chunks An object goes out as one line of JSON; text and bytes go out as they are, as a
   * chunk of their own and without a line end.
   */
  push(...chunks: (object | string | Uint8Array)[]): void;
  /**
   * Lets the agent say something on standard error.
   *
   * @param text The text, as it is.
   */
  pushStderr(text: string): void;
  /**
   * Waits for a line from the script, or takes one that came already. A line is given out once; one
   * that a predicate passes over stays for later calls.
   *
   * @param predicate Which line is wanted; the next one where absent.
   * @returns The line. Rejects when the far end exits, or its input is closed, without such a line.
   */
  nextLine(predicate?: (line: WrittenLine) => boolean): Promise<WrittenLine>;
  /**
   * Answers a control request that the script wrote, with success.
   *
   * @param line The request.
   * @param response The body of the answer; left out where absent.
   */
  answer(line: WrittenLine, response?: Record<string, unknown>): void;
  /** Ends standard output and keeps the process alive. */
  closeOutput(): void;
  /**
   * Ends the process: both streams close, `exited` resolves, later writes are refused.
   *
   * @param code The exit code; `null` (and 0 only by default) for an end by a signal.
   * @param signal The signal that ended it.
   */
  exit(code?: number | null, signal?: string | null): void;
}

interface Waiter {
  predicate: (line: WrittenLine) => boolean;
  resolve: (line: WrittenLine) => void;
  reject: (reason: Error) => void;
}

class HandDriven implements ScriptTransport {
  readonly pid = 4242;
  readonly lines: WrittenLine[] = [];
  readonly signals: string[] = [];
  readonly #output = new BytePipe();
  readonly #stderr = new BytePipe();
  readonly #exit = Promise.withResolvers<TransportExit>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #waiters = new Set<Waiter>();
  #untaken: WrittenLine[] = [];
  #gone = false;
  #closed = false;

  get output(): ReadableStream<Uint8Array> {
    return this.#output.stream;
  }

  get stderr(): ReadableStream<Uint8Array> {
    return this.#stderr.stream;
  }

  get exited(): Promise<TransportExit> {
    return this.#exit.promise;
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  get isEnded(): boolean {
    return this.#closed;
  }

  get isRead(): boolean {
    return this.#output.open;
  }

  write(line: string): Promise<void> {
    if (this.#gone) return Promise.reject(new Error("Cannot write to the agent: it has gone"));
    if (this.#closed) return Promise.reject(new Error("Cannot write to the agent: its input is closed"));
    try {
      this.#take(parseWritten(line));
    } catch (error) {
      return Promise.reject(error);
    }
    return Promise.resolve();
  }

  end(): Promise<void> {
    this.#closed = true;
    this.#ended.resolve();
    this.#fail("its input was closed");
    return Promise.resolve();
  }

  signal(name: "SIGINT" | "SIGTERM" | "SIGKILL"): void {
    if (!this.#gone) this.signals.push(name);
  }

  push(...chunks: (object | string | Uint8Array)[]): void {
    for (const chunk of chunks) {
      const raw = typeof chunk === "string" || chunk instanceof Uint8Array;
      this.#output.write(raw ? chunk : `${JSON.stringify(chunk)}\n`);
    }
  }

  pushStderr(text: string): void {
    this.#stderr.write(text);
  }

  nextLine(predicate: (line: WrittenLine) => boolean = () => true): Promise<WrittenLine> {
    const found = this.#untaken.find(predicate);
    if (found !== undefined) {
      this.#untaken = this.#untaken.filter((line) => line !== found);
      return Promise.resolve(found);
    }
    const { promise, resolve, reject } = Promise.withResolvers<WrittenLine>();
    promise.catch(() => {}); // Whoever still waits hears of it; nobody else must.
    this.#waiters.add({ predicate, resolve, reject });
    if (this.#closed || this.#gone) this.#fail(this.#gone ? "the agent has gone" : "its input was closed");
    return promise;
  }

  answer(line: WrittenLine, response?: Record<string, unknown>): void {
    const body = response === undefined ? {} : { response };
    this.push({
      type: "control_response",
      response: { subtype: "success", request_id: line.request_id, ...body },
    });
  }

  closeOutput(): void {
    this.#output.close();
  }

  exit(code: number | null = 0, signal: string | null = null): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#output.close();
    this.#stderr.close();
    this.#fail("the agent has gone");
    this.#exit.resolve({ code, signal });
  }

  #take(line: WrittenLine): void {
    this.lines.push(line);
    for (const waiter of this.#waiters) {
      if (!waiter.predicate(line)) continue;
      this.#waiters.delete(waiter);
      waiter.resolve(line);
      return;
    }
    this.#untaken.push(line);
  }

  #fail(why: string): void {
    for (const waiter of this.#waiters) {
      waiter.reject(new Error(`Cannot wait for a line from the script: ${why} after ${this.lines.length} lines`));
    }
    this.#waiters.clear();
  }
}

/**
 * Makes a transport that a test drives by hand.
 *
 * It feels like sitting at the other end of the pipe: the test reads what the script wrote, and says
 * what the agent says. Nothing is answered, ended or killed by itself: not `initialize`, not EOF, not
 * a signal. For a stand-in that behaves as the CLI does, see `simulate`.
 *
 * @example Reading a line and answering it
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { scriptTransport } from "@turnstream/turnstream/testing";
 *
 * const transport = scriptTransport();
 * await transport.write('{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}');
 * transport.answer(await transport.nextLine(), { pid: 1 });
 * transport.exit(0);
 * assertEquals(
 *   await new Response(transport.output).text(),
 *   '{"type":"control_response","response":{"subtype":"success","request_id":"1","response":{"pid":1}}}\n',
 * );
 * ```
 *
 * @returns The transport: a value for the option `transport`.
 */
export function scriptTransport(): ScriptTransport {
  return new HandDriven();
}
