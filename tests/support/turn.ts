import type { TurnEnd } from "../../lib/agent/events.ts";
import type { Turn } from "../../lib/agent/turn.ts";
import { result } from "../../lib/testing/frames/mod.ts";
import { turnEnd } from "../../lib/testing/marbles.ts";

/** A turn with what a test cares for. */
export function turn(fields: Partial<Turn> = {}): Turn {
  return (turnEnd({ result: result({ uuid: "result-1" }), ...fields }) as TurnEnd).turn;
}
