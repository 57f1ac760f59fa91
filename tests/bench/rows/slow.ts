import { onDeno, onNode, sdkOnDeno } from "../contestants.ts";
import { quotient, sideBySide } from "../side_by_side.ts";
import type { Case, Measurement, Quantity, Row } from "../types.ts";
import { tripQuantile } from "./permissions.ts";

const SECONDS = 5;
const BURST = 500;
const EVENTS = 1_000_000;

const turnstream = onDeno("Turnstream, pacedMap", "consumers/turnstream_slow.ts");

const flood: Case = {
  name: `${SECONDS} s at 100 events/s, 1M events in the pipe`,
  work: { BENCH_REQUESTS: EVENTS / BURST, BENCH_BURST: BURST, BENCH_SECONDS: SECONDS },
  contestants: [
    turnstream,
    onDeno("Turnstream, iterate", "consumers/turnstream_slow.ts", "--iterate"),
    onNode("SDK on Node", "consumers/sdk_slow.mjs"),
    sdkOnDeno("SDK on Deno", "consumers/sdk_slow.mjs"),
  ],
  check: slowly,
};

const growth: Quantity = { name: "grown MiB", of: ({ values }) => values.grownMiB! };
const middle = tripQuantile("p50 µs", 0.5);
const late = tripQuantile("p95 µs", 0.95);
const answers: Quantity = { name: "requests answered", of: ({ reports }) => reports[0]!.trips.length };
const place = { case: flood.name, contestant: turnstream.name, quantity: middle.name };

/** A consumer that is slower than the agent and asks for bounded memory. */
export const slow: Row = sideBySide({
  number: 5,
  name: "slow",
  title: "A slow consumer",
  about: [
    `The agent writes as fast as it can, and asks for a permission after every ${BURST} events; as the CLI does, it waits for ` +
    "the answer before it writes on. The consumer takes 10 ms for a message; Turnstream's sends a control request of its own " +
    "every 50 messages and awaits the answer: a deadlock would fail the row. What it took has to be complete and in order. Memory " +
    "is the peak of the process minus what it had at the first message. Once as much waits as Turnstream reads ahead, the " +
    "agent stands still, and with it its requests: the round trips are those before that, and the few after it.",
  ],
  cases: [flood],
  quantities: [growth, middle, late, answers],
  goals: [
    { text: "growth of memory", atMost: 64, unit: "MiB", of: (round) => round({ ...place, quantity: growth.name }) },
    { text: "permission p50", atMost: 0.3, of: quotient(place) },
  ],
});

/** Finds what is wrong with a consumer that has not taken everything. */
function slowly({ values, reports }: Measurement): string | undefined {
  const { messages = 0, taken = 0, misplaced, asked, answered } = values;
  if (reports.length !== 1 || reports[0]!.trips.length === 0) return "No request was answered";
  if (misplaced !== 0) return `${misplaced} of ${taken} events were not those that had to come`;
  if (messages < SECONDS * 30) return `Only ${messages} messages were taken`;
  if (answered !== asked) return `${answered} of ${asked} control requests were answered`;
  return undefined;
}
