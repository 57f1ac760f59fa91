import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { firstValueFrom } from "rxjs";
import { claude, connect, converse, ofType, retryOnLimit, type RetryOnLimitOptions, UsageError } from "../../mod.ts";
import { simulate, type SimulatedCli } from "../../lib/testing/mod.ts";
import { FakeScheduler } from "../support/fake_scheduler.ts";
import { macrotask, quietTest } from "../support/no_rejections.ts";
import { Watched } from "./_watched.ts";

const NO_NOTES = { onDiagnostic: () => {} };

/** An agent that fails in these ways, one a turn, and then succeeds. */
function failing(
  ways: ((cli: SimulatedCli) => void | Promise<void>)[],
  options: RetryOnLimitOptions = {},
  prompts: string[] = ["work"],
) {
  const scheduler = new FakeScheduler();
  const taken: [number, string, string | undefined][] = [];
  const left = [...ways];
  const transport = simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
      taken.push([scheduler.now(), prompt.text, prompt.uuid]);
      const fail = left.shift();
      if (fail === undefined) await cli.end({ text: `did ${prompt.text}` });
      else await fail(cli);
    }
  });
  const agent = new Watched(
    claude(prompts, { transport, ...NO_NOTES }).pipe(
      retryOnLimit({ scheduler, random: () => 0.5, jitterMs: 10_000, ...options }),
    ),
  );
  return { agent, scheduler, taken, transport };
}

async function passes(scheduler: FakeScheduler, ms: number): Promise<void> {
  await macrotask();
  scheduler.advance(ms);
  await macrotask();
}

function limited(resetsAt: number): (cli: SimulatedCli) => Promise<void> {
  return async (cli) => {
    cli.emit({
      type: "rate_limit_event",
      rate_limit_info: { status: "rejected", resetsAt, rateLimitType: "five_hour" },
    });
    await cli.fail("You have hit your limit", { status: 429, error: "rate_limit" });
  };
}

quietTest("retry-01: it waits until resetsAt plus jitter, and goes on in the same session", async () => {
  const { agent, scheduler, taken, transport } = failing([limited(3600)], {}, ["work", "and then"]);
  await agent.untilType("diagnostic");
  await passes(scheduler, 3_604_999);
  assertEquals([taken.length, agent.outcomes], [1, []]);
  await passes(scheduler, 1);
  assertEquals(await agent.ended, undefined);
  assertEquals(agent.turns.map(({ outcome, text, index }) => [outcome, text, index]), [
    ["success", "did work", 1],
    ["success", "did and then", 2],
  ]);
  assertEquals(taken.map(([at, text]) => [at, text]), [[0, "work"], [3_605_000, "work"], [3_605_000, "and then"]]);
  assert(taken[0]![2] !== taken[1]![2], "A prompt id is taken once");
  assertEquals(transport.launches.length, 1);
  assertEquals(new Set(agent.turns.map(({ sessionId }) => sessionId)).size, 1);
  const notes = agent.events.flatMap((event) => event.type === "diagnostic" ? [event.message] : []);
  assertEquals(notes, [
    "The turn failed (You have hit your limit); it is tried again at 1970-01-01T01:00:05.000Z, attempt 1 of 5",
  ]);
  assertEquals(scheduler.waiting, 0);
});

quietTest(
  "retry-01: it gives up at its own ceiling: after so many attempts, or where the wait is too long",
  async () => {
    const three = failing([limited(10), limited(20), limited(30)], { attempts: 2 });
    await three.agent.untilType("diagnostic");
    await passes(three.scheduler, 15_000);
    await three.agent.untilType("diagnostic", 2);
    await passes(three.scheduler, 10_000);
    assertEquals(await three.agent.ended, undefined);
    assertEquals([three.agent.outcomes, three.taken.length], [["error"], 3]);
    assertEquals(three.agent.turns[0]?.text, "You have hit your limit");
    const long = failing([limited(86_400)], { maxWaitMs: 3_600_000 });
    assertEquals(await long.agent.ended, undefined);
    assertEquals([long.agent.outcomes, long.taken.length, long.scheduler.waiting], [["error"], 1, 0]);
  },
);

quietTest("retry-01: what failed for good is not sent again", async () => {
  for (const status of [400, 401, 403, 404]) {
    const { agent, taken } = failing([(cli) => cli.fail(`API Error: ${status}`, { status, error: "invalid_request" })]);
    assertEquals(await agent.ended, undefined);
    assertEquals([agent.outcomes, taken.length], [["error"], 1]);
  }
});

quietTest("retryOnLimit() doubles its wait where no time is named, and counts anew after a success", async () => {
  const overloaded = (cli: SimulatedCli) => cli.fail("API Error: 529 Overloaded", { status: 529 });
  const { agent, scheduler, taken } = failing(
    [overloaded, overloaded, overloaded],
    { firstWaitMs: 1000, jitterMs: 0 },
    ["a", "b"],
  );
  for (const wait of [1000, 2000, 4000]) {
    await macrotask();
    await passes(scheduler, wait - 1);
    const before = taken.length;
    await passes(scheduler, 1);
    assertEquals(taken.length > before, true);
  }
  assertEquals(await agent.ended, undefined);
  assertEquals(taken.map(([at, text]) => [at, text]), [[0, "a"], [1000, "a"], [3000, "a"], [7000, "a"], [7000, "b"]]);
});

quietTest("retryOnLimit() waits no less than the retry-after that the CLI passed on", async () => {
  const { agent, scheduler, taken } = failing([async (cli) => {
    cli.emit({
      type: "system",
      subtype: "api_retry",
      attempt: 1,
      max_retries: 1,
      retry_delay_ms: 90_000,
      error_status: 429,
    });
    await cli.fail("API Error: 429", { status: 429 });
  }], { firstWaitMs: 1000, jitterMs: 0 });
  await agent.untilType("diagnostic");
  await passes(scheduler, 89_999);
  assertEquals(taken.length, 1);
  await passes(scheduler, 1);
  assertEquals(await agent.ended, undefined);
  assertEquals(taken.map(([at]) => at), [0, 90_000]);
});

quietTest(
  "retryOnLimit(): converse() behind it is asked about the turn that counts; `again` says what is sent",
  async () => {
    const scheduler = new FakeScheduler();
    const texts: string[] = [];
    const transport = simulate(async (cli) => {
      for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
        texts.push(prompt.text);
        if (texts.length === 1) await cli.fail("API Error: 500", { status: 500 });
        else await cli.end({ text: prompt.text });
      }
    });
    const asked: string[] = [];
    const agent = new Watched(
      claude("begin", { transport, ...NO_NOTES }).pipe(
        retryOnLimit({ scheduler, jitterMs: 0, again: (turn) => `Go on with "${turn.prompt?.content}"` }),
        converse((turn, index) => {
          asked.push(turn.text);
          return index === 0 && "and then";
        }),
      ),
    );
    await agent.untilType("diagnostic");
    await passes(scheduler, 5000);
    assertEquals(await agent.ended, undefined);
    assertEquals(texts, ["begin", 'Go on with "begin"', "and then"]);
    assertEquals(asked, ['Go on with "begin"', "and then"]);
  },
);

quietTest("retry-01: its own waits are never longer than maxWaitMs, the random part included, and go on", async () => {
  const fail = (cli: SimulatedCli) => cli.fail("API Error: 529 Overloaded", { status: 529 });
  const { agent, scheduler, taken } = failing([fail, fail, fail], {
    ...{ firstWaitMs: 1000, maxWaitMs: 3000, jitterMs: 1000, random: () => 1 },
  });
  for (const [count, wait] of [[1, 2000], [2, 3000], [3, 3000]] as const) {
    await agent.untilType("diagnostic", count);
    await passes(scheduler, wait);
  }
  assertEquals(await agent.ended, undefined);
  assertEquals([agent.outcomes, taken.map(([at]) => at)], [["success"], [0, 2000, 5000, 8000]]);
});

quietTest("retry-01: a limit that should have ended long ago and has not names no time: the waits grow", async () => {
  const { agent, scheduler, taken } = failing([limited(-60), limited(-60)], { firstWaitMs: 1000, jitterMs: 0 });
  for (const [count, wait] of [[1, 1000], [2, 2000]] as const) {
    await agent.untilType("diagnostic", count);
    await passes(scheduler, wait);
  }
  assertEquals(await agent.ended, undefined);
  assertEquals(taken.map(([at]) => at), [0, 1000, 3000]);
});

quietTest("retryOnLimit(): agent.ask gives the turn that counts", async () => {
  const scheduler = new FakeScheduler();
  let failures = 1;
  const transport = simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
      if (failures-- > 0) await cli.fail("API Error: 500", { status: 500 });
      else await cli.end({ text: prompt.text });
    }
  });
  await using agent = await connect(
    { transport, ...NO_NOTES },
    (events) => events.pipe(retryOnLimit({ scheduler, jitterMs: 0 })),
  );
  const noted = firstValueFrom(agent.events.pipe(ofType("diagnostic")));
  const asked = [agent.ask("one"), agent.ask("two")] as const;
  await noted;
  await passes(scheduler, 5000);
  assertEquals((await Promise.all(asked)).map(({ text, outcome }) => [text, outcome]), [
    ["one", "success"],
    ["two", "success"],
  ]);
  failures = 1;
  const left = agent.ask("three").catch((error) => error);
  await firstValueFrom(agent.events.pipe(ofType("diagnostic")));
  await agent.close();
  assert(await left instanceof Error, "Nobody waits for ever");
  assertEquals(scheduler.waiting, 0);
});

quietTest("retryOnLimit() that is left while it waits leaves nothing behind", async () => {
  const { agent, scheduler } = failing([limited(3600)]);
  await agent.untilType("diagnostic");
  await macrotask();
  assertEquals(scheduler.waiting, 1);
  agent.subscription.unsubscribe();
  await macrotask();
  assertEquals(scheduler.waiting, 0);
});

Deno.test("retryOnLimit() refuses options that are none", () => {
  const cases: [RetryOnLimitOptions, RegExp][] = [
    [{ attempts: 0 }, /^Cannot use retryOnLimit with attempts: 0: give a whole number above 0$/],
    [{ maxWaitMs: Infinity }, /^Cannot use retryOnLimit with maxWaitMs: Infinity: give milliseconds above 0/],
    [{ jitterMs: -1 }, /^Cannot use retryOnLimit with jitterMs: -1: give milliseconds, or 0 for none$/],
  ];
  for (const [options, message] of cases) {
    assertMatch(assertThrows(() => retryOnLimit(options), UsageError).message, message);
  }
});
