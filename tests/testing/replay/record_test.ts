import { from, lastValueFrom, mergeMap, retry, take, tap, toArray } from "rxjs";
import { assert, assertEquals, assertInstanceOf, assertStringIncludes, assertThrows } from "@std/assert";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { claude } from "../../../lib/agent/claude.ts";
import { agentOf } from "../../../lib/agent/brand.ts";
import { allowTools, lastTurn, ofType, record, turns } from "../../../lib/operators/mod.ts";
import { frames, replay, scriptTransport, simulate } from "../../../lib/testing/mod.ts";
import { withNumberedIds } from "../../support/numbered_ids.ts";
import { perform, performRecorded } from "./rehearsal.ts";
import { quietTest } from "../../support/no_rejections.ts";

const KEY = "sk-ant-api03-Zm9vYmFyYmF6";
const TOKEN = "tok_7f3a9c_not_a_known_shape";
const quiet = { onDiagnostic: () => {}, settingSources: [] };

function dialogue(result: string) {
  return simulate(async (cli) => {
    await cli.prompt();
    await cli.tool("Bash", { command: "env" }, { result });
    cli.stderr(`debug: using ${TOKEN}\n`);
    await cli.end({ text: "done" });
  });
}

/** Keeps lines, and tells when one has come. */
class Sink {
  readonly lines: string[] = [];
  #wake = () => {};

  readonly write = (line: string): void => {
    this.lines.push(line);
    this.#wake();
  };

  /** Waits for a line that holds a text. */
  async until(part: string): Promise<void> {
    while (!this.lines.some((line) => line.includes(part))) await new Promise<void>((resolve) => this.#wake = resolve);
  }
}

Deno.test("rec-02: neither the key nor the home directory gets into the recording, and it still replays", async () => {
  const env = { ANTHROPIC_API_KEY: KEY, CORP_TOKEN: TOKEN, HOME: "/srv/people/alice" };
  const result = `ANTHROPIC_API_KEY=${KEY}\nCORP_TOKEN=${TOKEN}\nHOME=/srv/people/alice\ncd /home/bob /Users/carol/x`;
  const prompt = `Read /srv/people/alice/notes.md with ${TOKEN}, not /srv/people/alicent`;
  const first = await performRecorded(prompt, { env, transport: dialogue(result) }, allowTools("Bash"));
  for (const secret of [KEY, TOKEN, "/srv/people/alice/", "people/alice\\n", "bob", "carol"]) {
    assert(!first.text.includes(secret), `${secret} is in the recording`);
  }
  assertStringIncludes(
    first.text,
    "ANTHROPIC_API_KEY=***\\nCORP_TOKEN=***\\nHOME=/home/user\\ncd /home/user /Users/user/x",
  );
  assertStringIncludes(first.text, "Read /home/user/notes.md with ***, not /srv/people/alicent");
  assertStringIncludes(first.text, '"dir":"err","raw":"debug: using ***\\n"');
  // The events themselves are as they came.
  assertStringIncludes(JSON.stringify(first.events), KEY);
  const transport = replay(first.text);
  const again = await perform(prompt, { transport }, allowTools("Bash"));
  assertEquals([again.error, transport.failures], [undefined, []]);
  assertEquals(again.events.length, first.events.length);
});

Deno.test("record() masks nothing where it is told so", async () => {
  const recording = { redact: false };
  const { text } = await performRecorded("x", { recording, transport: dialogue(KEY) }, allowTools("Bash"));
  assertStringIncludes(text, KEY);
});

Deno.test("record() masks what the caller adds, in values, in names and in fields that are secret by their name", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    cli.emit({ ...frames.init(), extra: { "Project Bluebird": 1, password: "x", note: "case 4711 and 4712" } });
    await cli.end();
  });
  const recording = { hide: ["Bluebird", /\b47\d\d\b/] };
  const { text } = await performRecorded("x", { recording, transport });
  assertStringIncludes(text, '"extra":{"Project ***":1,"password":"***","note":"case *** and ***"}');
});

Deno.test("record() masks a key that comes in pieces, from the piece on that betrays it", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.text(`a sk-ant-api03-abcdefgh b ${TOKEN} c`, {
      deltas: ["a ", "sk-a", "nt-api03-", "abcdefgh", " b tok_7f", "3a9c_not_a_known", "_shape", " c"],
    });
    await cli.end();
  });
  const env = { CORP_TOKEN: TOKEN };
  const { lines } = await performRecorded("x", { env, transport, includePartialMessages: true });
  const pieces = lines.flatMap(({ message }) => {
    const { delta } = (message as { event?: { delta?: { text?: string } } })?.event ?? {};
    return delta?.text ?? [];
  });
  assertEquals(pieces, ["a ", "sk-a", "***", "***", "***", "***", "***", " c"]);
});

Deno.test("utf8-04: a lone surrogate is recorded, read back and delivered again", async () => {
  const line =
    '{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"x\\ud83d"}]},' +
    '"session_id":"s-1"}\n';
  const transport = simulate(async (cli) => {
    await cli.prompt();
    cli.raw(line);
    await cli.end();
  });
  const file = await Deno.makeTempFile();
  try {
    using handle = await Deno.open(file, { append: true });
    const first = await perform("x", { transport }, record(handle));
    const again = await perform("x", { transport: replay(file) });
    for (const { events, error } of [first, again]) {
      assertEquals(error, undefined);
      const said = (events as { type: string; session_id?: string; message?: { content: { text: string }[] } }[])
        .find(({ type, session_id }) => type === "assistant" && session_id === "s-1");
      assertEquals(said?.message?.content[0]?.text, "x\ud83d");
    }
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("record() hands on each line at once, so that it can be read after a crash", async () => {
  const transport = scriptTransport();
  const written: string[] = [];
  const done = claude("x", { ...quiet, transport }).pipe(record((line) => written.push(line))).forEach(() => {});
  const initialize = await transport.nextLine();
  assertStringIncludes(written.at(-1)!, '"subtype":"initialize"');
  transport.answer(initialize, {});
  await transport.nextLine();
  assertStringIncludes(written.at(-1)!, '"content":"x"');
  assert(written.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1));
  transport.exit(1);
  await done.catch(() => {});
  assertEquals(JSON.parse(written.at(-1)!).dir, "exit");
});

Deno.test("record() writes what is no frame: stray lines, a torn one, the end of the input, signals, the exit", async () => {
  const transport = scriptTransport();
  const sink = new Sink();
  const limits = { graceMs: 1 };
  const running = claude("x", { ...quiet, limits, transport }).pipe(record(sink.write));
  const subscription = running.subscribe({ error() {} });
  transport.answer(await transport.nextLine(), {});
  await transport.nextLine();
  transport.push("Warning: odd\n");
  transport.pushStderr("half a line");
  await sink.until("odd");
  subscription.unsubscribe();
  await sink.until("<SIGKILL>");
  transport.push('{"type":"sys');
  transport.exit(null, "SIGKILL");
  await sink.until('"exit"');
  const lines = sink.lines.map((line) => JSON.parse(line)).filter(({ message }) => message === undefined);
  assertEquals(lines.map(({ t: _t, ...line }) => line), [
    { dir: "note", raw: "recording begins" },
    { dir: "in", raw: "Warning: odd" },
    { dir: "out", raw: "<SIGINT>" },
    { dir: "out", raw: "<SIGINT>" },
    { dir: "out", raw: "<SIGKILL>" },
    { dir: "in", raw: '{"type":"sys', torn: true },
    { dir: "err", raw: "half a line\n" },
    { dir: "exit", code: null, signal: "SIGKILL" },
  ]);
});

Deno.test("record() of strange output replays to the identical events", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    cli.raw("Warning: odd\n");
    cli.raw('{"type":"brand_new","x":1}\n');
    cli.raw('{"a":1}{"b":2}\n[1]\n');
    await cli.text("hello");
    cli.raw('{"type":"result","sub');
    cli.exit(3);
  });
  const first = await performRecorded("x", { transport });
  const again = await perform("x", { transport: replay(first.text) });
  assertInstanceOf(first.error, Error);
  assertEquals(String(again.error), String(first.error));
  assertEquals(withNumberedIds(again.events), withNumberedIds(first.events));
});

quietTest("record() does not disturb a run whose sink throws, rejects or breaks, and says so once", async () => {
  const broken = new WritableStream<Uint8Array>({ write: () => Promise.reject(new Error("The disk is full")) });
  const locked = new WritableStream<Uint8Array>();
  locked.getWriter();
  const sinks = [
    () => {
      throw new Error("The disk is full");
    },
    () => Promise.reject(new Error("The disk is full")),
    broken,
    locked,
    { write: () => Promise.reject(new Error("The disk is full")) },
  ];
  for (const sink of sinks) {
    const warnings: string[] = [];
    const onDiagnostic = ({ message }: { message: string }) => warnings.push(message);
    const turn = await lastValueFrom(
      claude("x", { ...quiet, onDiagnostic, transport: dialogue("x") }).pipe(
        allowTools("Bash"),
        record(sink),
        lastTurn(),
      ),
    );
    assertEquals(turn.outcome, "success");
    assertEquals(warnings, [
      "Cannot go on with the recording: the sink failed. The rest of the run is not recorded",
    ]);
  }
});

Deno.test("record() waits at the end for a slow sink, but not for ever", async () => {
  const taken: string[] = [];
  const slow = new WritableStream<Uint8Array>({
    async write(bytes) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      taken.push(new TextDecoder().decode(bytes));
    },
  });
  await claude("x", { ...quiet, transport: dialogue("x") }).pipe(allowTools("Bash"), record(slow)).forEach(() => {});
  assertEquals(JSON.parse(taken.at(-1)!).dir, "exit");
  assert(!slow.locked || await Promise.resolve().then(() => !slow.locked));
  const never = new WritableStream<Uint8Array>({ write: () => new Promise(() => {}) });
  await claude("x", { ...quiet, transport: dialogue("x") }).pipe(record(never, { flushMs: 5 })).forEach(() => {});
});

Deno.test("record() leaves the stream open and unlocked, so that a second run appends to it", async () => {
  const chunks: Uint8Array[] = [];
  const sink = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
  for (const prompt of ["a", "b"]) {
    const transport = simulate(async (cli) => {
      await cli.prompt(prompt);
      await cli.end({ text: `heard ${prompt}` });
    });
    await claude(prompt, { ...quiet, transport }).pipe(record(sink)).forEach(() => {});
    assertEquals(sink.locked, false);
  }
  const text = await new Blob(chunks as BlobPart[]).text();
  const transport = replay(text);
  for (const prompt of ["a", "b"]) assertEquals((await perform(prompt, { transport })).error, undefined);
});

Deno.test("record() writes to a file that takes a few bytes at a time, and reads back what a crash left of it", async () => {
  let text = "";
  const decoder = new TextDecoder();
  const file = {
    write(bytes: Uint8Array) {
      const some = bytes.subarray(0, 7);
      text += decoder.decode(some, { stream: true });
      return Promise.resolve(some.length);
    },
  };
  await claude("x", { ...quiet, transport: dialogue("naïve") }).pipe(allowTools("Bash"), record(file)).forEach(
    () => {},
  );
  const { error } = await perform("x", { transport: replay(text) }, allowTools("Bash"));
  assertEquals(error, undefined);
});

Deno.test("record() takes frames and not events: what filters above leave out is recorded", async () => {
  const full = await performRecorded("x", { transport: dialogue("x") });
  const written: string[] = [];
  await claude("x", { ...quiet, transport: dialogue("x") })
    .pipe(record((line) => written.push(line)), ofType("result")).forEach(() => {});
  assertEquals(written.length, full.lines.length);
});

Deno.test("record() keeps several agents apart, by a number and for a function by the agent itself", async () => {
  const written: [number | undefined, number | undefined][] = [];
  const pids: (number | undefined)[] = [];
  const text: string[] = [];
  await from(["a", "b", "c"]).pipe(
    mergeMap((prompt) => {
      const transport = simulate(async (cli) => {
        await cli.prompt(prompt);
        await cli.end({ text: `heard ${prompt}` });
      });
      return claude(prompt, { ...quiet, transport });
    }),
    tap((event) => event.type === "run_end" ? pids.push(agentOf(event).pid) : undefined),
    record((line, agent) => {
      text.push(line);
      written.push([JSON.parse(line).agent, agent.pid]);
    }),
    toArray(),
  ).forEach(() => {});
  assertEquals([...new Set(written.map(([number]) => number))].sort(), [2, 3, undefined]);
  assertEquals(pids.length, 3);
  const transport = replay(text.join(""));
  for (const prompt of ["a", "b", "c"]) {
    const { events, error } = await perform(prompt, { transport });
    assertEquals(error, undefined);
    assertStringIncludes(JSON.stringify(events), `heard ${prompt}`);
  }
});

Deno.test("record() records each try of a retry, and they replay in their order", async () => {
  let tries = 0;
  const transport = simulate(async (cli) => {
    await cli.prompt();
    if (tries++ === 0) return cli.crash("out of memory");
    await cli.end({ text: "done" });
  });
  const text: string[] = [];
  const play = (from: typeof transport) =>
    lastValueFrom(
      claude("x", { ...quiet, transport: from }).pipe(record((line) => text.push(line)), retry(1), lastTurn()),
    );
  assertEquals((await play(transport)).text, "done");
  const recording = text.join("");
  assertEquals((await play(replay(recording) as typeof transport)).text, "done");
});

Deno.test("record() that misses the opening is an error before anything starts", async () => {
  const transport = dialogue("x");
  const late = claude("x", { ...quiet, transport }).pipe(ofType("result"), record(() => {}) as never);
  const error = await lastValueFrom(late).catch((reason) => reason);
  assertInstanceOf(error, UsageError);
  assertStringIncludes(error.message, "record()");
  assertEquals(transport.launches.length, 0);
});

Deno.test("record() that is subscribed twice at once is an error of the second subscriber", async () => {
  const transport = dialogue("x");
  const written: string[] = [];
  const events = claude("x", { ...quiet, transport }).pipe(allowTools("Bash"), record((line) => written.push(line)));
  const [first, second] = await Promise.allSettled([lastValueFrom(events), lastValueFrom(events)]);
  assertEquals(first.status, "fulfilled");
  assertInstanceOf((second as PromiseRejectedResult).reason, UsageError);
  assertEquals(written.filter((line) => line.includes("recording begins")).length, 1);
});

Deno.test("record() follows a run to its exit whose subscriber has left", async () => {
  const sink = new Sink();
  await claude("x", { ...quiet, transport: dialogue("x") }).pipe(record(sink.write), take(3), turns()).forEach(
    () => {},
  );
  await sink.until('"dir":"exit"');
  assertStringIncludes(sink.lines.join(""), "<stdin closed>");
});

Deno.test("record() says what cannot be a sink or an option", () => {
  assertThrows(() => record("run.ndjson" as never), UsageError, "neither an open file nor a writable stream");
  assertThrows(() => record(() => {}, { redact: "no" as never }), UsageError, '"redact"');
  assertThrows(() => record(() => {}, { flushMs: 0 }), UsageError, '"flushMs"');
  assertThrows(() => record(() => {}, { hide: [7] as never }), UsageError, '"hide"');
});
