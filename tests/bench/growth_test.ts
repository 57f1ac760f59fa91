import { assertEquals } from "@std/assert";
import { growth } from "./rows/growth.ts";
import type { Bench, Case, Contestant, Measurement, Setup } from "./types.ts";

Deno.test("growth finds an exponent of 1 where costs grow as the work does", async () => {
  const { goals } = await growth.run(benchOf((size) => size));
  assertEquals(goals.map(({ today, reached }) => [today, reached]), [
    ["1.00 as exponent", true],
    ["1.00 as exponent", true],
    ["1.00 as exponent", true],
    // 100 for the round trip, and 1 for each rule.
    ["2.50 ×", false],
    ["10.00 ×", false],
  ]);
});

Deno.test("growth does not reach its goals where costs grow as the square of the work", async () => {
  const { goals } = await growth.run(benchOf((size) => size ** 2));
  assertEquals(goals.slice(0, 3).map(({ today, reached }) => [today, reached]), [
    ["2.00 as exponent", false],
    ["2.00 as exponent", false],
    ["2.00 as exponent", false],
  ]);
});

/** A bench on which work of a size costs what the function says. */
function benchOf(costOf: (size: number) => number): Bench {
  const measure = (contestant: Contestant, one: Case): Promise<Measurement> => {
    const { args } = contestant.command({ root: "/", deno: "deno" } as Setup);
    const { BENCH_EVENTS: events = 0, BENCH_BYTES: bytes, BENCH_KIND: kind } = one.work;
    const given = Number(args.at(-1));
    const size = kind === "text" ? Number(bytes) : Number.isNaN(given) ? Number(events) : given;
    const whole = kind === "text" ? costOf(size) * Number(events) : costOf(size);
    const report = {
      pid: 1,
      firstByte: 1,
      ended: 0,
      events: 0,
      characters: 0,
      checksum: 0,
      trips: [(100 + size) * 1000],
    };
    return Promise.resolve({
      values: { cpuSeconds: whole, events: Number(events) },
      reports: [report],
      startedAt: 0,
    });
  };
  return { setup: {} as Setup, rounds: 2, measure, say: () => {} };
}
