import { assertEquals, assertRejects } from "@std/assert";
import {
  childTransport,
  type Clock,
  ProcessError,
  stopProcess,
  type Transport,
  type TransportExit,
} from "../../lib/process/mod.ts";
import { firstOutput, launchOf, textOf } from "./_programs.ts";

/** A clock that stands until the test moves it on. */
class HeldClock implements Clock {
  readonly now = 0;
  readonly waits: number[] = [];
  #callbacks = new Set<() => void>();

  after(ms: number, callback: () => void): () => void {
    this.waits.push(ms);
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  get timers(): number {
    return this.#callbacks.size;
  }

  async tick(): Promise<void> {
    const due = [...this.#callbacks];
    this.#callbacks.clear();
    for (const callback of due) callback();
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))));
}

/** A transport that notes what is done to it and ends when the test says so. */
function paper(): { transport: Transport; steps: string[]; exit: (how: TransportExit) => void } {
  const steps: string[] = [];
  const { promise: exited, resolve: exit } = Promise.withResolvers<TransportExit>();
  const transport: Transport = {
    output: new ReadableStream(),
    stderr: new ReadableStream(),
    pid: 7,
    exited,
    write: () => Promise.resolve(),
    // It may never resolve: the ladder must not wait for it.
    end: () => (steps.push("EOF"), new Promise(() => {})),
    signal: (name) => void steps.push(name),
  };
  return { transport, steps, exit };
}

const EXIT = { code: 0, signal: null };

Deno.test("stopProcess takes EOF, SIGINT, SIGKILL in turn, each with its own grace", async () => {
  const { transport, steps, exit } = paper();
  const clock = new HeldClock();
  const stopped = stopProcess(transport, { graceMs: 50, eof: true, clock });
  await turn();
  assertEquals(steps, ["EOF"]);
  await clock.tick();
  assertEquals(steps, ["EOF", "SIGINT"]);
  await clock.tick();
  assertEquals(steps, ["EOF", "SIGINT", "SIGKILL"]);
  exit({ code: null, signal: "SIGKILL" });
  assertEquals(await stopped, { code: null, signal: "SIGKILL" });
  assertEquals([clock.waits, clock.timers], [[50, 50, 50], 0]);
});

Deno.test("stopProcess begins with SIGINT where EOF is not wanted", async () => {
  const { transport, steps, exit } = paper();
  const clock = new HeldClock();
  const stopped = stopProcess(transport, { graceMs: 50, eof: false, clock });
  await turn();
  assertEquals(steps, ["SIGINT"]);
  await clock.tick();
  assertEquals(steps, ["SIGINT", "SIGINT"]);
  exit(EXIT);
  assertEquals(await stopped, EXIT);
  assertEquals([steps.length, clock.timers], [2, 0]);
});

Deno.test("stopProcess does nothing to what has gone already", async () => {
  const { transport, steps, exit } = paper();
  const clock = new HeldClock();
  exit(EXIT);
  assertEquals(await stopProcess(transport, { graceMs: 50, eof: true, clock }), EXIT);
  assertEquals([steps, clock.waits], [[], []]);
});

Deno.test("stopProcess rejects when the process is there even after SIGKILL", async () => {
  const { transport, steps } = paper();
  const clock = new HeldClock();
  const stopped = stopProcess(transport, { graceMs: 50, eof: true, clock });
  stopped.catch(() => {});
  await turn();
  for (let step = 0; step < 3; step++) await clock.tick();
  await assertRejects(() => stopped, ProcessError, "Cannot stop the process 7");
  assertEquals([steps, clock.timers], [["EOF", "SIGINT", "SIGKILL"], 0]);
});

Deno.test("exit-04: EOF comes first and the program's own ending is waited for, without a signal", async () => {
  const file = await Deno.makeTempFile();
  try {
    const transport = childTransport(launchOf("saves_on_eof.sh", file));
    assertEquals(await firstOutput(transport), "ready");
    const stderr = textOf(transport.stderr);
    const exit = await stopProcess(transport, { graceMs: 60_000, eof: true });
    assertEquals(exit, { code: 0, signal: null });
    assertEquals(await Deno.readTextFile(file), "complete");
    assertEquals(await stderr, "");
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("exit-05: a program that ignores EOF and SIGINT is gone after three steps", async () => {
  const transport = childTransport(launchOf("deaf.sh"));
  assertEquals(await firstOutput(transport), "ready");
  const stderr = textOf(transport.stderr);
  assertEquals(await stopProcess(transport, { graceMs: 100, eof: true }), { code: null, signal: "SIGKILL" });
  await stderr;
});

Deno.test("exit-05: a stopped program (SIGSTOP) takes all steps", async () => {
  const transport = childTransport({ program: ["cat"], args: [], env: {}, clearEnv: false });
  const texts = Promise.all([textOf(transport.output), textOf(transport.stderr)]);
  Deno.kill(transport.pid ?? 0, "SIGSTOP");
  assertEquals(await stopProcess(transport, { graceMs: 400, eof: true }), { code: null, signal: "SIGKILL" });
  await texts;
});
