import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { lastValueFrom } from "rxjs";
import { claude, StalledError, UsageError, watchdog, type WatchdogOptions } from "../../mod.ts";
import { allowTools, type ClaudeOptions, onPermission, pacedMap } from "../../mod.ts";
import { frames, type Scenario, simulate } from "../../lib/testing/mod.ts";
import { FakeScheduler } from "../support/fake_scheduler.ts";
import { macrotask, quietTest } from "../support/no_rejections.ts";
import { Watched } from "./_watched.ts";

/** An agent under a watchdog whose time stands still. */
function watch(scenario: Scenario, limits: WatchdogOptions, options: ClaudeOptions = {}) {
  const scheduler = new FakeScheduler();
  const transport = simulate(scenario);
  const agent = new Watched(
    claude("hello", { transport, onDiagnostic: () => {}, ...options }).pipe(watchdog({ ...limits, scheduler })),
  );
  return { scheduler, agent };
}

/** The error of a run that stood still, after its process has gone. */
async function stalled({ scheduler, agent }: ReturnType<typeof watch>): Promise<StalledError> {
  const error = await agent.ended;
  assert(error instanceof StalledError, `It ended with ${error}`);
  assertEquals(scheduler.waiting, 0);
  return error;
}

/** Moves time on when all that can happen has happened; nothing may come of it. */
async function passes(scheduler: FakeScheduler, ms: number): Promise<void> {
  await macrotask();
  scheduler.advance(ms);
  await macrotask();
}

quietTest("hang-01: init, then silence: a StalledError in the phase first_token after the limit", async () => {
  const hung = watch(async (cli) => {
    await cli.prompt();
    cli.emit(frames.init());
    await cli.silence();
  }, { firstToken: 60_000, streaming: 5 });
  await hung.agent.untilType("system", 2);
  await passes(hung.scheduler, 59_999);
  assertEquals(hung.agent.kinds.includes("turn_end"), false);
  hung.scheduler.advance(1);
  const error = await stalled(hung);
  assertEquals([error.phase, error.text], ["first_token", ""]);
  assertEquals(
    error.message,
    "The agent stood still for 60000 ms while waiting for the first token of an answer (watchdog: firstToken)",
  );
});

quietTest("hang-01: without a limit for the phase the run waits", async () => {
  const hung = watch(async (cli) => {
    await cli.prompt();
    await cli.silence();
  }, { streaming: 5, start: 5, tool: 5, settle: 5 });
  await hung.agent.untilType("system");
  await passes(hung.scheduler, 86_400_000);
  assertEquals([hung.scheduler.waiting, hung.agent.kinds.includes("turn_end")], [0, false]);
  hung.agent.subscription.unsubscribe();
});

quietTest("hang-02: one text delta, then silence: a StalledError in the phase streaming, with the text", async () => {
  const hung = watch(
    async (cli) => {
      await cli.prompt();
      cli.emit({
        type: "stream_event",
        event: { type: "message_start", message: { id: "msg_1" } },
        parent_tool_use_id: null,
      });
      cli.emit(frames.textDelta("Once upon"));
      await cli.silence();
    },
    { firstToken: 1_000_000, streaming: 30_000 },
    { includePartialMessages: true },
  );
  await hung.agent.untilType("stream_event", 2);
  await passes(hung.scheduler, 29_999);
  hung.scheduler.advance(1);
  const error = await stalled(hung);
  assertEquals([error.phase, error.text], ["streaming", "Once upon"]);
});

quietTest("watchdog() streaming: each piece is a sign of life, and the text is whole", async () => {
  const next = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const hung = watch(async (cli) => {
    await cli.prompt();
    cli.emit(frames.assistantText("A whole block. ", { messageId: "msg_1" }));
    await next[0].promise;
    cli.emit(frames.textDelta("A piece"));
    await next[1].promise;
    cli.emit(frames.textDelta(" and one more"));
    await cli.silence();
  }, { streaming: 100 });
  await hung.agent.untilType("assistant");
  await passes(hung.scheduler, 99);
  next[0].resolve();
  await hung.agent.untilType("stream_event");
  await passes(hung.scheduler, 99);
  next[1].resolve();
  await hung.agent.untilType("stream_event", 2);
  await passes(hung.scheduler, 99);
  assertEquals(hung.scheduler.waiting, 1);
  hung.scheduler.advance(1);
  assertEquals((await stalled(hung)).text, "A whole block. A piece and one more");
});

quietTest("hang-04: neither a tool with tool_progress alone nor a person who is asked is a stall", async () => {
  const person = Promise.withResolvers<void>();
  const scheduler = new FakeScheduler();
  const transport = simulate(async (cli) => {
    await cli.prompt();
    const tool = cli.tool("Bash", { command: "make" }, {
      asks: false,
      result: async () => {
        for (let minute = 0; minute < 20; minute++) {
          cli.emit({
            type: "tool_progress",
            tool_use_id: "toolu_1",
            tool_name: "Bash",
            elapsed_time_seconds: minute * 60,
          });
          await macrotask();
          scheduler.advance(60_000);
        }
        return "made";
      },
    });
    await tool;
    await cli.tool("Bash", { command: "make install" });
    await cli.end({ text: "Installed" });
  });
  const agent = new Watched(
    claude("build", { transport }).pipe(
      onPermission(async (request) => {
        await person.promise;
        return request.allow();
      }),
      watchdog({ streaming: 60_000, firstToken: 60_000, scheduler }),
    ),
  );
  await agent.untilType("permission");
  await passes(scheduler, 30 * 60_000);
  person.resolve();
  assertEquals(await agent.ended, undefined);
  assertEquals([agent.outcomes, agent.turns[0]?.text, scheduler.waiting], [["success"], "Installed", 0]);
  assert(scheduler.now() >= 50 * 60_000);
});

quietTest("watchdog() tool: a call that gives no sign is a stall, tool_progress or not", async () => {
  const hung = watch(async (cli) => {
    await cli.prompt();
    cli.emit(frames.assistantToolUse("Bash", { command: "tail -f log" }, { toolUseId: "toolu_9" }));
    cli.emit({ type: "tool_progress", tool_use_id: "toolu_9", tool_name: "Bash" });
    await cli.silence();
  }, { streaming: 5, tool: 1000 });
  await hung.agent.untilType("tool_progress");
  await passes(hung.scheduler, 999);
  hung.scheduler.advance(1);
  assertEquals((await stalled(hung)).phase, "tool");
});

quietTest("watchdog() begins anew when a person has answered", async () => {
  const person = Promise.withResolvers<void>();
  const scheduler = new FakeScheduler();
  const agent = new Watched(
    claude("build", {
      transport: simulate(async (cli) => {
        await cli.prompt();
        await cli.tool("Bash", { command: "make" }, { result: () => new Promise<string>(() => {}) });
      }),
    }).pipe(
      onPermission(async (request) => {
        await person.promise;
        return request.allow();
      }),
      watchdog({ tool: 1000, scheduler }),
    ),
  );
  await agent.untilType("permission");
  await passes(scheduler, 990);
  person.resolve();
  await passes(scheduler, 990);
  assertEquals(scheduler.waiting, 1, "It waits for the tool, from the answer on");
  scheduler.advance(10);
  const error = await agent.ended;
  assert(error instanceof StalledError);
  assertEquals(error.phase, "tool");
});

quietTest("retry-02: announced retries are progress: the limit is extended by the announced delay", async () => {
  const scheduler = new FakeScheduler();
  const retry = (attempt: number) => ({
    type: "system",
    subtype: "api_retry",
    attempt,
    max_retries: 10,
    retry_delay_ms: 4000,
    error_status: 529,
    error: "overloaded",
    session_id: "s-1",
    uuid: `u-${attempt}`,
  });
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (let attempt = 1; attempt <= 10; attempt++) {
      cli.emit(retry(attempt));
      await macrotask();
      scheduler.advance(4900);
    }
    await cli.end({ text: "At last" });
  });
  const agent = new Watched(claude("hello", { transport }).pipe(watchdog({ firstToken: 1000, scheduler })));
  assertEquals(await agent.ended, undefined);
  assertEquals([agent.outcomes, agent.kinds.filter((kind) => kind === "diagnostic")], [["success"], []]);
  assertEquals(
    agent.events.filter((event) => event.type === "system" && event.subtype === "api_retry").length,
    10,
  );
});

quietTest("retry-02: silence beyond the announced delay is a stall, with the retry as its cause", async () => {
  const hung = watch(async (cli) => {
    await cli.prompt();
    cli.emit({
      type: "system",
      subtype: "api_retry",
      attempt: 1,
      max_retries: 10,
      retry_delay_ms: 4000,
      error_status: 529,
    });
    await cli.silence();
  }, { firstToken: 1000 });
  await hung.agent.until(({ events }) => events.some((each) => each.type === "system" && each.subtype === "api_retry"));
  await passes(hung.scheduler, 4999);
  hung.scheduler.advance(1);
  const { phase, cause } = await stalled(hung);
  assertEquals([phase, (cause as { error_status?: number }).error_status], ["first_token", 529]);
});

quietTest("watchdog() start: a process that says nothing", async () => {
  const scheduler = new FakeScheduler();
  const transport = simulate(() => {}, { unanswered: ["initialize"] });
  const agent = new Watched(claude("hello", { transport }).pipe(watchdog({ start: 30_000, scheduler })));
  await agent.untilType("opening");
  await passes(scheduler, 29_999);
  assertEquals(scheduler.waiting, 1);
  scheduler.advance(1);
  const error = await agent.ended;
  assert(error instanceof StalledError);
  assertEquals(error.phase, "start");
});

quietTest("watchdog() settle: a subagent that works on after the turn and says nothing", async () => {
  const hung = watch(async (cli) => {
    await cli.prompt();
    await cli.task({ background: true }, () => new Promise<void>(() => {}));
    await cli.end({ text: "It works in the background" });
    await cli.silence();
  }, { settle: 5000, firstToken: 10, streaming: 10, tool: 10 });
  await hung.agent.untilType("turn_end");
  await passes(hung.scheduler, 4999);
  hung.scheduler.advance(1);
  assertEquals((await stalled(hung)).phase, "settle");
});

quietTest("watchdog() limits nothing while nothing is at work, and leaves nothing behind", async () => {
  const next = Promise.withResolvers<string>();
  const scheduler = new FakeScheduler();
  async function* prompts() {
    yield "first";
    yield await next.promise;
  }
  const transport = simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) await cli.end({ text: prompt.text });
  });
  const agent = new Watched(
    claude(prompts(), { transport }).pipe(
      allowTools("Read"),
      watchdog({ start: 10, firstToken: 10, streaming: 10, tool: 10, settle: 10, scheduler }),
    ),
  );
  await agent.untilType("turn_end");
  await passes(scheduler, 3_600_000);
  next.resolve("second");
  assertEquals(await agent.ended, undefined);
  assertEquals([agent.turns.map(({ text }) => text), scheduler.waiting], [["first", "second"], 0]);
});

quietTest("watchdog() takes a paced consumer that is slow for no silence of the agent", async () => {
  const scheduler = new FakeScheduler();
  const slow = Promise.withResolvers<void>();
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.text("one");
    await cli.text("two");
    await cli.end();
  });
  const taken: string[] = [];
  const watched = claude("go", { transport }).pipe(
    watchdog({ firstToken: 1000, streaming: 1000, scheduler }),
    pacedMap(async (event) => {
      if (event.type === "assistant") await slow.promise;
      taken.push(event.type);
    }, { highWaterMark: 1 }),
  );
  const ended = lastValueFrom(watched);
  await macrotask();
  await passes(scheduler, 5000);
  await passes(scheduler, 5000);
  slow.resolve();
  await ended;
  assertEquals([taken.filter((type) => type === "assistant").length, scheduler.waiting], [2, 0]);
});

Deno.test("watchdog() refuses limits that are no times", () => {
  const cases: [WatchdogOptions, string][] = [
    [{ tool: 0 }, "Cannot use watchdog with tool: 0: give milliseconds above 0"],
    [{ start: Infinity }, "Cannot use watchdog with start: Infinity: give milliseconds above 0"],
    [{ stream: 5 } as never, 'Cannot use the option "stream" of watchdog(): it does not exist, the options are start'],
  ];
  for (const [options, message] of cases) {
    const error = assertThrows(() => watchdog(options), UsageError);
    assertStringIncludes(error.message, message);
  }
});
