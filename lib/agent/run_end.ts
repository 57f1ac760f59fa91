import { type Clock, type Launch, ProcessError, programVersion, type TransportExit } from "../process/mod.ts";
import { brand } from "./brand.ts";
import type { AgentCore } from "./core.ts";
import type { RunEnd } from "./events.ts";

/** Makes the last event of a run. */
export function runEnd(core: AgentCore, { code, signal }: TransportExit): RunEnd {
  return brand("run_end", {
    type: "run_end",
    code,
    signal,
    costUsd: core.turns.costUsd,
    unsettled: core.tasks.unsettledIds,
    ...(core.lastError === undefined ? {} : { lastError: core.lastError }),
  });
}

/** What is known of a process that ended unasked. */
export interface Death {
  /** How it ended. */
  exit: TransportExit;
  /** Whether it died before it was ready. */
  starting: boolean;
  /** The end of what it wrote on standard error. */
  stderrTail: string;
  /** What it was started with. */
  launch: Launch | undefined;
  /** The program's version, where it was asked for. */
  version?: string | undefined;
  /** What was seen of it before: a write that failed. */
  cause?: unknown;
}

/** Makes the error of a process that ended unasked. */
export function died(core: AgentCore, { exit, starting, stderrTail, launch, version, cause }: Death): ProcessError {
  return new ProcessError({
    code: exit.code,
    signal: exit.signal,
    stderrTail,
    launch,
    pending: core.pending,
    lastResult: core.lastResult,
    lastWritten: starting ? core.lastWritten : undefined,
    version,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Whether a process may end like this by itself: the script asked it to exit, or all turns are done. */
export function endedWell(core: AgentCore, exit: TransportExit): boolean {
  if (core.leaving && exit.code === 0) return true;
  return core.desk.done && !core.turns.running && (exit.code === 0 || isAfterError(core, exit));
}

/** What is strange about how a process ended whose turns are all done; `undefined` if nothing is. */
export function unexpectedExit(core: AgentCore, exit: TransportExit): string | undefined {
  if (exit.code === 0 || isAfterError(core, exit)) return undefined;
  const how = exit.signal === null ? `with exit code ${exit.code}` : `by ${exit.signal}`;
  return `All turns are done, but the agent ended ${how}`;
}

/** The CLI exits with 1 if its last result was an error, an interruption included. */
function isAfterError(core: AgentCore, exit: TransportExit): boolean {
  return exit.code === 1 && core.lastResult?.is_error === true;
}

/**
 * The version of a program that died at its start: old ones die of options or hooks that they do not
 * know, so its error tells the version. `undefined` where there is no program, or it does not say.
 */
export async function versionOfTheDead(
  core: AgentCore,
  { launch, clock }: { launch: Launch | undefined; clock: Clock },
): Promise<string | undefined> {
  if (launch === undefined || core.options.transport !== undefined) return undefined;
  return await programVersion(launch, { limitMs: core.limits.graceMs, clock });
}
