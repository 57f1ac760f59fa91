import { limit, readlineOnNode, sdkOnDenoEvents, sdkOnNode, turnstream } from "../contestants.ts";
import { quotient, sideBySide } from "../side_by_side.ts";
import type { Case, Quantity, Row } from "../types.ts";
import { peakMemory } from "./_quantities.ts";

const MEGABYTE = 1_000_000;

const shorter = linesOf("10 KB lines", 10_000, 10_000);
const long = linesOf("1 MB lines", MEGABYTE, 100);
const longest = linesOf("a 50 MB line", 50 * MEGABYTE, 1);
const plain = [long, longest].map((one): Case => ({
  name: `${one.name}, ASCII without escapes`,
  work: { ...one.work, BENCH_PLAIN: 1 },
  contestants: [turnstream, sdkOnNode, limit],
}));

const speed: Quantity = { name: "MB/s", of: (measurement, one) => megabytes(one) / measurement.values.seconds! };
const cpu: Quantity = { name: "CPU ms/MB", of: ({ values }, one) => values.cpuSeconds! * 1000 / megabytes(one) };

/** Long lines: whole files and images travel in one. */
export const lines: Row = sideBySide({
  number: 3,
  name: "lines",
  title: "Long lines",
  about: [
    "Assistant messages with one text each, which has escapes and characters beyond ASCII, as prose and sources have them; an " +
    "image has neither. Timed as the row of small events. Peak memory is that of the whole process, from its start; `turns()` " +
    "keeps a turn's messages, the SDK keeps none, and the limit has all bytes in memory before it begins.",
  ],
  cases: [shorter, long, longest, ...plain],
  quantities: [speed, cpu, peakMemory],
  goals: [
    { text: "1 MB lines, MB/s", atLeast: 2, of: quotient(of(long, speed)) },
    { text: "a 50 MB line, MB/s", atLeast: 1.25, of: quotient(of(longest, speed)) },
    { text: "a 50 MB line, peak memory", atMost: 0.95, of: quotient(of(longest, peakMemory)) },
    {
      text: "CPU per MB of a 50 MB line, against 1 MB lines",
      atMost: 2,
      of: quotient(of(longest, cpu), { case: long.name }),
    },
  ],
});

function linesOf(name: string, bytes: number, count: number): Case {
  return {
    name,
    work: { BENCH_KIND: "text", BENCH_BYTES: bytes, BENCH_EVENTS: count },
    contestants: [turnstream, sdkOnNode, sdkOnDenoEvents, readlineOnNode, limit],
  };
}

function of(one: Case, quantity: Quantity) {
  return { case: one.name, contestant: turnstream.name, quantity: quantity.name };
}

function megabytes({ work }: Case): number {
  return Number(work.BENCH_BYTES) * Number(work.BENCH_EVENTS) / MEGABYTE;
}
