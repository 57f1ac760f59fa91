import type { ResolvedPath } from "../protocol/rules/mod.ts";

/** How a transport's far end has ended. */
export interface TransportExit {
  /** The exit code; `null` where a signal ended it. */
  code: number | null;
  /** The signal that ended it, such as `"SIGKILL"`; `null` where it exited by itself. */
  signal: string | null;
  /**
   * Why the far end could not go on, where it knows that itself, as a recording does: the run then fails with this.
   *
   * @default nothing is wrong but what the exit code says
   */
  error?: unknown;
}

/** So long after the exit output may stay silent until it counts as ended, in milliseconds, where nothing else is said. */
export const DEFAULT_DRAIN_MS = 400;

/**
 * Bytes out of the agent, lines into it: a child process, a simulation, a recording.
 *
 * The reader must drain `output` and `stderr`. Whoever implements this must let `exited` resolve, always, once the far end
 * is gone, and end both streams: the run waits for that (a stream from which nothing has come for 400 ms after the exit
 * counts as ended, with a warning). The first line that is written is the control request `initialize`, and no prompt
 * follows before it is answered. `scriptTransport` of `./testing` is a short one to begin from.
 */
export interface Transport {
  /** What the agent writes on standard output. */
  readonly output: ReadableStream<Uint8Array>;
  /**
   * A shorter way to the bytes of `output`, without a stream in between. Where it is there it is called, once, and
   * `output`, which must be there all the same, is left alone (and may be locked from then on).
   *
   * Whoever implements it gives one piece after another, in order and each once, and none from inside of a call of
   * `onChunk` or `write`: it would pass what is left of the piece before. A piece belongs to the reader until `onChunk`
   * returns, and no longer: its memory may be used again, and the reader copies what it keeps. Where `onChunk`
   * gives a promise, the next piece waits until it has resolved; meanwhile what comes is kept, or left in the pipe. An
   * `onChunk` that throws, or whose promise rejects, takes no more. Whoever wraps a transport and changes `output` leaves
   * `read` out: it would pass by the change.
   *
   * @param onChunk Takes the next bytes.
   * @returns A promise that resolves when the output has ended and the last piece was taken, also where another process
   * holds the pipe of one that has gone; it rejects if reading fails, or with the error of `onChunk`.
   * @default `output` is read
   */
  read?(onChunk: (bytes: Uint8Array) => Promise<void> | undefined | void): Promise<void>;
  /** What the agent writes on standard error. */
  readonly stderr: ReadableStream<Uint8Array>;
  /** The process id, where there is one. */
  readonly pid?: number;
  /** Resolves when the far end is gone; never rejects. */
  readonly exited: Promise<TransportExit>;
  /**
   * Writes one line; the line end is added here. Lines keep their order and never interleave.
   *
   * @throws (the promise rejects) `ProcessError` if the far end is gone.
   */
  write(line: string): Promise<void>;
  /** Closes the agent's input (EOF) after what was written. Never rejects; may be called twice. */
  end(): Promise<void>;
  /** Sends a signal; does nothing if the far end is gone. */
  signal(name: "SIGINT" | "SIGTERM" | "SIGKILL"): void;
  /** The agent's home directory, where it is known: rules for `~/` start there. @default unknown */
  readonly home?: string;
  /**
   * Follows the symbolic links of an absolute path on the agent's file system, at once and without asking anybody. It
   * never throws.
   *
   * @default rules judge paths as they are written
   */
  resolvePath?(path: string): ResolvedPath;
}

/** What an agent is started with: what a transport may want to know. */
export interface Launch {
  /** The program and its leading arguments. */
  program: string[];
  /** The arguments behind them. */
  args: string[];
  /** The environment that is set on top of (or, with `clearEnv`, instead of) the script's own. */
  env: Record<string, string>;
  /** The working directory; the script's own where absent. */
  cwd?: string;
  /** Whether the child sees nothing of the script's own environment. */
  clearEnv: boolean;
}

/** Opens a transport for one launch. A factory can be used for any number of agents. */
export type TransportFactory = (launch: Launch) => Transport;
