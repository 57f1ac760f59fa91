import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { claude, ControlError, turnTimeout, UsageError } from "../../mod.ts";
import { claudeOn } from "../../lib/agent/claude.ts";
import { scriptTransport, simulate } from "../../lib/testing/mod.ts";
import { FakeClock } from "../support/fake_clock.ts";
import { FakeScheduler } from "../support/fake_scheduler.ts";
import { macrotask, quietTest } from "../support/no_rejections.ts";
import { Watched } from "./_watched.ts";

quietTest("turnTimeout() interrupts the turn that takes too long, and the next has its own time", async () => {
  const scheduler = new FakeScheduler();
  const transport = simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
      await cli.text("Let me see");
      if (prompt.text === "slow") await cli.silence();
      else await cli.end({ text: "Done" });
    }
  });
  const agent = new Watched(claude(["slow", "quick", "slow"], { transport }).pipe(turnTimeout(1000, { scheduler })));
  await agent.untilType("assistant");
  await macrotask();
  scheduler.advance(999);
  await macrotask();
  assertEquals(agent.outcomes, []);
  scheduler.advance(1);
  await agent.untilType("turn_end", 2);
  await agent.untilType("assistant", 4);
  await macrotask();
  assertEquals(agent.outcomes, ["limit", "success"]);
  scheduler.advance(999);
  await macrotask();
  assertEquals(agent.outcomes.length, 2);
  scheduler.advance(1);
  assertEquals(await agent.ended, undefined);
  assertEquals(agent.turns.map(({ outcome, failed, reason }) => [outcome, failed, reason]), [
    ["limit", true, "the turn took longer than 1000 ms (turnTimeout)"],
    ["success", false, undefined],
    ["limit", true, "the turn took longer than 1000 ms (turnTimeout)"],
  ]);
  assertEquals([agent.kinds.at(-1), scheduler.waiting], ["run_end", 0]);
});

quietTest("turnTimeout() limits a turn that the CLI starts by itself, too", async () => {
  const scheduler = new FakeScheduler();
  const transport = simulate(async (cli) => {
    await cli.prompt();
    const task = await cli.task(
      { afterwards: (own) => own.silence() },
      () => new Promise<void>((done) => finish = done),
    );
    await cli.end({ text: "In the background" });
    await cli.silence();
    void task;
  });
  let finish = () => {};
  const agent = new Watched(claude("go", { transport }).pipe(turnTimeout(50, { scheduler })));
  await agent.untilType("turn_end");
  await macrotask();
  assertEquals(scheduler.waiting, 0);
  finish();
  await agent.until(({ events }) =>
    events.filter((each) => each.type === "system" && each.subtype === "init").length > 1
  );
  await macrotask();
  scheduler.advance(50);
  await agent.untilType("turn_end", 2);
  assertEquals(agent.turns.map(({ outcome, unsolicited }) => [outcome, unsolicited]), [["success", false], [
    "limit",
    true,
  ]]);
  agent.subscription.unsubscribe();
});

quietTest("turnTimeout(): a CLI that refuses the interrupt ends the run, as no limit would hold", async () => {
  const scheduler = new FakeScheduler();
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.text("Let me see");
    await cli.silence();
  }, {
    answers: {
      interrupt: () => {
        throw new Error("Not now");
      },
    },
  });
  const agent = new Watched(
    claude("go", { transport, limits: { graceMs: 10 } }).pipe(turnTimeout(1000, { scheduler })),
  );
  await agent.untilType("assistant");
  await macrotask();
  scheduler.advance(1000);
  const error = await agent.ended;
  assert(error instanceof ControlError);
  assertEquals([error.kind, error.subtype, scheduler.waiting], ["refused", "interrupt", 0]);
});

quietTest("turnTimeout(): a CLI that shows no sign of the turn cannot be interrupted, and is ended", async () => {
  const scheduler = new FakeScheduler();
  const clock = new FakeClock();
  const cli = scriptTransport();
  const limits = { controlMs: 5_000, graceMs: 10 };
  const agent = new Watched(
    claudeOn(clock, "go", { transport: cli, limits }).pipe(turnTimeout(1000, { scheduler })),
  );
  cli.answer(await cli.nextLine((line) => line.request?.subtype === "initialize"));
  await cli.nextLine((line) => line.type === "user");
  await macrotask();
  scheduler.advance(1000);
  await macrotask();
  clock.advance(4_999);
  await macrotask();
  assertEquals([cli.lines.at(-1)?.type, cli.signals], ["user", []]);
  clock.advance(1);
  await macrotask();
  assertEquals(cli.signals, ["SIGINT"]);
  cli.exit(null, "SIGINT");
  const error = await agent.ended;
  assert(error instanceof ControlError);
  assertEquals([error.kind, error.subtype, clock.waiting, scheduler.waiting], ["timeout", "interrupt", 0, 0]);
  assertStringIncludes(
    error.message,
    "although the turn took longer than 1000 ms (turnTimeout): the CLI showed no sign",
  );
});

Deno.test("turnTimeout() refuses what is no time", () => {
  assertThrows(() => turnTimeout(0), UsageError, "Cannot use turnTimeout with 0: give milliseconds above 0");
  assertThrows(() => turnTimeout(NaN), UsageError, "Cannot use turnTimeout with NaN");
});
