import { TestScheduler } from "rxjs/testing";
import type { RunHelpers } from "rxjs/internal/testing/TestScheduler";
import { assertEquals } from "@std/assert";
import { brand } from "../../lib/agent/brand.ts";
import type { AgentEvent } from "../../lib/agent/events.ts";
import type { Turn } from "../../lib/agent/turn.ts";
import { turn } from "../support/turn.ts";
import { assistantText, init } from "../../lib/testing/frames/mod.ts";

/** Runs a test in virtual time, with diagrams for what comes in and what must come out. */
export function marbles(body: (helpers: RunHelpers) => void): void {
  new TestScheduler((actual, expected) => assertEquals(actual, expected)).run(body);
}

/** The event of a turn's end. */
export function turnEnd(fields: Partial<Turn> = {}): AgentEvent {
  return brand("turn_end", { type: "turn_end", turn: turn(fields), continueWith() {} });
}

/** The letters of most diagrams. */
export const EVENTS = {
  o: brand("opening", { type: "opening" }),
  i: init(),
  a: assistantText("hello", { messageId: "m-1" }),
  b: assistantText("world", { messageId: "m-2" }),
  s: assistantText("from a subagent", { messageId: "m-3", parentToolUseId: "tool-1" }),
  t: turnEnd({ index: 0, text: "hello" }),
  u: turnEnd({ index: 1, text: "world" }),
  r: brand("run_end", { type: "run_end", code: 0, signal: null, costUsd: 0, unsettled: [] }),
} satisfies Record<string, AgentEvent>;

export type { RunHelpers };
