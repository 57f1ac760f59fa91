import { assertEquals } from "@std/assert";
import { Tally } from "./consumers/tally.mjs";
import { buildProducer, findCompiler, type Producer } from "./setup/build_producer.ts";
import type { Report } from "./types.ts";

const ROOT = decodeURIComponent(new URL("../../", import.meta.url).pathname);
const compiler = await findCompiler();

const WORKS: Record<string, Record<string, string>> = {
  "short events": { BENCH_EVENTS: "700" },
  "events without escapes": { BENCH_EVENTS: "50", BENCH_PLAIN: "1", BENCH_BYTES: "1000" },
  "whole messages": { BENCH_EVENTS: "50", BENCH_KIND: "text", BENCH_BYTES: "5000" },
  "lines longer than a block": { BENCH_EVENTS: "3", BENCH_KIND: "text", BENCH_BYTES: "200001" },
  "the shortest lines": { BENCH_EVENTS: "30", BENCH_BYTES: "1" },
  "permission requests after bursts": { BENCH_REQUESTS: "60", BENCH_BURST: "7", BENCH_EVENTS: "5" },
  "another seed": { BENCH_EVENTS: "30", BENCH_SEED: "77" },
};

for (const [name, work] of Object.entries(WORKS)) {
  Deno.test(`producer.ts writes and reports what a reader finds: ${name}`, async () => {
    const { output, report } = await play(await build("twin"), work);
    assertEquals(tallyOf(output), { events: report.events, characters: report.characters, checksum: report.checksum });
    assertEquals(report.events, eventsOf(work));
    assertEquals(report.trips.length, Number(work.BENCH_REQUESTS ?? 0));
  });

  Deno.test({
    name: `producer.c writes and reports what producer.ts does, byte for byte: ${name}${
      compiler === undefined ? " (no C compiler here)" : ""
    }`,
    ignore: compiler === undefined,
    fn: async () => {
      const [own, twin] = await Promise.all([play(await build("C"), work), play(await build("twin"), work)]);
      assertEquals(own.output === twin.output, true, "The outputs differ");
      assertEquals(fixed(own.report), fixed(twin.report));
      assertEquals(Object.keys(own.report), Object.keys(twin.report));
    },
  });
}

async function build(which: "C" | "twin"): Promise<Producer> {
  const folder = `${ROOT}.cache/bench/`;
  await Deno.mkdir(folder, { recursive: true });
  return await buildProducer(ROOT, folder, which === "twin");
}

/** Talks to a producer as a consumer does: initialize, a prompt, an answer to each request, and the end after the result. */
async function play({ program }: Producer, work: Record<string, string>): Promise<{ output: string; report: Report }> {
  const folder = await Deno.makeTempDir();
  try {
    const child = new Deno.Command(program, {
      env: { ...work, BENCH_REPORT: `${folder}/report` },
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    const send = (frame: unknown) => writer.write(new TextEncoder().encode(`${JSON.stringify(frame)}\n`));
    await send({ type: "control_request", request_id: "1", request: { subtype: "initialize" } });
    let output = "";
    for await (const line of linesOf(child.stdout)) {
      output += `${line}\n`;
      const { type, request_id } = JSON.parse(line) as { type: string; request_id?: string };
      if (type === "control_response") await send({ type: "user", message: { role: "user", content: "go" } });
      if (type === "control_request") await send(allow(request_id));
      if (type === "result") await writer.close();
    }
    await child.status;
    const report = JSON.parse(await Deno.readTextFile(`${folder}/report.${child.pid}`)) as Report;
    return { output, report };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function allow(request_id: string | undefined) {
  const response = { behavior: "allow", updatedInput: {} };
  return { type: "control_response", response: { subtype: "success", request_id, response } };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const block of stream) {
    const lines = (rest + decoder.decode(block, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  assertEquals(rest, "");
}

function tallyOf(output: string) {
  const tally = new Tally();
  for (const line of output.trimEnd().split("\n")) tally.take(JSON.parse(line));
  return { events: tally.events, characters: tally.characters, checksum: tally.checksum >>> 0 };
}

function eventsOf(work: Record<string, string>): number {
  return Number(work.BENCH_EVENTS) + Number(work.BENCH_REQUESTS ?? 0) * Number(work.BENCH_BURST ?? 0);
}

/** What does not depend on the clock and on the process. */
function fixed({ events, characters, checksum, trips }: Report) {
  return { events, characters, checksum, trips: trips.length };
}
