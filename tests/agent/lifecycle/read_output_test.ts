import { assertEquals } from "@std/assert";
import { readOutput } from "../../../lib/agent/read_output.ts";
import { Pace } from "../../../lib/agent/pace.ts";
import { Pacing } from "../../../lib/agent/pacing.ts";
import type { Clock, Transport } from "../../../lib/process/mod.ts";
import { scriptTransport } from "../../../lib/testing/script_transport.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { quietTest } from "../../support/no_rejections.ts";

quietTest("readOutput: what the handler of a frame throws is told, and reading goes on to the end", async () => {
  const transport = scriptTransport();
  const failures: unknown[] = [];
  const seen: unknown[] = [];
  const done = readOutput(transport, {
    maxBytes: 1_000,
    onLongLine: "fail",
    onItem(item) {
      if (item.kind !== "frame") return;
      seen.push(item.value);
      if (seen.length === 1) throw new Error("handler");
    },
    onFailure: (error) => failures.push(String(error)),
  });
  transport.push({ n: 1 }, { n: 2 }, '{"n":3}');
  transport.exit();
  await done;
  assertEquals([seen, failures], [[{ n: 1 }, { n: 2 }, { n: 3 }], ["Error: handler"]]);
});

quietTest("readOutput: a read that throws at once is output that has ended, like a stream that is locked", async () => {
  const seen: string[] = [];
  const read = () => {
    throw new TypeError("The stream is locked");
  };
  const options = {
    ...{ maxBytes: 1_000, onLongLine: "fail" } as const,
    onItem: () => void seen.push("item"),
    onRead: () => void seen.push("all is read"),
    onFailure: () => void seen.push("failure"),
  };
  await readOutput({ read } as unknown as Transport, options);
  const { output } = scriptTransport();
  output.getReader();
  await readOutput({ output } as Transport, options);
  assertEquals(seen, ["all is read", "all is read"]);
});

/** A line of 1,000 bytes with its end. */
const LINE = new TextEncoder().encode(`${JSON.stringify({ text: "x".repeat(988) })}\n`);

interface Held {
  pace: Pace;
  pacing: Pacing;
  state: { pulled: number; awaits: boolean; seen: number; lines: number };
  done: Promise<void>;
}

/** Reads lines that are made when they are asked for, while the consumer holds. */
function held(
  { lines, clock = new FakeClock(), wanted }: { lines: number; clock?: Clock; wanted?: () => boolean },
): Held {
  const state = { pulled: 0, awaits: false, seen: 0, lines };
  const pace = new Pace();
  const pacing = new Pacing({
    clock,
    stallMs: undefined,
    awaitsAnswer: () => state.awaits,
    awaitsTurn: () => false,
    onStall: () => {},
  });
  pacing.add(pace);
  pace.hold();
  const output = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (state.pulled === state.lines) return controller.close();
      state.pulled++;
      controller.enqueue(LINE.slice());
    },
  }, { highWaterMark: 0 });
  const done = readOutput({ output } as Transport, {
    ...{ maxBytes: 10_000, onLongLine: "fail", readAheadBytes: 10_000, pacing },
    onItem: () => void state.seen++,
    ...(wanted === undefined ? {} : { wanted }),
    onFailure: (error) => {
      throw error;
    },
  });
  return { pace, pacing, state, done };
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((next) => setTimeout(next, 0));
}

quietTest("readOutput: the pipe stands still above readAheadBytes while a consumer holds", async () => {
  const { pace, state, done } = held({ lines: 100 });
  await quiet();
  assertEquals([state.pulled, state.seen], [11, 0]);
  pace.release();
  await done;
  assertEquals([state.pulled, state.seen], [100, 100]);
});

quietTest("readOutput: the pipe is read whatever waits while an answer to us is out", async () => {
  const { pace, pacing, state, done } = held({ lines: 100 });
  await quiet();
  state.awaits = true;
  pacing.requested();
  await quiet();
  assertEquals([state.pulled, state.seen], [100, 0]);
  pace.release();
  await done;
  assertEquals(state.seen, 100);
});

quietTest("readOutput: an ended output is all delivered, however long a consumer holds", async () => {
  const { pace, state, done } = held({ lines: 5 });
  let isDone = false;
  done.then(() => isDone = true);
  await quiet();
  assertEquals([state.pulled, state.seen, isDone], [5, 0, false]);
  pace.close();
  await done;
  assertEquals(state.seen, 5);
});

quietTest("readOutput: an agent that ends delivers what was read, whoever holds", async () => {
  const { pacing, state, done } = held({ lines: 100 });
  await quiet();
  pacing.end();
  await done;
  assertEquals([state.pulled, state.seen], [100, 100]);
});

quietTest("readOutput: a consumer that joins inside of a line gets the whole line", async () => {
  const transport = scriptTransport();
  const pace = new Pace();
  const pacing = new Pacing({
    clock: new FakeClock(),
    stallMs: undefined,
    awaitsAnswer: () => false,
    awaitsTurn: () => false,
    onStall() {},
  });
  const seen: unknown[] = [];
  const done = readOutput(transport, {
    ...{ maxBytes: 1_000, onLongLine: "fail", pacing },
    onItem: (item) => seen.push(item.kind === "frame" ? item.value : item.kind),
    onFailure: () => {},
  });
  transport.push('{"n":1}\n{"n"');
  await quiet();
  pacing.add(pace);
  pace.hold();
  transport.push(':2}\n{"n":3}\n{"n":4}');
  await quiet();
  assertEquals(seen, [{ n: 1 }, { n: 2 }]);
  transport.exit();
  pace.release();
  await done;
  assertEquals(seen, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
});

/** A clock that goes on when it is told to, one callback at a time. */
class StepClock implements Clock {
  readonly now = 0;
  readonly waiting: (() => void)[] = [];

  after(_ms: number, callback: () => void): () => void {
    this.waiting.push(callback);
    return () => this.waiting.splice(this.waiting.indexOf(callback), 1);
  }
}

quietTest("readOutput: much that waits is delivered in slices, and the end comes after the last of them", async () => {
  const clock = new StepClock();
  const { pace, state, done } = held({ lines: 1_500, clock });
  let isDone = false;
  done.then(() => isDone = true);
  state.awaits = true;
  await quiet();
  while (state.pulled < 1_500) await quiet();
  pace.close();
  const seen: number[] = [];
  do {
    await quiet();
    seen.push(state.seen);
    assertEquals(clock.waiting.length, isDone ? 0 : 1);
    clock.waiting.shift()?.();
  } while (!isDone && seen.length < 10);
  // Slices of 512 KiB, whole lines of them.
  assertEquals(seen, [524, 1_048, 1_500]);
});

quietTest("readOutput: while much is delivered in slices, one chunk is read for each", async () => {
  const clock = new StepClock();
  const { pace, pacing, state, done } = held({ lines: 3_000, clock });
  state.awaits = true;
  pacing.requested();
  while (state.pulled < 2_000) await Promise.resolve();
  pace.release();
  const pulled: number[] = [];
  let isDone = false;
  done.then(() => isDone = true);
  while (!isDone) {
    await quiet();
    pulled.push(state.pulled);
    clock.waiting.shift()?.();
  }
  assertEquals([pulled[1]! - pulled[0]!, pulled[2]! - pulled[1]!], [1, 1]);
  assertEquals([pulled.at(-1), state.seen], [3_000, 3_000]);
});

quietTest("readOutput: what nobody wants any more is let go of, and the end comes at once", async () => {
  const clock = new StepClock();
  let wanted = true;
  const { pacing, state, done } = held({ lines: 1_500, clock, wanted: () => wanted });
  state.awaits = true;
  while (state.pulled < 1_500) await quiet();
  wanted = false;
  pacing.end();
  await done;
  assertEquals([state.seen, clock.waiting.length], [0, 0]);
});
