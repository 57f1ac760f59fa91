import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { concatMap, filter, from, lastValueFrom, mergeMap, Subject, toArray } from "rxjs";
import { agentOf, claude, connect, ControlError, LimitError, ProcessError, UsageError } from "../../mod.ts";
import { budget, type BudgetOptions, converse, expectSuccess, lastTurn, turns } from "../../mod.ts";
import { simulate, type SimulatedCli } from "../../lib/testing/mod.ts";
import { macrotask, quietTest } from "../support/no_rejections.ts";
import { Watched } from "./_watched.ts";

/** A process that ends each turn at a price. */
function priced(costUsd: number): ReturnType<typeof simulate> {
  return simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
      await cli.end({ text: `did ${prompt.text}`, costUsd });
    }
  });
}

const FILES = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

quietTest("budget() for three of ten files: ten turns come out, and no process is started for seven", async () => {
  const transport = priced(0.1);
  const purse = budget({ usd: 0.3 });
  const all = await lastValueFrom(
    from(FILES).pipe(
      concatMap((file) => claude(file, { transport }).pipe(purse, lastTurn())),
      toArray(),
    ),
  );
  assertEquals(all.map(({ outcome }) => outcome), [
    ...["success", "success", "success"],
    ...["limit", "limit", "limit", "limit", "limit", "limit", "limit"],
  ]);
  assertEquals(all.map(({ prompt }) => prompt?.content), FILES);
  assertEquals(transport.launches.length, 3);
  assertEquals(purse.spent, { usd: 0.3, tokens: 96, turns: 3, toolCalls: 0 });
  assertEquals(purse.left, { usd: 0 });
});

quietTest("budget({ turns }) is exact with many agents at once: a turn counts from the start on", async () => {
  const transport = priced(0);
  const purse = budget({ turns: 3 });
  const outcomes: string[] = [];
  await from(FILES).pipe(mergeMap((file) => claude(file, { transport }).pipe(purse, lastTurn()), 4))
    .forEach(({ outcome }) => outcomes.push(outcome));
  assertEquals(outcomes.toSorted().join(), `${"limit,".repeat(7)}success,success,success`);
  assertEquals([transport.launches.length, purse.spent.turns, purse.left.turns], [3, 3, 0]);
});

quietTest("budget() on an empty purse: an Opening, a turn that was not run, completion", async () => {
  const transport = priced(1);
  const purse = budget({ usd: 1 });
  await lastValueFrom(claude("first", { transport }).pipe(purse));
  const second = new Watched(claude("second", { transport }).pipe(purse));
  assertEquals(await second.ended, undefined);
  assertEquals(second.kinds, ["opening", "turn_end"]);
  const [{ prompt, ...turn }] = second.turns as [Watched["turns"][number]];
  assertEquals(prompt?.content, "second");
  assertEquals(turn, {
    index: 0,
    text: "",
    messages: [],
    toolUses: [],
    subagents: [],
    outcome: "limit",
    failed: true,
    costUsd: 0,
    usage: {},
    models: {},
    denials: [],
    sessionId: undefined,
    unsolicited: false,
    result: undefined,
    reason: "the budget of $1 is used up",
  });
});

quietTest("budget() refuses each prompt of a list, one of an endless source, and one of an observable", async () => {
  let given = 0;
  function* endless() {
    for (;;) yield `prompt ${given++}`;
  }
  const cases = [
    { prompts: ["a", "b", "c", "d"], outcomes: ["success", "limit", "limit", "limit"] },
    { prompts: { [Symbol.iterator]: endless }, outcomes: ["success", "limit"] },
    { prompts: from(["a", "b", "c"]), outcomes: ["success", "limit", "limit"] },
  ];
  for (const { prompts, outcomes } of cases) {
    const watched = new Watched(claude(prompts, { transport: priced(1) }).pipe(budget({ usd: 1 })));
    assertEquals(await watched.ended, undefined);
    assertEquals(watched.outcomes, outcomes);
    assertEquals(watched.kinds.at(-1), "run_end");
  }
  assertEquals(given, 2);
});

quietTest("budget() asks no converse() for a turn that was not run", async () => {
  let asked = 0;
  const watched = new Watched(
    claude("go", { transport: priced(1) }).pipe(
      budget({ usd: 1 }),
      converse(() => `go on ${asked++}`, { limit: true }),
    ),
  );
  assertEquals(await watched.ended, undefined);
  assertEquals([watched.outcomes, asked], [["success", "limit"], 1]);
});

/** A process that works in one turn, at what the test says it costs, until it is let go or interrupted. */
function working(work: (cli: SimulatedCli, cost: (usd: number) => void) => Promise<void>): ReturnType<typeof simulate> {
  let text = "Estimated cost:        $0.0000\nTotal duration (API):  0s";
  const cost = (usd: number) => text = `Estimated cost:        $${usd.toFixed(4)}\nTotal duration (API):  0s`;
  return simulate(async (cli) => {
    await cli.prompt();
    await work(cli, cost);
  }, { answers: { get_session_cost: () => ({ text }) } });
}

quietTest("budget() interrupts a running turn when the CLI says that the money is spent", async () => {
  const transport = working(async (cli, cost) => {
    cost(0.4);
    await cli.text("Cheap so far");
    cost(0.5);
    await cli.text("Now it is spent");
    await cli.silence();
  });
  const purse = budget({ usd: 0.5 });
  const watched = new Watched(claude("work", { transport }).pipe(purse));
  await watched.untilType("turn_end");
  const [turn] = watched.turns;
  assertEquals([turn?.outcome, turn?.failed, turn?.reason], ["limit", true, "the budget of $0.5 is used up"]);
  assertEquals([turn?.text, turn?.result?.terminal_reason], ["Cheap so farNow it is spent", "aborted_streaming"]);
  assertEquals(await watched.ended, undefined);
});

quietTest(
  "budget() shared: what one agent spends interrupts the others that run, and a finished turn stays",
  async () => {
    const purse = budget({ usd: 1 });
    const slow = new Watched(
      claude("slow", {
        transport: simulate(async (cli) => {
          await cli.prompt();
          await cli.text("Thinking");
          await cli.silence();
        }),
      }).pipe(purse),
    );
    await slow.untilType("assistant");
    const fast = await lastValueFrom(claude("fast", { transport: priced(1) }).pipe(purse, lastTurn()));
    assertEquals(await slow.ended, undefined);
    assertEquals([fast.outcome, fast.costUsd], ["success", 1]);
    assertEquals([slow.outcomes, slow.turns[0]?.reason], [["limit"], "the budget of $1 is used up"]);
  },
);

quietTest("budget() asks again until the answer of the model is booked", async () => {
  const figures = ["0.0000", "0.0000", "0.0000", "0.0000", "0.7000"];
  let asked = 0;
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.tool("Bash", { command: "make" }, { asks: false, result: () => new Promise<string>(() => {}) });
  }, { answers: { get_session_cost: () => ({ text: `Total cost:            $${figures[asked++] ?? "0.7000"}` }) } });
  const purse = budget({ usd: 0.5 });
  const watched = new Watched(claude("work", { transport }).pipe(purse));
  assertEquals(await watched.ended, undefined);
  assertEquals([watched.outcomes, watched.turns[0]?.reason], [["limit"], "the budget of $0.5 is used up"]);
});

quietTest("budget() asks one question at a time, and no more of a CLI that does not tell", async () => {
  const asked: string[] = [];
  const answers = {
    get_session_cost: () => {
      asked.push("asked");
      throw new Error("Unsupported control request subtype: get_session_cost");
    },
  };
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (const text of ["a", "b", "c"]) await cli.text(text);
    await cli.end({ costUsd: 0.5 });
  }, { answers });
  const purse = budget({ usd: 1 });
  await lastValueFrom(claude("go", { transport }).pipe(purse));
  assertEquals([asked.length, purse.spent.usd], [1, 0.5]);
  const requests: number[] = [];
  let open = 0;
  const chatty = simulate(async (cli) => {
    await cli.prompt();
    for (let i = 0; i < 50; i++) await cli.text(`${i}`);
    await cli.end({ costUsd: 0.5 });
  });
  const agent = new Watched(claude("go", { transport: chatty }).pipe(budget({ usd: 5 })));
  await agent.untilType("opening");
  agentOf(agent.events[0]!).frames.subscribe(({ direction, frame }) => {
    const text = JSON.stringify(frame);
    if (direction === "out" && text.includes("get_session_cost")) requests.push(++open);
    if (direction === "in" && text.includes("Estimated cost")) open--;
  });
  await agent.ended;
  assert(requests.length > 1, "It was asked");
  // The first question, at the start, may still be out.
  assertEquals(requests.filter((each) => each > 2), []);
});

quietTest("budget() counts a resumed session from what it had cost before", async () => {
  let text = "Estimated cost:        $2.50";
  const transport = simulate(async (cli) => {
    await cli.prompt();
    text = "Estimated cost:        $2.60";
    await cli.text("A dime");
    await cli.tool("Read", { file_path: "a" }, { asks: false });
    await cli.end({ costUsd: 0.1, fields: { total_cost_usd: 2.6 } });
  }, { answers: { get_session_cost: () => ({ text }) } });
  const purse = budget({ usd: 1 });
  const during: number[] = [];
  await claude("go on", { transport, resume: "0b7e4f5c-7b5e-4a57-9d0c-1f8e5a1c2d3e" }).pipe(purse)
    .forEach((event) => {
      if (event.type === "user") during.push(purse.spent.usd);
    });
  assertEquals([during, purse.spent.usd], [[0.1], 0.1]);
});

quietTest("budget({ tokens }) counts an answer once, and what the result knows better", async () => {
  const seen: number[] = [];
  const purse = budget({ tokens: 1_000_000 });
  const usage = { input_tokens: 100, output_tokens: 1, cache_read_input_tokens: 1000 };
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (const text of ["one ", "answer, two blocks"]) {
      cli.emit({
        type: "assistant",
        message: { id: "msg_1", role: "assistant", content: [{ type: "text", text }], usage },
        parent_tool_use_id: null,
      });
    }
    cli.emit({
      type: "assistant",
      message: {
        id: "msg_2",
        role: "assistant",
        content: [{ type: "text", text: "sub" }],
        usage: { output_tokens: 7 },
      },
      parent_tool_use_id: "toolu_1",
    });
    await cli.end({
      fields: {
        usage: { input_tokens: 100, output_tokens: 50, cache_read_input_tokens: 1000 },
        model_usage_since_last_result: undefined,
      },
    });
  });
  await claude("go", { transport }).pipe(purse).forEach((event) => {
    if (event.type === "assistant") seen.push(purse.spent.tokens);
  });
  assertEquals(seen.slice(0, 3), [1101, 1101, 1108]);
  assertEquals([purse.spent.tokens, purse.left.tokens], [1157, 998_843]);
});

quietTest("budget({ tokens }) interrupts the turn that goes beyond", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (let i = 0; i < 100; i++) await cli.tool("Read", { file_path: `${i}` }, { asks: false });
    await cli.end();
  });
  const turn = await lastValueFrom(claude("go", { transport }).pipe(budget({ tokens: 100 }), lastTurn()));
  assertEquals([turn.outcome, turn.reason], ["limit", "the budget of 100 tokens is used up"]);
  assert(turn.toolUses.length < 10, `It called ${turn.toolUses.length} tools`);
});

quietTest("budget({ toolCalls }) lets so many calls be made, and interrupts the next", async () => {
  const transport = simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
      const calls = Number(prompt.text);
      for (let i = 0; i < calls; i++) await cli.tool("Read", { file_path: `${i}` }, { asks: false });
      if (calls > 3) await cli.silence();
      await cli.end();
    }
  });
  const exact = budget({ toolCalls: 3 });
  const enough = await lastValueFrom(claude("3", { transport }).pipe(exact, lastTurn()));
  assertEquals([enough.outcome, exact.spent.toolCalls, exact.left.toolCalls], ["success", 3, 0]);
  const turn = await lastValueFrom(claude("4", { transport }).pipe(budget({ toolCalls: 3 }), lastTurn()));
  assertEquals([turn.outcome, turn.reason], ["limit", "the budget of 3 tool calls is used up"]);
});

quietTest("budget() counts an agent once, however often it is subscribed", async () => {
  const transport = priced(0.25);
  const purse = budget({ usd: 5 });
  const events = claude(["a", "b"], { transport }).pipe(purse);
  const [one, two] = await Promise.all([lastValueFrom(events), lastValueFrom(events.pipe(purse))]);
  assertEquals([one.type, two.type, transport.launches.length], ["run_end", "run_end", 1]);
  assertEquals([purse.spent.usd, purse.spent.turns], [0.5, 2]);
});

quietTest("budget() may be joined later by who is limited already, and by nobody else", async () => {
  const prompts = new Subject<string>();
  const agent = claude(prompts, { transport: priced(0.1) });
  const purse = budget({ usd: 5 });
  const first = new Watched(agent.pipe(purse));
  await first.untilType("opening");
  await macrotask();
  const again = new Watched(agent.pipe(purse));
  const other = new Watched(agent.pipe(budget({ usd: 5 })));
  assert(await other.ended instanceof UsageError);
  prompts.next("go");
  prompts.complete();
  assertEquals([await first.ended, await again.ended], [undefined, undefined]);
  assertEquals([again.outcomes, purse.spent.usd], [["success"], 0.1]);
});

quietTest("budget() that does not see the Opening is an error before anything starts", async () => {
  const transport = priced(1);
  const hidden = claude("go", { transport }).pipe(filter((event) => event.type !== "opening"), budget({ usd: 1 }));
  await assertRejects(
    () => lastValueFrom(hidden),
    UsageError,
    'Cannot use budget() here: the agent\'s "opening" event',
  );
  assertEquals(transport.launches.length, 0);
});

quietTest("budget() holds an agent in the hand: asks and sends are refused, and it is closed as ever", async () => {
  const purse = budget({ turns: 1 });
  await using agent = await connect({ transport: priced(0) }, (events) => events.pipe(purse));
  const outcomes: string[] = [];
  agent.events.pipe(turns()).subscribe((turn) => outcomes.push(turn.outcome));
  assertEquals((await agent.ask("first")).outcome, "success");
  assertEquals((await agent.ask("second")).outcome, "limit");
  agent.send("third");
  await using never = await connect({ transport: priced(0) }, (events) => events.pipe(purse));
  assertEquals((await never.ask("fourth")).reason, "the budget of 1 turn is used up");
  const refused = await assertRejects(() => never.request("get_settings"), ControlError, "it was not started, because");
  assertEquals(refused.kind, "not_running");
  assertEquals(await never.close(), { code: null, signal: null });
  assertEquals(outcomes, ["success", "limit", "limit"]);
});

quietTest("budget() gives back the turn of an agent that was left before its first prompt", async () => {
  const purse = budget({ turns: 1 });
  const left = new Watched(claude(new Subject<string>(), { transport: priced(0) }).pipe(purse));
  await left.untilType("opening");
  await macrotask();
  assertEquals(purse.spent.turns, 1);
  left.subscription.unsubscribe();
  await agentOf(left.events[0]!).exited;
  const turn = await lastValueFrom(claude("go", { transport: priced(0) }).pipe(purse, lastTurn()));
  assertEquals([turn.outcome, purse.spent.turns], ["success", 1]);
});

quietTest("budget() keeps what a process had spent that died in its turn", async () => {
  const told = Promise.withResolvers<void>();
  const transport = working(async (cli, cost) => {
    cost(0.2);
    await cli.tool("Read", { file_path: "a" }, { asks: false });
    await told.promise;
    cli.exit(null, "SIGKILL");
  });
  const purse = budget({ usd: 1 });
  const agent = new Watched(claude("go", { transport }).pipe(purse));
  await agent.untilType("opening");
  agentOf(agent.events[0]!).frames.subscribe(({ direction, frame }) => {
    if (direction === "in" && JSON.stringify(frame).includes("$0.2000")) queueMicrotask(() => told.resolve());
  });
  assert(await agent.ended instanceof ProcessError);
  assertEquals([purse.spent.usd, purse.spent.turns, purse.spent.toolCalls], [0.2, 1, 1]);
});

quietTest("budget() and expectSuccess(): the error tells which limit was reached", async () => {
  const transport = priced(1);
  const limited = claude(["a", "b"], { transport }).pipe(budget({ usd: 1 }), expectSuccess());
  const error = await assertRejects(() => lastValueFrom(limited), LimitError);
  assertEquals(error.message, "Turn 2 of the run ended as limit: the budget of $1 is used up");
});

Deno.test("budget() passes every event on, the source's error too", () => {
  const purse = budget({ usd: 1 });
  const broken = new Error("gone");
  const values: unknown[] = [];
  let error: unknown;
  const source = new Subject<never>();
  const subscription = source.pipe(purse).subscribe({
    next: (each) => values.push(each),
    error: (each) => error = each,
  });
  source.error(broken);
  assertStrictEquals(error, broken);
  assertEquals([values, subscription.closed, source.observed], [[], true, false]);
});

Deno.test("budget() refuses limits that are none", () => {
  const cases: [BudgetOptions, string][] = [
    [{}, "Cannot make a budget without a limit: give one of usd, tokens, turns, toolCalls"],
    [{ usd: 0 }, "Cannot make a budget with usd: 0: give a number above 0"],
    [{ usd: NaN }, "Cannot make a budget with usd: NaN: give a number above 0"],
    [{ tokens: 1.5 }, "Cannot make a budget with tokens: 1.5: give a whole number above 0"],
  ];
  for (const [limits, message] of cases) assertThrows(() => budget(limits), UsageError, message);
});
