import { assert, assertEquals, assertRejects } from "@std/assert";
import { lastValueFrom, NEVER } from "rxjs";
import { agentOf, claude, connect } from "../../mod.ts";
import { budget, lastTurn, pacedMap } from "../../mod.ts";
import { claudeOn } from "../../lib/agent/claude.ts";
import { assistantText, assistantToolUse, init, result } from "../../lib/testing/frames/mod.ts";
import { scriptTransport, simulate, type SimulatedCli } from "../../lib/testing/mod.ts";
import { FakeClock } from "../support/fake_clock.ts";
import { macrotask, quietTest } from "../support/no_rejections.ts";
import { Watched } from "./_watched.ts";

/** Ends each turn at a price. */
async function work(cli: SimulatedCli): Promise<void> {
  while (await cli.prompt()) await cli.end({ text: "done", costUsd: 0.1 });
}

quietTest("budget() refuses the first prompt of an agent that started while there was something left", async () => {
  const purse = budget({ usd: 0.1 });
  const asked: string[] = [];
  const transport = simulate(async (cli) => void asked.push((await cli.prompt()).text));
  await using agent = await connect({ transport }, (events) => events.pipe(purse));
  await lastValueFrom(claude("first", { transport: simulate(work) }).pipe(purse));
  const { outcome, result, costUsd } = await agent.ask("second");
  assertEquals([outcome, result, costUsd, asked], ["limit", undefined, 0, []]);
});

quietTest(
  "budget() counts what waits for a paced consumer, so that the limit holds while nothing is taken",
  async () => {
    const cli = scriptTransport();
    const purse = budget({ toolCalls: 2, tokens: 1_000_000 });
    const agent = new Watched(
      claude("go", { transport: cli, limits: { graceMs: 10 } }).pipe(
        purse,
        pacedMap((event) => event.type === "assistant" ? NEVER : [event], { highWaterMark: 1 }),
      ),
    );
    cli.answer(await cli.nextLine((line) => line.request?.subtype === "initialize"));
    await cli.nextLine((line) => line.type === "user");
    // The first is taken and never done with, the second waits, and all that follows is held.
    cli.push(assistantText("one", { messageId: "m-1" }), assistantText("two", { messageId: "m-2" }));
    const call = (name: string) => assistantToolUse("Read", { file_path: name }, { messageId: name, toolUseId: name });
    cli.push(call("a"), call("b"));
    await macrotask();
    assertEquals([purse.spent.toolCalls, cli.lines.at(-1)?.type], [2, "user"]);
    cli.push(call("c"));
    cli.answer(await cli.nextLine((line) => line.request?.subtype === "interrupt"));
    const { tokens } = purse.spent;
    agent.subscription.unsubscribe();
    cli.push(result({ subtype: "error_during_execution", is_error: true, usage: {} }));
    cli.answer(await cli.nextLine((line) => line.request?.subtype === "interrupt"));
    cli.exit(1);
    await agentOf(agent.events[0]!).exited;
    // What was counted when it was read is not counted again when it is delivered.
    assert(tokens > 0);
    assertEquals([purse.spent.toolCalls, purse.spent.tokens], [3, tokens]);
  },
);

quietTest("budget({ turns }) gives back the turn of a prompt that was taken back, and of no other", async () => {
  const purse = budget({ turns: 2 });
  const cli = scriptTransport();
  const connecting = connect({ transport: cli }, (events) => events.pipe(purse));
  cli.answer(await cli.nextLine((line) => line.request?.subtype === "initialize"));
  const agent = await connecting;
  agent.send("one");
  const cancelling = agent.cancelMessage(agent.send("two"));
  assertEquals(purse.spent.turns, 2);
  cli.answer(await cli.nextLine((line) => line.request?.subtype === "cancel_async_message"), { cancelled: true });
  await cancelling;
  assertEquals(purse.spent.turns, 1);
  const counts: number[] = [];
  agent.events.subscribe(() => counts.push(purse.spent.turns));
  cli.push(init(), result());
  await macrotask();
  assertEquals([counts, purse.spent.turns], [[1, 1, 1], 1]);
  cli.ended.then(() => cli.exit(0));
  await agent.close();
});

quietTest("budget() does not end a run because the CLI does not say what it costs", async () => {
  const clock = new FakeClock();
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.text("thinking");
    await macrotask();
    clock.advance(120_000);
    await cli.end({ costUsd: 0.5 });
  }, { unanswered: ["get_session_cost"] });
  const purse = budget({ usd: 5 });
  const turn = await lastValueFrom(
    claudeOn(clock, "go", { transport, limits: { controlMs: 1_000 } }).pipe(purse, lastTurn()),
  );
  assertEquals([turn.outcome, purse.spent.usd, clock.waiting], ["success", 0.5, 0]);
});

quietTest("cost-01: a figure below nothing gives nobody money back", async () => {
  const purse = budget({ usd: 1 });
  const run = async (fields: object) => {
    const transport = scriptTransport();
    const turn = lastValueFrom(claude("go", { transport }).pipe(purse, lastTurn()));
    transport.answer(await transport.nextLine((line) => line.request?.subtype === "initialize"));
    await transport.nextLine((line) => line.type === "user");
    transport.push(result(fields));
    transport.ended.then(() => transport.exit(0));
    return (await turn).costUsd;
  };
  const byModel = { a: { costUSD: -5 }, b: { costUSD: 0.25 } };
  const costs = [
    await run({ model_usage_since_last_result: byModel }),
    await run({ total_cost_usd: -3, model_usage_since_last_result: undefined }),
  ];
  assertEquals([costs, purse.spent.usd], [[0.25, 0], 0.25]);
});

quietTest("budget() counts once what an agent had spent that broke off in the middle of a turn", async () => {
  const purse = budget({ tokens: 100 });
  const usage = { input_tokens: 50, output_tokens: 10 };
  const broken = scriptTransport();
  const run = assertRejects(() => lastValueFrom(claude("go", { transport: broken }).pipe(purse, lastTurn())));
  broken.answer(await broken.nextLine((line) => line.request?.subtype === "initialize"));
  await broken.nextLine((line) => line.type === "user");
  const half = assistantText("half");
  broken.push(init(), { ...half, message: { ...half.message, usage } });
  await macrotask();
  broken.exit(1);
  await run;
  assertEquals(purse.spent.tokens, 60);
  const turn = await lastValueFrom(claude("next", { transport: simulate(work) }).pipe(purse, lastTurn()));
  assertEquals([turn.outcome, turn.reason], ["success", undefined]);
});
