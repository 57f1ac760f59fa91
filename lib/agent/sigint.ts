import type { AgentCore } from "./core.ts";

/**
 * Takes SIGINT for an interrupt, where an operator wants that and a turn runs that was not interrupted before.
 *
 * @returns Whether it did; otherwise the signal is for the run.
 */
export function takesSigint(core: AgentCore): boolean {
  if (!core.registry.takesSigint || core.closed || !core.turns.running || core.turns.interrupted) return false;
  core.controls.interrupt().catch(() => {}); // A turn that cannot be interrupted is ended by the next signal.
  // Marked at once, although the interrupt may wait for a sign of the turn: the second signal must not wait behind it.
  core.turns.mark("interrupted");
  return true;
}
