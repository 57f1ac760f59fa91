import { limit, readlineOnNode, sdkOnDenoEvents, sdkOnNode, turnstream } from "../contestants.ts";
import { quotient, sideBySide } from "../side_by_side.ts";
import type { Row } from "../types.ts";
import { cpuPerEvent, eventsPerSecond } from "./_quantities.ts";

const EVENTS = 300_000;
const CASE = `${EVENTS / 1000}k events of 316 bytes`;
const speed = { case: CASE, contestant: turnstream.name, quantity: eventsPerSecond.name };

/** What most of a run is: short stream events, one after another. */
export const events: Row = sideBySide({
  number: 1,
  name: "events",
  title: "Small events",
  about: [
    "From the first message to the result; CPU is that of the consumer's process, all threads, in the same time.",
  ],
  cases: [{
    name: CASE,
    work: { BENCH_EVENTS: EVENTS, BENCH_BYTES: 316 },
    contestants: [turnstream, sdkOnNode, sdkOnDenoEvents, readlineOnNode, limit],
  }],
  quantities: [eventsPerSecond, cpuPerEvent],
  goals: [
    { text: "small events, events/s", atLeast: 1.8, of: quotient(speed) },
    { text: "small events, CPU", atMost: 0.55, of: quotient({ ...speed, quantity: cpuPerEvent.name }) },
    { text: "small events, share of the limit", atLeast: 0.6, of: quotient(speed, { contestant: limit.name }) },
  ],
});
