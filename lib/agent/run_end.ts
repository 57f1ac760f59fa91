import { type Launch, ProcessError, type TransportExit } from "../process/mod.ts";
import { brand } from "./brand.ts";
import type { AgentCore } from "./core.ts";
import type { RunEnd } from "./events.ts";

/** Makes the last event of a run. */
export function runEnd(core: AgentCore, exit: TransportExit): RunEnd {
  return brand("run_end", {
    type: "run_end",
    ...exit,
    costUsd: core.turns.costUsd,
    unsettled: core.tasks.unsettledIds,
    ...(core.lastError === undefined ? {} : { lastError: core.lastError }),
  }) as RunEnd;
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
}

/** Makes the error of a process that ended unasked. */
export function died(core: AgentCore, { exit, starting, stderrTail, launch }: Death): ProcessError {
  return new ProcessError({
    ...exit,
    stderrTail,
    launch,
    pending: core.pending,
    lastResult: core.lastResult,
    lastWritten: starting ? core.lastWritten : undefined,
  });
}
