import { turnEndEvent } from "./continuation.ts";
import type { AgentCore } from "./core.ts";
import { reasonOf } from "./turn_outcome.ts";
import type { EndedTurn } from "./turn_tracker.ts";

/**
 * Tells of a turn's end: the event flows past, and then the desk does what follows from it. The desk must have been
 * told by `turnEnds` where anything flows past before the event.
 */
export function endTurn(core: AgentCore, ended: EndedTurn): void {
  const { turn } = ended;
  const { result } = turn;
  if (result !== undefined) {
    // A prompt may have been folded into a turn that was owed.
    if (turn.unsolicited || result.origin !== undefined) core.tasks.unsolicitedTurnEnded();
    core.lastResult = result;
  }
  core.lastError = turn.failed ? reasonOf(turn) : undefined;
  const { event, collector } = turnEndEvent(turn);
  if (result !== undefined) {
    core.limiting.turnEnded(turn);
    core.emit(event);
    return core.desk.turnEnded(ended, collector);
  }
  // A prompt that goes on from here would be refused as well, so that nobody is asked for one.
  core.desk.turnEnds();
  core.emit(event);
  collector.close();
  core.desk.turnRefused(ended);
}
