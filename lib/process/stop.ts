import { type Clock, systemClock } from "./clock.ts";
import { ProcessError } from "./errors.ts";
import type { Transport, TransportExit } from "./transport.ts";

/** How a process is stopped. */
export interface StopOptions {
  /** How long each step may take, in milliseconds. */
  graceMs: number;
  /** Whether the first step closes its input; SIGINT otherwise. */
  eof: boolean;
  /** What measures the time. @default the clock of the machine */
  clock?: Clock;
}

/**
 * Stops a process step by step, and resolves when it has gone.
 *
 * ```text
 * eof: true    EOF ----grace---- SIGINT ----grace---- SIGKILL ----grace---- error
 * eof: false   SIGINT --grace--- SIGINT ----grace---- SIGKILL ----grace---- error
 * ```
 *
 * It resolves as soon as the process has gone, at the latest after three times `graceMs`. SIGTERM is no step: on it some
 * versions of the CLI leave their tools running.
 *
 * @example A program that ends with its input
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { childTransport } from "./child_transport.ts";
 *
 * const transport = childTransport({ program: ["cat"], args: [], env: {}, clearEnv: false });
 * assertEquals(await stopProcess(transport, { graceMs: 5_000, eof: true }), { code: 0, signal: null });
 * ```
 *
 * @param transport The process.
 * @param options How it is stopped.
 * @returns How it ended.
 * @throws {ProcessError} (the promise rejects) If it is there even after SIGKILL.
 */
export async function stopProcess(transport: Transport, options: StopOptions): Promise<TransportExit> {
  const { graceMs, eof, clock = systemClock } = options;
  const steps = [
    () => eof ? void transport.end().catch(() => {}) : transport.signal("SIGINT"),
    () => transport.signal("SIGINT"),
    () => transport.signal("SIGKILL"),
  ];
  // What has gone already gets no signal.
  let exit = await Promise.race([transport.exited, Promise.resolve(undefined)]);
  for (const step of steps) {
    if (exit !== undefined) return exit;
    step();
    exit = await within(graceMs, transport.exited, clock);
  }
  if (exit !== undefined) return exit;
  const which = transport.pid === undefined ? "" : ` ${transport.pid}`;
  throw new ProcessError({
    message: `Cannot stop the process${which}: it is still there ${graceMs} ms after SIGKILL, look at what holds it`,
  });
}

/** How the process ended, or `undefined` if it did not in time. Leaves no timer. */
function within(ms: number, exited: Promise<TransportExit>, clock: Clock): Promise<TransportExit | undefined> {
  return new Promise((resolve) => {
    const callOff = clock.after(ms, () => resolve(undefined));
    exited.then((exit) => {
      callOff();
      resolve(exit);
    });
  });
}
