import { assertEquals, assertInstanceOf, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { firstValueFrom, Subject } from "rxjs";
import { ControlError, StalledError } from "../../../lib/agent/errors.ts";
import type { AgentEvent, PermissionRequest } from "../../../lib/agent/events.ts";
import { ProcessError } from "../../../lib/process/errors.ts";
import { agentOf } from "../../../lib/agent/brand.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { pacedMap } from "../../../lib/operators/paced_map.ts";
import { assistantText, canUseTool, modeStatus, result, sessionState } from "../../../lib/testing/frames/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { endTurn, handshake, request, takePrompt } from "./_far_end.ts";
import { type Session, session } from "./_session.ts";

/** A consumer in the test's hand: it is asked about each text, and goes on when it is told to. */
class Consumer {
  readonly taken: string[] = [];
  readonly #gate = new Subject<void>();
  readonly work = async (event: AgentEvent): Promise<string[]> => {
    if (event.type !== "assistant") return [];
    const [block] = event.message.content;
    this.taken.push(block?.type === "text" ? block.text : "?");
    await firstValueFrom(this.#gate);
    return [this.taken.at(-1)!];
  };

  /** Lets it go on until it has taken so many. */
  async take(count: number): Promise<void> {
    while (this.taken.length < count) {
      this.#gate.next();
      await Promise.resolve();
    }
  }

  /** Lets it go on with everything. */
  async release(done: Promise<unknown>): Promise<void> {
    let over = false;
    done.finally(() => over = true).catch(() => {});
    while (!over) {
      this.#gate.next();
      await new Promise((next) => setTimeout(next, 0));
    }
  }
}

interface Paced {
  consumer: Consumer;
  run: Session;
  seen: AgentEvent[];
}

async function paced(
  limits: NonNullable<Parameters<typeof session>[1]>["limits"] = {},
  { highWaterMark } = { highWaterMark: 2 },
): Promise<Paced> {
  const consumer = new Consumer();
  const seen: AgentEvent[] = [];
  const run = session("go", {
    limits,
    pipeline: (events) => {
      const watched = events.pipe(allowTools("Read"));
      return watched.pipe(
        pacedMap((event) => {
          seen.push(event);
          return consumer.work(event);
        }, { highWaterMark }),
        // What the harness watches are events; here they are texts.
      ) as never;
    },
  });
  await handshake(run.cli);
  await takePrompt(run.cli);
  return { consumer, run, seen };
}

async function readAll(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((next) => setTimeout(next, 0));
}

function texts(count: number): object[] {
  return Array.from({ length: count }, (_, index) => assistantText(`text ${index}`, { messageId: `m-${index}` }));
}

async function finish({ cli, watch }: Session, consumer: Consumer): Promise<void> {
  endTurn(cli);
  cli.ended.then(() => cli.exit(0));
  await consumer.release(watch.complete());
  await watch.complete();
}

quietTest(
  "pacedMap() holds messages back, and answers a permission request that stands behind them at once",
  async () => {
    const { consumer, run, seen } = await paced();
    run.cli.push(...texts(500), canUseTool("Read", { file_path: "/x" }, { requestId: "r-1", tool_use_id: "tool-1" }));
    await run.cli.until("allow r-1");
    assertEquals(consumer.taken, ["text 0"]);
    await finish(run, consumer);
    assertEquals(consumer.taken, Array.from({ length: 500 }, (_, index) => `text ${index}`));
    const asked = seen.find((event) => event.type === "permission") as PermissionRequest;
    assertEquals(asked.ahead, true);
    assertEquals(run.clock.waiting, 0);
  },
);

quietTest("pacedMap() leaves the order of the wire alone where the consumer is not slow", async () => {
  const { consumer, run, seen } = await paced();
  run.cli.push(assistantText("before", { messageId: "m" }));
  await readAll();
  await consumer.take(1);
  run.cli.push(canUseTool("Read", { file_path: "/x" }, { requestId: "r-1", tool_use_id: "tool-1" }));
  await run.cli.until("allow r-1");
  await finish(run, consumer);
  const kinds = seen.map((event) => event.type);
  assertEquals(kinds.indexOf("assistant") < kinds.indexOf("permission"), true);
  assertEquals((seen.find((event) => event.type === "permission") as PermissionRequest).ahead, undefined);
});

quietTest(
  "pacedMap() does not answer a request that is longer than limits.lineBytes, behind messages or not",
  async () => {
    for (const before of [[], texts(50)]) {
      const { consumer, run, seen } = await paced({ lineBytes: 2_000, onLongLine: "skip" });
      const long = canUseTool("Read", { file_path: "x".repeat(3_000) }, { requestId: "r-1", tool_use_id: "tool-1" });
      const short = canUseTool("Read", { file_path: "x" }, { requestId: "r-2", tool_use_id: "tool-2" });
      run.cli.push(...before, long, short);
      await run.cli.until("allow r-2");
      await finish(run, consumer);
      assertEquals(run.cli.log.filter((entry) => entry.includes("r-1")), []);
      const notes = seen.filter((event) => event.type === "diagnostic").map((event) => event.message);
      assertEquals(notes.length, 1, notes.join("; "));
      assertMatch(notes[0]!, /^The agent printed a line of 3\d{3} bytes, which was skipped$/);
    }
  },
);

quietTest("pacedMap() notes the mode when it is read, and keeps it when older messages are delivered", async () => {
  const { consumer, run, seen } = await paced();
  run.cli.push(...texts(50), modeStatus("plan"), ...texts(50), modeStatus("acceptEdits"));
  await readAll();
  const agent = agentOf(seen[0]!);
  assertEquals(consumer.taken, ["text 0"]);
  assertEquals(agent.mode, "acceptEdits");
  await consumer.take(70);
  assertEquals(agent.mode, "acceptEdits");
  await finish(run, consumer);
  assertEquals(agent.mode, "acceptEdits");
});

quietTest(
  "pacedMap() whose consumer waits for a control answer behind the cap does not stand still for ever",
  async () => {
    const { consumer, run, seen } = await paced({ readAheadBytes: 1_000 });
    run.cli.push(...texts(200));
    await readAll();
    const answered = agentOf(seen[0]!).setModel("other");
    const asked = await request(run.cli, "set_model");
    run.cli.push(...texts(200));
    run.cli.answer(asked);
    await answered;
    await finish(run, consumer);
    assertEquals(consumer.taken.length, 400);
  },
);

quietTest("limits.stallMs: a consumer that takes nothing while the pipe stands still is a StalledError", async () => {
  const { run } = await paced({ readAheadBytes: 1_000, stallMs: 30_000 });
  run.cli.push(...texts(200));
  await readAll();
  run.clock.advance(29_999);
  await readAll();
  assertEquals(run.watch.ending, undefined);
  run.clock.advance(1);
  const asked = await request(run.cli, "interrupt");
  run.cli.answer(asked);
  run.cli.push(result({ subtype: "error_during_execution", is_error: true }), sessionState("idle"));
  run.cli.ended.then(() => run.cli.exit(1));
  const error = await run.watch.error();
  assertInstanceOf(error, StalledError);
  assertEquals(error.phase, "consumer");
  assertStringIncludes(error.message, "limits.stallMs");
  assertEquals(run.clock.waiting, 0);
});

quietTest("limits.stallMs: a consumer that takes something now and then is only slow", async () => {
  const { consumer, run } = await paced({ readAheadBytes: 1_000, stallMs: 30_000 });
  run.cli.push(...texts(200));
  for (let count = 2; count <= 40; count += 4) {
    await readAll();
    run.clock.advance(20_000);
    await consumer.take(count);
  }
  assertEquals(run.watch.ending, undefined);
  await finish(run, consumer);
});

quietTest("limits.stallMs: a consumer that takes one after another of what waits for it is only slow", async () => {
  // Nothing is delivered before half of the 16 values are gone.
  const { consumer, run } = await paced({ readAheadBytes: 1_000, stallMs: 30_000 }, { highWaterMark: 16 });
  run.cli.push(...texts(200));
  for (let count = 2; count <= 40; count++) {
    await readAll();
    run.clock.advance(20_000);
    await consumer.take(count);
  }
  assertEquals(run.watch.ending, undefined);
  await readAll();
  run.clock.advance(30_000);
  run.cli.answer(await request(run.cli, "interrupt"));
  run.cli.push(result({ subtype: "error_during_execution", is_error: true }), sessionState("idle"));
  run.cli.ended.then(() => run.cli.exit(1));
  assertInstanceOf(await run.watch.error(), StalledError);
  assertEquals(run.clock.waiting, 0);
});

/** The consumer holds at its first text, and the end of that turn waits. */
async function pacedTurnEnded(): Promise<Paced> {
  const it = await paced({ stallMs: 30_000 });
  it.run.cli.push(...texts(50));
  await readAll();
  endTurn(it.run.cli);
  await readAll();
  assertEquals(it.run.clock.waiting, 0);
  return it;
}

async function stalled({ run }: Paced): Promise<StalledError> {
  run.cli.answer(await request(run.cli, "interrupt"));
  run.cli.ended.then(() => run.cli.exit(0));
  const error = await run.watch.error();
  assertInstanceOf(error, StalledError);
  assertEquals(run.clock.waiting, 0);
  return error;
}

quietTest(
  "limits.stallMs: agent.ask that is awaited inside of pacedMap, behind a turn's end, is a StalledError",
  async () => {
    const it = await pacedTurnEnded();
    const turn = agentOf(it.seen[0]!).ask("more");
    const refused = assertRejects(() => turn, StalledError);
    it.run.clock.advance(29_999);
    await readAll();
    assertEquals(it.run.watch.ending, undefined);
    it.run.clock.advance(1);
    const error = await stalled(it);
    assertStringIncludes(error.message, "agent.ask");
    await refused;
  },
);

quietTest("limits.stallMs: the result of the asked turn itself may wait", async () => {
  const it = await paced({ stallMs: 30_000 });
  const { run, seen } = it;
  run.cli.push(assistantText("first", { messageId: "m" }));
  await readAll();
  const turn = agentOf(seen[0]!).ask("more");
  const refused = assertRejects(() => turn, StalledError);
  // Nothing is read ahead: the consumer works on the first text, and the turn of the second prompt can begin.
  run.clock.advance(100_000);
  run.cli.push(...texts(50));
  await readAll();
  run.clock.advance(100_000);
  assertEquals(run.watch.ending, undefined);
  endTurn(run.cli);
  await readAll();
  run.clock.advance(30_000);
  await stalled(it);
  await refused;
});

quietTest("limits.stallMs: a consumer beside which agent.ask is awaited may take its time, step by step", async () => {
  const { consumer, run, seen } = await pacedTurnEnded();
  const turn = agentOf(seen[0]!).ask("more");
  for (let count = 2; count <= 50; count++) {
    run.clock.advance(29_000);
    await consumer.take(count);
    await readAll();
  }
  await takePrompt(run.cli);
  run.cli.push(assistantText("asked", { messageId: "asked" }));
  await finish(run, consumer);
  assertEquals((await turn).text, "asked");
  assertEquals(run.clock.waiting, 0);
});

quietTest("limits.stallMs: an asked prompt that was taken back is waited for no more", async () => {
  const { consumer, run, seen } = await pacedTurnEnded();
  const agent = agentOf(seen[0]!);
  const turn = agent.ask({ content: "more", uuid: "11111111-2222-4333-8444-555555555555" });
  const refused = assertRejects(() => turn, ControlError);
  await agent.cancelMessage("11111111-2222-4333-8444-555555555555");
  await refused;
  run.clock.advance(100_000);
  assertEquals(run.watch.ending, undefined);
  await finish(run, consumer);
});

quietTest("pacedMap() whose consumer waits for a control answer hears that the process died", async () => {
  const { consumer, run, seen } = await paced();
  run.cli.push(...texts(100));
  await readAll();
  const answer = agentOf(seen[0]!).setModel("other");
  await request(run.cli, "set_model");
  run.cli.exit(3);
  await assertRejects(() => answer, ProcessError, 'code 3 while "set_model" was pending');
  assertEquals(run.watch.ending, undefined);
  await consumer.release(run.watch.ended);
  assertInstanceOf(await run.watch.error(), ProcessError);
  assertEquals(consumer.taken.length, 100);
});

quietTest("pacedMap() delivers what was read before it passes on that the process died", async () => {
  const { consumer, run } = await paced();
  run.cli.push(...texts(100));
  await readAll();
  run.cli.exit(3);
  await readAll();
  assertEquals(run.watch.ending, undefined);
  await consumer.release(run.watch.ended);
  assertInstanceOf(await run.watch.error(), ProcessError);
  assertEquals(consumer.taken.length, 100);
});

quietTest("pacedMap() that is left ends the agent, with messages waiting", async () => {
  const { run } = await paced();
  run.cli.push(...texts(100));
  await readAll();
  run.watch.subscription.unsubscribe();
  const asked = await request(run.cli, "interrupt");
  run.cli.answer(asked);
  await run.cli.until("EOF");
  run.cli.exit(0);
  await readAll();
  assertEquals(run.clock.waiting, 0);
});
