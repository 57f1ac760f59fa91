import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { measure, sameAsProducers, valuesOf } from "./measure.ts";
import type { Case, Contestant, Report, Setup } from "./types.ts";

const REPORT: Report = { pid: 1, firstByte: 1, ended: 0, events: 2, characters: 30, checksum: 2 ** 31, trips: [] };

Deno.test("sameAsProducers() is content with what the producers wrote together", () => {
  const values = { events: 4, characters: 60, checksum: 0 };
  assertEquals(sameAsProducers({ values, reports: [REPORT, REPORT], startedAt: 0 }), undefined);
});

Deno.test("sameAsProducers() tells each number that is wrong, missing ones too", () => {
  const measurement = { values: { events: 1, checksum: 2 ** 31 }, reports: [REPORT], startedAt: 0 };
  assertEquals(
    sameAsProducers(measurement),
    "The consumer is wrong: events 1 in place of 2, characters undefined in place of 30",
  );
});

Deno.test("sameAsProducers() does not take a missing report for nothing to do", () => {
  const values = { events: 0, characters: 0, checksum: 0 };
  assertEquals(
    sameAsProducers({ values, reports: [], startedAt: 0 }),
    "No producer wrote its report",
  );
});

Deno.test("valuesOf() reads the last line, and makes NaN of what is no number", () => {
  assertEquals(valuesOf('hello\n{"events":3,"peakMiB":null}\n'), { events: 3, peakMiB: NaN });
});

Deno.test("measure() gives the numbers of a right consumer", async () => {
  const { values, reports } = await measure(setup(), { contestant: consumer({ events: 2 }), one: work() });
  assertEquals([values.events, values.checksum, reports.length], [2, 7, 1]);
});

Deno.test("measure() fails when a consumer is fast and wrong", async () => {
  const text = "Quick, two events: The consumer is wrong: events 1 in place of 2";
  await assertRejects(() => measure(setup(), { contestant: consumer({ events: 1 }), one: work() }), Error, text);
});

Deno.test("measure() fails when a consumer breaks, and shows what it said", async () => {
  const broken = script("console.error('no such thing'); Deno.exit(3)");
  const error = await assertRejects(
    () => measure(setup(), { contestant: broken, one: work() }),
    Error,
    "Quick, two events: Ended with code 3",
  );
  assert(error.message.includes("no such thing"));
});

Deno.test("measure() ends a consumer that is not done in time", async () => {
  const slow = script("setInterval(() => {}, 1000)");
  const trial = { contestant: slow, one: { ...work(), deadline: 0.5 } };
  await assertRejects(() => measure(setup(), trial), Error, "Not done within 0.5 s");
});

Deno.test("measure() ends the consumer when it is interrupted, and leaves no folder behind", async () => {
  const place = await Deno.makeTempFile();
  const interrupt = new AbortController();
  const reports = script(
    `Deno.writeTextFileSync(${JSON.stringify(place)}, Deno.env.get("BENCH_REPORT") + " " + Deno.pid);
    setInterval(() => {}, 1000);`,
  );
  const trial = { contestant: reports, one: work(), interrupted: interrupt.signal };
  const measured = measure(setup(), trial);
  measured.catch(() => {});
  while ((await Deno.readTextFile(place)) === "") await new Promise((done) => setTimeout(done, 20));
  interrupt.abort(new Error("Interrupted"));
  await assertRejects(() => measured, Error, "Interrupted");
  const [report = "", pid] = (await Deno.readTextFile(place)).split(" ");
  assertThrows(() => Deno.statSync(report.slice(0, report.lastIndexOf("/"))), Deno.errors.NotFound);
  assertThrows(() => Deno.kill(Number(pid), "SIGKILL"));
  await assertRejects(() => measure(setup(), trial), Error, "Interrupted");
  await Deno.remove(place);
});

/** A consumer that plays its own producer too: it writes the report of two events. */
function consumer({ events }: { events: number }): Contestant {
  const report = { ...REPORT, characters: 5, checksum: 7 };
  return script(`
    Deno.writeTextFileSync(Deno.env.get("BENCH_REPORT") + ".1", ${JSON.stringify(JSON.stringify(report))});
    console.log(JSON.stringify({ events: ${events}, characters: 5, checksum: 7 }));
  `);
}

function script(code: string): Contestant {
  return { name: "Quick", command: ({ deno }) => ({ program: deno, args: ["eval", "--no-config", code] }) };
}

function work(): Case {
  return { name: "two events", work: { BENCH_EVENTS: 2 }, contestants: [] };
}

function setup(): Setup {
  return {
    producer: "none",
    producerKind: "C",
    node: "node",
    deno: Deno.execPath(),
    root: "",
    sdkFolder: "",
    sdkEntry: "",
    canPin: false,
    versions: {},
    machine: { cpu: "", cores: 1 },
  };
}
