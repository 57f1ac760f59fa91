import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { firstValueFrom, Subject } from "rxjs";
import { StalledError } from "../../../lib/agent/errors.ts";
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
