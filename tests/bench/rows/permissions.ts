import { onDeno, readlineOnNode, sdkOnDenoEvents, sdkOnNode } from "../contestants.ts";
import { sameAsProducers } from "../measure.ts";
import { quotient, sideBySide } from "../side_by_side.ts";
import { quantile } from "../statistics.ts";
import type { Case, Measurement, Quantity, Row } from "../types.ts";

const RULES = 20;
const BURST = 500;

const turnstream = onDeno("Turnstream", "consumers/turnstream_permissions.ts", String(RULES));
const contestants = [turnstream, sdkOnNode, sdkOnDenoEvents, readlineOnNode];

const idle: Case = {
  name: "idle, on one core",
  work: { BENCH_REQUESTS: 3000 },
  oneCore: true,
  contestants,
  check: answersAll(3000),
};
const busy: Case = {
  name: `after bursts of ${BURST} events`,
  work: { BENCH_REQUESTS: 300, BENCH_BURST: BURST },
  contestants,
  check: answersAll(300),
};

const middle = tripQuantile("p50 µs", 0.5);
const late = tripQuantile("p95 µs", 0.95);

/** How long the agent stands still for each tool call that it asks about. */
export const permissions: Row = sideBySide({
  number: 4,
  name: "permissions",
  title: "Permission round trips",
  about: [
    "Timed by the producer, from the write of `can_use_tool` to the answer that it has read; it writes nothing meanwhile. " +
    `Turnstream decides by a policy of ${RULES} rules (gates, shell, path and server rules, functions); the SDK's callback ` +
    "and the script by hand allow everything.",
  ],
  cases: [idle, busy],
  quantities: [middle, late],
  goals: [
    { text: "p50 idle, on one core", atMost: 0.65, of: quotient(placeIn(idle)) },
    { text: `p50 after bursts of ${BURST} events`, atMost: 0.35, of: quotient(placeIn(busy)) },
  ],
});

/** A quantile of all round trips, in microseconds. */
export function tripQuantile(name: string, share: number): Quantity {
  return { name, of: ({ reports }) => quantile(reports.flatMap(({ trips }) => trips), share) / 1000 };
}

/** The usual check, and that each request was answered: the producers ask no more when a consumer denies or leaves. */
export function answersAll(requests: number): (measurement: Measurement) => string | undefined {
  return (measurement) => {
    const answered = measurement.reports.reduce((sum, { trips }) => sum + trips.length, 0);
    return answered === requests ? sameAsProducers(measurement) : `${answered} of ${requests} requests were allowed`;
  };
}

function placeIn(one: Case) {
  return { case: one.name, contestant: turnstream.name, quantity: middle.name };
}
