import { sdkOnNode, turnstream, turnstreamValidating } from "../contestants.ts";
import { quotient, sideBySide } from "../side_by_side.ts";
import type { Row } from "../types.ts";
import { cpuPerEvent, eventsPerSecond } from "./_quantities.ts";

const EVENTS = 100_000;
const CASE = `${EVENTS / 1000}k events of 316 bytes`;

/** The same events with every message checked by its schema; the SDK checks none. */
export const validate: Row = sideBySide({
  number: 2,
  name: "validate",
  title: "Every message validated",
  about: ['`validate: "all"` against an SDK that validates nothing; timed as the row of small events.'],
  cases: [{
    name: CASE,
    work: { BENCH_EVENTS: EVENTS, BENCH_BYTES: 316 },
    contestants: [turnstreamValidating, turnstream, sdkOnNode],
  }],
  quantities: [eventsPerSecond, cpuPerEvent],
  goals: [{
    text: "every message validated, events/s",
    atLeast: 1.1,
    of: quotient({ case: CASE, contestant: turnstreamValidating.name, quantity: eventsPerSecond.name }),
  }],
});
