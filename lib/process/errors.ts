import { describeExit } from "./_describe_exit.ts";
import { safeArguments, secretValues } from "./secrets.ts";
import type { Launch } from "./transport.ts";

/** Why a program did not start. */
export type StartErrorKind = "not_found" | "missing_cwd" | "permission" | "not_executable" | "other";

/** What a `StartError` tells. */
export interface StartErrorOptions extends ErrorOptions {
  /** Why it did not start. */
  kind: StartErrorKind;
  /** The program, as it was asked for. */
  program: string;
}

/**
 * The program did not start: nothing ran.
 *
 * @example What the error tells
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const error = new StartError('Cannot start "claude": it was not found', { kind: "not_found", program: "claude" });
 * assertEquals([error.kind, error.program], ["not_found", "claude"]);
 * ```
 */
export class StartError extends Error {
  /** Always `"StartError"`. */
  override readonly name = "StartError";
  /**
   * Why it did not start: the program was not found, the working directory does not exist, the script may not run it,
   * the file cannot be run, or something else (see `cause`).
   */
  readonly kind: StartErrorKind;
  /** The program, as it was asked for. */
  readonly program: string;

  /**
   * Makes the error.
   *
   * @param message What failed and how to cure it.
   * @param options What is known of it.
   */
  constructor(message: string, options: StartErrorOptions) {
    super(message, options);
    this.kind = options.kind;
    this.program = options.program;
  }
}

/** What is known of a process's end. */
export interface ProcessErrorOptions extends ErrorOptions {
  /** What failed, where it is not the end itself. @default how the process ended, what was pending, what it wrote last */
  message?: string;
  /** The exit code; `null` where a signal ended the process, or where it had not ended. @default null */
  code?: number | null;
  /** The signal that ended the process; `null` where it exited by itself. @default null */
  signal?: string | null;
  /** The end of what it wrote on standard error, without secrets; see `StderrTail`. @default "" */
  stderrTail?: string;
  /** What it was started with; its secrets are taken out here. @default unknown */
  launch?: Launch | undefined;
  /** What was asked of it, or by it, and not answered. @default [] */
  pending?: readonly string[];
  /** The last result that came before. @default none */
  lastResult?: unknown;
  /** What kind of line it was sent last, where it may have died of it. @default not told */
  lastWritten?: string | undefined;
  /** The program's version, where it died while it started. @default not known */
  version?: string | undefined;
}

/**
 * The agent's process ended although nobody asked it to, or could not be reached any more.
 *
 * What came before is not lost: events were delivered, and `lastResult` is kept.
 *
 * @example What the error tells
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const error = new ProcessError({ code: 1, stderrTail: "Error: Invalid API key\n", pending: ["initialize"] });
 * assertEquals([error.code, error.signal, error.pending], [1, null, ["initialize"]]);
 * assertEquals(
 *   error.message,
 *   'The agent exited with code 1 while "initialize" was pending; its standard error ends with: Error: Invalid API key',
 * );
 * ```
 */
export class ProcessError extends Error {
  /** Always `"ProcessError"`. */
  override readonly name = "ProcessError";
  /** The exit code; `null` where a signal ended the process, or where it had not ended. */
  readonly code: number | null;
  /** The signal that ended the process; `null` where it exited by itself. */
  readonly signal: string | null;
  /** The end of what it wrote on standard error, without secrets. */
  readonly stderrTail: string;
  /** Its command line, without secrets; empty where it is not known. */
  readonly argv: readonly string[];
  /** What was asked of it, or by it, and not answered. */
  readonly pending: readonly string[];
  /** The last result that came before; `undefined` where none came. */
  readonly lastResult: unknown;

  /**
   * Makes the error, and its message where none is given.
   *
   * @param options What is known of the end.
   */
  constructor(options: ProcessErrorOptions) {
    super(options.message ?? describeExit(options), options);
    const { launch } = options;
    this.code = options.code ?? null;
    this.signal = options.signal ?? null;
    this.stderrTail = options.stderrTail ?? "";
    this.argv = launch === undefined
      ? []
      : safeArguments([...launch.program, ...launch.args], secretValues(launch.env));
    this.pending = options.pending ?? [];
    this.lastResult = options.lastResult;
  }
}
