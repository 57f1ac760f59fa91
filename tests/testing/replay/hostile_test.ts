import { assertEquals, assertInstanceOf, assertStringIncludes, assertThrows } from "@std/assert";
import { claude } from "../../../lib/agent/claude.ts";
import { record, type RecordSink } from "../../../lib/operators/record.ts";
import { replay, ReplayError, simulate } from "../../../lib/testing/mod.ts";
import { perform, performRecorded } from "./rehearsal.ts";

const GREETING = simulate(async (cli) => {
  await cli.prompt();
  await cli.end({ text: "hello" });
});

/** What a sink told the run: the warnings. */
async function warnings(sink: RecordSink): Promise<string[]> {
  const told: string[] = [];
  const options = { settingSources: [], transport: GREETING, onDiagnostic: () => {} };
  await claude("x", options).pipe(record(sink)).forEach((event) => {
    if (event.type === "diagnostic") told.push(event.message);
  });
  return told;
}

Deno.test("record() gives up on a file that does not tell how many bytes it took", async () => {
  for (const count of [undefined, true, 0, -1, NaN, 0.5, 1e9]) {
    let calls = 0;
    const write = (): Promise<number> => {
      // Without an end, the test would never see that it went on.
      if (++calls > 100) throw new Error("Called again and again");
      return Promise.resolve(count as number);
    };
    assertEquals(await warnings({ write }), [
      "Cannot go on with the recording: the sink failed. The rest of the run is not recorded",
    ]);
    assertEquals(calls, 1);
  }
});

Deno.test("record() waits at the end for what a function has promised, of whatever kind the promise is", async () => {
  let given = 0;
  let taken = 0;
  const sink = async (): Promise<void> => {
    given++;
    await new Promise((resolve) => setTimeout(resolve, 1));
    taken++;
  };
  assertEquals(await warnings(sink), []);
  assertEquals([given > 5, taken], [true, given]);
  const foreign = { then: (_resolve: unknown, reject: (reason: Error) => void) => reject(new Error("full")) };
  assertEquals(await warnings(() => foreign), [
    "Cannot go on with the recording: the sink failed. The rest of the run is not recorded",
  ]);
});

Deno.test("record() masks a secret in JSON that is a text, in an address, and in fields that speak of a key", async () => {
  const env = { CORP_TOKEN: 'abc"def/ghi', HOME: "/srv/people/alice", USERPROFILE: "" };
  const extra = {
    inJson: JSON.stringify({ k: 'abc"def/ghi' }),
    inAddress: `https://x.test/?q=${encodeURIComponent('abc"def/ghi')}`,
    twice: JSON.stringify(JSON.stringify({ token: "zzz", n: 1 })),
    windows: JSON.stringify(JSON.stringify("C:\\Users\\Carol")),
    folder: "/srv/people/alice/.claude/projects/-srv-people-alice-work/1.jsonl",
    flag: "run -srv-people-alice",
    "x-api-key": "k1",
    aws_secret_access_key: "k2",
    privateKey: "k3",
    short: "xBobx",
  };
  const transport = simulate(async (cli) => {
    await cli.prompt();
    cli.emit({ type: "extra", extra });
    await cli.end();
  });
  const { lines } = await performRecorded("x", { recording: { hide: ["Bob"] }, transport, env });
  const [line] = lines.filter(({ message }) => (message as { type?: string } | undefined)?.type === "extra");
  assertEquals((line?.message as { extra: unknown }).extra, {
    inJson: '{"k":"***"}',
    inAddress: "https://x.test/?q=***",
    twice: '"{\\"token\\":\\"***\\",\\"n\\":1}"',
    windows: JSON.stringify(JSON.stringify("C:\\Users\\user")),
    folder: "/home/user/.claude/projects/-home-user-work/1.jsonl",
    flag: "run -srv-people-alice",
    "x-api-key": "***",
    aws_secret_access_key: "***",
    privateKey: "***",
    short: "x***x",
  });
});

Deno.test("replay() refuses lines without what they are about", () => {
  for (const line of [{ dir: "in", raw: 5 }, { dir: "in", raw: null }, { dir: "out" }, { dir: "err", raw: {} }]) {
    assertThrows(() => replay([line] as never), TypeError, "Cannot replay: entry 1 is neither");
    assertThrows(() => replay(`${JSON.stringify(line)}\n`), TypeError, "line 1 is no line of a recording");
  }
});

Deno.test("replay() fails the run where a frame cannot be written as JSON", async () => {
  const circular: Record<string, unknown> = { type: "x" };
  circular.self = circular;
  const opening = { type: "control_request", request_id: "1", request: { subtype: "initialize" } };
  for (const message of [circular, { type: "x", n: 1n }]) {
    const transport = replay([{ dir: "out", message: opening }, { dir: "in", message }]);
    const { error } = await perform("x", { transport });
    assertInstanceOf(error, ReplayError);
    assertStringIncludes(error.message, "Cannot replay the recording: line 2 cannot be written as JSON");
    assertEquals([error.line, transport.failures], [2, [error]]);
  }
});

Deno.test("replay() waits however long it is told to", async () => {
  const said: string[] = [];
  const lines = [{ t: 0, dir: "note" as const }, { t: 1e13, dir: "in" as const, message: { type: "keep_alive" } }];
  const transport = replay(lines, { speed: 1e-9 })({ program: ["claude"], args: [], env: {}, clearEnv: false });
  const reading = transport.output.pipeTo(new WritableStream({ write: (bytes) => void said.push(String(bytes)) }));
  // A timer that is set to too much rings after one millisecond.
  await new Promise((resolve) => setTimeout(resolve, 20));
  transport.signal("SIGKILL");
  await reading;
  assertEquals(said, []);
});
