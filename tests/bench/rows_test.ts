import { assertEquals, assertRejects } from "@std/assert";
import { agents } from "./rows/agents.ts";
import { permissions } from "./rows/permissions.ts";
import { slow } from "./rows/slow.ts";
import type { Bench, Measurement, Report, Row, Setup } from "./types.ts";

const REPORT: Report = { pid: 0, firstByte: 1, ended: 1e9, events: 0, characters: 0, checksum: 0, trips: [] };
const COUNTED = { events: 0, characters: 0, checksum: 0 };

Deno.test("permissions fails when a request was not allowed", async () => {
  const report = { ...REPORT, trips: Array.from({ length: 299 }, () => 1000) };
  await fails(permissions, { values: COUNTED, reports: [report] }, "299 of 3000 requests were allowed");
});

Deno.test("slow fails when an event is missing, and when a control request has no answer", async () => {
  const reports = [{ ...REPORT, trips: [1000] }];
  const good = { messages: 500, taken: 400, misplaced: 0, asked: 10, answered: 10, grownMiB: 50 };
  assertEquals((await slow.run(benchOf({ values: good, reports }))).goals.map(({ reached }) => reached), [true, false]);
  await fails(slow, { values: { ...good, misplaced: 2 }, reports }, "2 of 400 events were not those that had to come");
  await fails(slow, { values: { ...good, answered: 9 }, reports }, "9 of 10 control requests were answered");
  await fails(slow, { values: { ...good, messages: 3 }, reports }, "Only 3 messages were taken");
  await fails(slow, { values: good, reports: [REPORT] }, "No request was answered");
});

Deno.test("agents fails when an agent is missing, and when a process is left behind", async () => {
  const reports = Array.from({ length: 100 }, () => ({ ...REPORT, trips: [1000] }));
  const values = { ...COUNTED, succeeded: 100, left: 0 };
  await fails(agents, { values, reports: reports.slice(1) }, "99 of 100 agents wrote their reports");
  await fails(agents, { values: { ...values, succeeded: 98 }, reports }, "98 of 100 turns succeeded");
  await fails(
    agents,
    { values: { ...values, left: 1 }, reports },
    "1 of its processes were there when the stream had ended",
  );
  const alive = reports.map((report) => ({ ...report, pid: Deno.pid }));
  await fails(agents, { values, reports: alive }, "100 of its processes were left behind");
  await fails(agents, { values: { ...values, events: 1 }, reports }, "The consumer is wrong: events 1 in place of 0");
});

function fails(row: Row, given: Pick<Measurement, "values" | "reports">, message: string): Promise<Error> {
  return assertRejects(() => row.run(benchOf(given)), Error, message);
}

/** A bench on which every measurement gives the same, and is checked as the case wants it. */
function benchOf(given: Pick<Measurement, "values" | "reports">): Bench {
  return {
    setup: {} as Setup,
    rounds: 1,
    measure: (_contestant, one) => {
      const measurement = { ...given, startedAt: 0 };
      const wrong = one.check?.(measurement);
      return wrong === undefined ? Promise.resolve(measurement) : Promise.reject(new Error(wrong));
    },
    say: () => {},
  };
}
