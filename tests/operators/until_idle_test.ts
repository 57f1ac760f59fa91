import { assertEquals } from "@std/assert";
import { concat, defer, lastValueFrom, map, merge, type Observable, of, tap, toArray } from "rxjs";
import type { AgentEvent } from "../../lib/agent/events.ts";
import { claude } from "../../lib/agent/claude.ts";
import { connect } from "../../lib/agent/connect.ts";
import { converse } from "../../lib/operators/converse.ts";
import { stagger } from "../../lib/operators/stagger.ts";
import { texts } from "../../lib/operators/texts.ts";
import { turns } from "../../lib/operators/turns.ts";
import { untilIdle } from "../../lib/operators/until_idle.ts";
import {
  assistantText,
  backgroundTasks,
  init,
  result,
  sessionState,
  taskNotification,
  taskStarted,
} from "../../lib/testing/frames/mod.ts";
import { type ScriptTransport, scriptTransport, simulate } from "../../lib/testing/mod.ts";
import { FakeScheduler } from "../support/fake_scheduler.ts";
import { macrotask, quietTest } from "../support/no_rejections.ts";
import { EVENTS, marbles } from "./_marbles.ts";

async function held(pipeline = (events: Parameters<NonNullable<Parameters<typeof connect>[1]>>[0]) => events) {
  const cli = scriptTransport();
  const connecting = connect({ transport: cli }, pipeline);
  cli.answer(await cli.nextLine((line) => line.request?.subtype === "initialize"));
  return { cli, agent: await connecting };
}

async function close(cli: ScriptTransport, agent: AsyncDisposable): Promise<void> {
  cli.ended.then(() => cli.exit(0));
  await agent[Symbol.asyncDispose]();
}

async function prompted(cli: ScriptTransport): Promise<void> {
  await cli.nextLine((line) => line.type === "user");
  cli.push(sessionState("running"), init());
}

quietTest(
  "turn-01: untilIdle() ends after the turn of a background agent, turns() gives both, stdin stays open",
  async () => {
    const { cli, agent } = await held();
    const said = lastValueFrom(agent.events.pipe(untilIdle(), texts(), toArray()));
    const count = lastValueFrom(agent.events.pipe(untilIdle(), turns(), toArray()));
    agent.send("go");
    await prompted(cli);
    cli.push(
      taskStarted("t1", { task_type: "local_agent" }),
      backgroundTasks(["t1"]),
      assistantText("waiting"),
      result({ result: "waiting" }),
    );
    await macrotask();
    assertEquals(cli.isEnded, false);
    cli.push(
      taskNotification("t1", { status: "completed" }),
      init(),
      assistantText("final"),
      backgroundTasks([]),
      result({ result: "final", origin: { kind: "task-notification" } }),
      sessionState("idle"),
    );
    assertEquals(await said, ["waiting", "final"]);
    assertEquals((await count).map((turn) => [turn.text, turn.unsolicited]), [["waiting", false], ["final", true]]);
    assertEquals(cli.isEnded, false);
    await close(cli, agent);
  },
);

quietTest(
  "turn-02: untilIdle() ends behind the turn of the last agent's notification, not at the updates",
  async () => {
    const { cli, agent } = await held();
    const all = lastValueFrom(agent.events.pipe(untilIdle(), turns(), toArray()));
    agent.send("go");
    await prompted(cli);
    const completed = (task_id: string) => ({
      ...{ type: "system", subtype: "task_updated", task_id, patch: { status: "completed" }, session_id: "s-1" },
    });
    const noticed = (task: string, text: string) => [
      taskNotification(task, { status: "completed" }),
      init(),
      assistantText(text),
      result({ result: text, origin: { kind: "task-notification" } }),
      // As 2.1.197 has it: idle is said although an agent's turn is owed.
      sessionState("idle"),
    ];
    cli.push(
      taskStarted("t1", { task_type: "local_agent" }),
      taskStarted("t2", { task_type: "local_agent" }),
      result({ result: "waiting" }),
      sessionState("idle"),
      completed("t1"),
      completed("t2"),
    );
    await macrotask();
    cli.push(...noticed("t1", "first"));
    await macrotask();
    cli.push(...noticed("t2", "second"));
    assertEquals((await all).map((turn) => turn.text), ["waiting", "first", "second"]);
    await close(cli, agent);
  },
);

quietTest("untilIdle() waits for a responder that thinks about the next prompt, and for its turn", async () => {
  const thinking = Promise.withResolvers<string | undefined>();
  const { cli, agent } = await held((events) =>
    events.pipe(converse((_turn, index) => index === 0 ? thinking.promise : Promise.resolve(undefined)))
  );
  let ended = false;
  const events = lastValueFrom(agent.events.pipe(untilIdle(), turns(), toArray())).finally(() => ended = true);
  agent.send("go");
  await prompted(cli);
  cli.push(result({ result: "one" }), sessionState("idle"));
  await macrotask();
  assertEquals(ended, false);
  thinking.resolve("more");
  await prompted(cli);
  cli.push(result({ result: "two" }), sessionState("idle"));
  assertEquals((await events).map((turn) => turn.text), ["one", "two"]);
  await close(cli, agent);
});

quietTest("untilIdle() behind claude(…) waits for all prompts of a source that gives them in time", async () => {
  const transport = simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) await cli.end({ text: prompt.text });
  });
  async function* prompts() {
    yield "one";
    await macrotask();
    yield "two";
  }
  const later = concat(of("three"), defer(macrotask).pipe(map(() => "four")));
  const said = (source: Observable<AgentEvent>) => lastValueFrom(source.pipe(untilIdle(), turns(), toArray()));
  const [pulled, pushed] = [await said(claude(prompts(), { transport })), await said(claude(later, { transport }))];
  assertEquals([...pulled, ...pushed].map((turn) => turn.text), ["one", "two", "three", "four"]);
});

quietTest("untilIdle() with events of several agents waits for one that has not started yet", async () => {
  const scheduler = new FakeScheduler();
  const apart = stagger(1000, { scheduler });
  const transport = simulate(async (cli) => {
    const { text } = await cli.prompt();
    await cli.end({ text });
  });
  const all: string[] = [];
  const first = Promise.withResolvers<void>();
  const done = merge(claude("one", { transport }).pipe(apart), claude("two", { transport }).pipe(apart)).pipe(
    tap((event) => event.type === "run_end" ? first.resolve() : undefined),
    untilIdle(),
    turns(),
  ).forEach((turn) => void all.push(turn.text));
  await first.promise;
  scheduler.advance(1000);
  await done;
  assertEquals(all, ["one", "two"]);
});

Deno.test("untilIdle() passes on what it gets, an error and an early leave too", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const failing = cold<AgentEvent>("oi#", EVENTS);
    expectObservable(failing.pipe(untilIdle())).toBe("oi#", EVENTS);
    const left = cold<AgentEvent>("   oia--", EVENTS);
    expectObservable(left.pipe(untilIdle()), "--!").toBe("oi-", EVENTS);
    expectSubscriptions(left.subscriptions).toBe("^-!");
    expectObservable(cold<AgentEvent>("oi|", EVENTS).pipe(untilIdle())).toBe("oi|", EVENTS);
  });
});

quietTest("untilIdle() completes at once behind an agent that has had a turn and has nothing to do", async () => {
  const transport = simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt.text !== ""; prompt = await cli.prompt()) {
      await cli.end({ text: `did ${prompt.text}` });
    }
  });
  await using agent = await connect({ transport });
  await agent.ask("one");
  // The CLI's word that it is idle may still be on its way, so this ends with it or at once.
  await agent.events.pipe(untilIdle()).forEach(() => {});
  assertEquals(await lastValueFrom(agent.events.pipe(untilIdle(), toArray())), []);
  // A prompt in the same breath is waited for, as it is before the first turn.
  const said = lastValueFrom(agent.events.pipe(untilIdle(), texts(), toArray()));
  agent.send("two");
  assertEquals(await said, ["did two"]);
});

quietTest("untilIdle() waits behind an agent that has had no turn yet", async () => {
  const { cli, agent } = await held();
  let ended = false;
  const subscription = agent.events.pipe(untilIdle()).subscribe({ complete: () => ended = true });
  await macrotask();
  assertEquals(ended, false);
  subscription.unsubscribe();
  await close(cli, agent);
});
