import type { Turn } from "../../lib/agent/turn.ts";
import { result } from "../../lib/testing/frames/mod.ts";

/** A turn with what a test cares for. */
export function turn(fields: Partial<Turn> = {}): Turn {
  return {
    index: 0,
    text: "",
    messages: [],
    toolUses: [],
    subagents: [],
    outcome: "success",
    failed: false,
    costUsd: 0,
    usage: {},
    models: {},
    denials: [],
    sessionId: undefined,
    unsolicited: false,
    result: result({ uuid: "result-1" }),
    ...fields,
  };
}
