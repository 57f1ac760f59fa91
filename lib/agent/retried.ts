import { shared } from "./brand.ts";
import type { Turn } from "./turn.ts";

const turns: WeakSet<Turn> = shared("retried", () => new WeakSet());

/** Notes that a turn's prompt is sent again: who asked for the turn waits for the next. */
export function markRetried(turn: Turn): void {
  turns.add(turn);
}

/** Whether a turn's prompt is sent again. */
export function isRetried(turn: Turn): boolean {
  return turns.has(turn);
}
