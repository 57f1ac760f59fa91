import { type Clock, stopProcess, type Transport } from "../process/mod.ts";
import type { AgentCore } from "./core.ts";
import { ControlError } from "./errors.ts";

/**
 * Interrupts what runs, before the input is closed, and refuses everything that is asked from now on: EOF alone would
 * let the CLI work and spend to the end of its queue. Prompts that wait in the queue are cancelled where the CLI knows
 * how; the older one goes on with them after an interrupt, so that only a signal ends it.
 *
 * The interrupt is written first: a CLI that reads a refusal first may ask the model once more before it reads on.
 *
 * @param core The conversation.
 * @param failure Why the run ends, where it failed.
 * @returns Whether the CLI is quiet, so that its input can be closed; it needs a signal otherwise.
 */
export function quieten(core: AgentCore, failure: unknown): Promise<boolean> {
  const quiet = interrupted(core, failure);
  core.refuseAll();
  return quiet;
}

async function interrupted(core: AgentCore, failure: unknown): Promise<boolean> {
  // Who did not answer one request will not answer another.
  if (failure instanceof ControlError && failure.kind === "timeout") return false;
  if (!core.busy) return true;
  core.turns.mark("interrupted");
  const isAlone = () => core.turns.inFlight.length < 2;
  let alone: boolean | undefined;
  // The interrupted turn may end in the same piece of output as the answer, and the older CLI then begins the next one.
  const onAnswer = () => void (alone = core.pacing.resting ? undefined : isAlone());
  try {
    const payload = { cancel_queued: true };
    await core.correlator.request("interrupt", { payload, timeoutMs: core.limits.graceMs, onAnswer });
    // Results may stand in what is still being delivered.
    await core.pacing.rested;
    return alone ?? isAlone();
  } catch {
    return false;
  }
}

/**
 * Goes down the ladder of EOF and signals.
 *
 * @param transport The process.
 * @param options Whether it begins with EOF, how long a step may take, and what measures the time.
 * @returns The error of a process that is still there; `undefined` if it has gone.
 */
export async function descend(
  transport: Transport,
  options: { eof: boolean; graceMs: number; clock: Clock },
): Promise<{ error: unknown } | undefined> {
  try {
    await stopProcess(transport, options);
    return undefined;
  } catch (error) {
    return { error };
  }
}
