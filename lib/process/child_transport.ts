import type { ResolvedPath } from "../protocol/rules/mod.ts";
import { LineWriter } from "../framing/line_writer.ts";
import { homeOf } from "./_permissions.ts";
import { type OnChunk, ReadUntilExit } from "./_read_until_exit.ts";
import { spawnChild } from "./_spawn.ts";
import { ProcessError } from "./errors.ts";
import { realPath } from "./real_path.ts";
import { DEFAULT_DRAIN_MS, type Launch, type Transport, type TransportExit } from "./transport.ts";

/** How a child process is read. */
export interface ChildTransportOptions {
  /**
   * How long after the child's exit its output may stay silent until it counts as ended, in milliseconds: somebody who
   * inherited the pipe may hold it open for ever.
   *
   * @default 400
   */
  drainMs?: number;
}

/**
 * Starts a program and gives its pipes: the transport of a real agent.
 *
 * Standard input, output and error are pipes, always. Both `output` and `stderr` must be drained by the caller: a
 * program whose pipe is full stands still. After the exit they are read to their end; when a process that the program left
 * behind holds a pipe open, they end after `drainMs` of silence.
 *
 * `write` rejects with a `ProcessError` when the program has gone; the rejection may be ignored. `signal` does nothing
 * then.
 *
 * @example A program that gives back what it is told
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const transport = childTransport({ program: ["cat"], args: [], env: {}, clearEnv: false });
 * await transport.write("hello");
 * await transport.end();
 * await transport.stderr.cancel();
 * assertEquals(await new Response(transport.output).text(), "hello\n");
 * assertEquals(await transport.exited, { code: 0, signal: null });
 * ```
 *
 * @param launch What is started.
 * @param options How it is read.
 * @returns The transport.
 * @throws {StartError} If the program cannot be started.
 */
export function childTransport(launch: Launch, options: ChildTransportOptions = {}): Transport {
  return new ChildTransport(launch, options.drainMs ?? DEFAULT_DRAIN_MS);
}

class ChildTransport implements Transport {
  readonly pid: number;
  readonly home?: string;
  readonly exited: Promise<TransportExit>;
  readonly #child: Deno.ChildProcess;
  readonly #sink: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: LineWriter;
  readonly #launch: Launch;
  readonly #output: ReadUntilExit;
  readonly #stderr: ReadUntilExit;
  /** Rejects each write that is under way: one into a pipe that a grandchild holds open would never settle. */
  readonly #writes = new Set<(cause?: unknown) => void>();
  #exit: TransportExit | undefined;

  constructor(launch: Launch, drainMs: number) {
    this.#launch = launch;
    this.#child = spawnChild(launch);
    this.pid = this.#child.pid;
    const home = homeOf(launch);
    if (home !== undefined) this.home = home;
    this.#sink = this.#child.stdin.getWriter();
    this.#lines = new LineWriter(this.#sink);
    this.exited = this.#untilExit();
    const { exited } = this;
    this.#output = new ReadUntilExit(this.#child.stdout, { exited, drainMs });
    this.#stderr = new ReadUntilExit(this.#child.stderr, { exited, drainMs });
  }

  get output(): ReadableStream<Uint8Array> {
    return this.#output.stream;
  }

  get stderr(): ReadableStream<Uint8Array> {
    return this.#stderr.stream;
  }

  read(onChunk: OnChunk): Promise<void> {
    return this.#output.read(onChunk);
  }

  write(line: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {});
    if (this.#exit !== undefined) {
      reject(this.#writeError());
      return promise;
    }
    const fail = (cause?: unknown) => {
      this.#writes.delete(fail);
      // A line that cannot be written at all is the caller's mistake and says so itself.
      reject(cause instanceof TypeError ? cause : this.#writeError(cause));
    };
    this.#writes.add(fail);
    this.#lines.write(line).then(() => {
      this.#writes.delete(fail);
      resolve();
    }, fail);
    return promise;
  }

  async end(): Promise<void> {
    await Promise.race([this.#lines.end(), this.exited]);
  }

  signal(name: "SIGINT" | "SIGTERM" | "SIGKILL"): void {
    if (this.#exit !== undefined) return;
    try {
      this.#child.kill(name);
    } catch {
      // It has gone in this very moment, and Deno throws; or it may not be signalled, and then nothing would help.
    }
  }

  resolvePath(path: string): ResolvedPath {
    return realPath(path);
  }

  async #untilExit(): Promise<TransportExit> {
    const { code, signal } = await this.#child.status;
    this.#exit = { code: signal === null ? code : null, signal };
    for (const fail of [...this.#writes]) fail();
    this.#sink.abort().catch(() => {});
    return this.#exit;
  }

  #writeError(cause?: unknown): ProcessError {
    const state = this.#exit === undefined ? "it does not read its input any more" : "it has gone";
    return new ProcessError({
      message: `Cannot write to ${JSON.stringify(this.#launch.program[0])}: ${state}`,
      ...(cause === undefined ? {} : { cause }),
      ...this.#exit,
      launch: this.#launch,
    });
  }
}
