import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { type LineSink, LineWriter } from "../../lib/framing/mod.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A sink whose writes are finished by hand. */
class SlowSink implements LineSink {
  readonly started: string[] = [];
  readonly #open: PromiseWithResolvers<void>[] = [];
  closes = 0;

  write(chunk: Uint8Array): Promise<void> {
    this.started.push(decoder.decode(chunk));
    const open = Promise.withResolvers<void>();
    this.#open.push(open);
    return open.promise;
  }

  close(): Promise<void> {
    this.closes++;
    return Promise.resolve();
  }

  /** Lets the write in progress end, with an error if one is given. */
  async settle(cause?: Error): Promise<void> {
    const open = this.#open.shift();
    if (cause === undefined) open?.resolve();
    else open?.reject(cause);
    await macrotask();
  }
}

/** A writer that refuses everything. */
function brokenSink(cause: unknown): LineSink {
  return { write: () => Promise.reject(cause), close: () => Promise.reject(cause) };
}

function macrotask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      port2.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** The unhandled rejections that a function leaves behind. */
async function unhandledIn(body: () => Promise<void>): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    reasons.push(event.reason);
  };
  globalThis.addEventListener("unhandledrejection", note);
  try {
    await body();
    await macrotask();
    await macrotask();
  } finally {
    globalThis.removeEventListener("unhandledrejection", note);
  }
  return reasons;
}

Deno.test("LineWriter writes each line whole, with its end, in one call", async () => {
  const sink = new SlowSink();
  const writer = new LineWriter(sink);
  const written = writer.write('{"a":"é"}');
  assertEquals(sink.started, ['{"a":"é"}\n']);
  await sink.settle();
  await written;
});

Deno.test("LineWriter keeps order, and waits for one write before it begins the next", async () => {
  const sink = new SlowSink();
  const writer = new LineWriter(sink);
  const done: string[] = [];
  for (const line of ["one", "two", "three"]) writer.write(line).then(() => done.push(line));
  await macrotask();
  assertEquals([sink.started, done], [["one\n"], []]);
  await sink.settle();
  assertEquals([sink.started, done], [["one\n", "two\n"], ["one"]]);
  writer.write("four").then(() => done.push("four"));
  await sink.settle();
  await sink.settle();
  assertEquals([sink.started, done], [["one\n", "two\n", "three\n", "four\n"], ["one", "two", "three"]]);
  await sink.settle();
  assertEquals(done, ["one", "two", "three", "four"]);
  writer.write("five");
  assertEquals(sink.started.at(-1), "five\n");
  await sink.settle();
});

Deno.test("LineWriter writes at once where the sink has room, and waits where it has none or does not say", async () => {
  const sink = new SlowSink();
  let desiredSize: number | null = 1;
  let ready = Promise.withResolvers<void>();
  const writer = new LineWriter({
    get ready() {
      return ready.promise;
    },
    get desiredSize() {
      return desiredSize;
    },
    write: (chunk) => sink.write(chunk),
    close: () => sink.close(),
  });
  writer.write("one");
  assertEquals(sink.started, ["one\n"]);
  await sink.settle();
  for (const size of [0, -1, null]) {
    desiredSize = size;
    const before = [...sink.started];
    writer.write("waits");
    await macrotask();
    assertEquals(sink.started, before);
    ready.resolve();
    await macrotask();
    assertEquals(sink.started, [...before, "waits\n"]);
    await sink.settle();
    ready = Promise.withResolvers<void>();
  }
  desiredSize = 1;
  const last = writer.write("last");
  assertEquals(sink.started.at(-1), "last\n");
  await sink.settle();
  await Promise.all([last, writer.end()]);
  assertEquals(sink.closes, 1);
});

Deno.test("LineWriter waits until the sink is ready", async () => {
  const sink = new SlowSink();
  const ready = Promise.withResolvers<void>();
  const writer = new LineWriter({
    ready: ready.promise,
    write: (chunk) => sink.write(chunk),
    close: () => sink.close(),
  });
  const written = writer.write("one");
  await macrotask();
  assertEquals(sink.started, []);
  ready.resolve();
  await macrotask();
  assertEquals(sink.started, ["one\n"]);
  await sink.settle();
  await written;
});

Deno.test("LineWriter writes many lines from many places to a real stream, in order and unmixed", async () => {
  const chunks: string[] = [];
  let open = 0;
  const stream = new WritableStream<Uint8Array>({
    async write(chunk) {
      assertEquals(++open, 1);
      await Promise.resolve();
      chunks.push(decoder.decode(chunk));
      open--;
    },
  });
  const writer = new LineWriter(stream.getWriter());
  const lines = Array.from({ length: 2000 }, (_, index) => `line ${index} ${"x".repeat(index % 50)}`);
  await Promise.all(lines.map(async (line, index) => {
    if (index % 3 === 0) writer.write(line);
    else await writer.write(line);
  }));
  await writer.end();
  assertEquals(chunks, lines.map((line) => `${line}\n`));
});

Deno.test("LineWriter writes a lone surrogate as U+FFFD", async () => {
  const sink = new SlowSink();
  new LineWriter(sink).write('{"a":"x\ud800y\udc00z😀"}');
  assertEquals(sink.started, ['{"a":"x\ufffdy\ufffdz😀"}\n']);
  await sink.settle();
});

Deno.test("LineWriter refuses a line with a line end in it, and goes on with the others", async () => {
  const sink = new SlowSink();
  const writer = new LineWriter(sink);
  const first = writer.write("one");
  const error = await assertRejects(() => writer.write("a\nb"), TypeError);
  assertEquals(
    error.message,
    "Cannot write the line: it holds a line end, write one line at a time or escape it as JSON does",
  );
  await assertRejects(() => writer.write("one\n"), TypeError);
  const last = writer.write("two");
  await sink.settle();
  await sink.settle();
  await Promise.all([first, last]);
  assertEquals(sink.started, ["one\n", "two\n"]);
});

Deno.test("LineWriter refuses every waiting line with the sink's own error, and every later one", async () => {
  const sink = new SlowSink();
  const writer = new LineWriter(sink);
  const cause = new Error("Broken pipe");
  const outcomes = ["one", "two", "three", "four"].map((line) =>
    writer.write(line).then(() => "written", (error) => error)
  );
  await sink.settle();
  await sink.settle(cause);
  const [first, ...others] = await Promise.all(outcomes);
  assertEquals(first, "written");
  for (const other of others) assertStrictEquals(other, cause);
  assertEquals(sink.started, ["one\n", "two\n"]);
  assertStrictEquals(await writer.write("later").catch((error) => error), cause);
  assertEquals(sink.started, ["one\n", "two\n"]);
  await writer.end();
  assertEquals(sink.closes, 1);
});

Deno.test("LineWriter passes on what a sink throws at once, and what its ready promise fails with", async () => {
  const cause = new Error("gone");
  const close = () => Promise.resolve();
  const thrower = new LineWriter({
    write: () => {
      throw cause;
    },
    close,
  });
  assertStrictEquals(await thrower.write("a").catch((error) => error), cause);
  assertStrictEquals(await thrower.write("b").catch((error) => error), cause);
  const unready = new LineWriter({ ready: Promise.reject(cause), write: () => Promise.resolve(), close });
  assertStrictEquals(await unready.write("a").catch((error) => error), cause);
});

Deno.test("LineWriter leaves no unhandled rejection when its promises are ignored", async () => {
  const unhandled = await unhandledIn(async () => {
    const broken = new LineWriter(brokenSink(new Error("Broken pipe")));
    for (const line of ["one", "two", "a\nb"]) broken.write(line);
    await macrotask();
    broken.write("three");
    broken.end();
    broken.write("four");
    const stream = new WritableStream<Uint8Array>({ write: () => Promise.reject(new Error("Broken pipe")) });
    const real = new LineWriter(stream.getWriter());
    real.write("one");
    real.write("two");
    real.end();
    await real.end();
  });
  assertEquals(unhandled, []);
});

Deno.test("LineWriter.end() closes after what is queued, once, and refuses what comes later", async () => {
  const sink = new SlowSink();
  const writer = new LineWriter(sink);
  const lines = [writer.write("one"), writer.write("two")];
  const end = writer.end();
  assertStrictEquals(writer.end(), end);
  const late = await assertRejects(() => writer.write("late"), TypeError);
  assertEquals(late.message, "Cannot write the line: the writer has ended, write before calling end()");
  await sink.settle();
  assertEquals([sink.started, sink.closes], [["one\n", "two\n"], 0]);
  await sink.settle();
  await Promise.all([...lines, end]);
  assertEquals(sink.closes, 1);
});

Deno.test("LineWriter.end() closes a sink that nothing was written to", async () => {
  const sink = new SlowSink();
  await new LineWriter(sink).end();
  assertEquals([sink.started, sink.closes], [[], 1]);
});

Deno.test("LineWriter.end() resolves when the sink cannot be closed", async () => {
  await new LineWriter(brokenSink(new Error("gone"))).end();
  const close = () => {
    throw new Error("gone");
  };
  await new LineWriter({ write: () => Promise.resolve(), close }).end();
});

Deno.test("LineWriter leaves no line behind when lines are written as others end", async () => {
  const started: string[] = [];
  const writer = new LineWriter({
    write: (chunk) => Promise.resolve(started.push(decoder.decode(chunk))),
    close: () => Promise.resolve(),
  });
  // Each line is written from the promise of the one before: at the very moment when the queue has run empty.
  for (let index = 0; index < 100; index++) {
    await writer.write(`a${index}`);
    writer.write(`b${index}`).then(() => writer.write(`c${index}`));
    await Promise.resolve();
  }
  await macrotask();
  await writer.end();
  assertEquals(started.length, 300);
});
