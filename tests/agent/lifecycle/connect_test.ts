import { assert, assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { asyncScheduler, delay, filter, NEVER, subscribeOn, take, takeWhile } from "rxjs";
import { UsageError } from "../../../lib/protocol/errors.ts";
import type { Agent } from "../../../lib/agent/agent.ts";
import { connect, type Pipeline } from "../../../lib/agent/connect.ts";
import { ControlError } from "../../../lib/agent/errors.ts";
import { ProcessError } from "../../../lib/process/mod.ts";
import { init, result, sessionState } from "../../../lib/testing/frames/mod.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { macrotask, quietTest } from "../../support/no_rejections.ts";
import { askToMake, endTurn, type FarEnd, farEnd, handshake, prompt, request, takePrompt } from "./_far_end.ts";
import { kinds, Watch } from "./_session.ts";

async function connected(pipeline?: Pipeline): Promise<{ agent: Agent; cli: FarEnd }> {
  const cli = farEnd();
  const agent = connect({ transport: cli, onDiagnostic() {} }, pipeline);
  await handshake(cli);
  return { agent: await agent, cli };
}

async function closed(agent: Agent, cli: FarEnd): Promise<void> {
  const end = agent.close();
  await cli.ended;
  cli.exit(0);
  await end;
}

quietTest("connect: the pipeline is subscribed before anything is sent, and answers", async () => {
  const { agent, cli } = await connected((events) => events.pipe(onPermission((asked) => asked.allow())));
  assertEquals([agent.pid, agent.sessionId, agent.mode], [4242, undefined, undefined]);
  const turn = agent.ask("hello");
  await takePrompt(cli);
  cli.push(init({ session_id: "s-1", permissionMode: "acceptEdits" }));
  await askToMake(cli, "allow r-1");
  cli.push(result({ result: "hi", session_id: "s-1" }), sessionState("idle", { sessionId: "s-1" }));
  assertEquals((await turn).text, "hi");
  assertEquals([agent.sessionId, agent.mode], ["s-1", "acceptEdits"]);
  await closed(agent, cli);
});

quietTest("connect: without a pipeline every request gets its default answer", async () => {
  const { agent, cli } = await connected();
  await askToMake(cli, "deny r-1");
  await closed(agent, cli);
});

quietTest("agent.events is what comes out of the pipeline, hot: a late subscriber gets what follows", async () => {
  const { agent, cli } = await connected((events) => events.pipe(filter((event) => event.type !== "result")));
  const early = new Watch(agent.events);
  const first = agent.ask("one");
  await takePrompt(cli);
  endTurn(cli);
  await first;
  const late = new Watch(agent.events);
  await early.until((event) => event.type === "system");
  await closed(agent, cli);
  await Promise.all([early.complete(), late.complete()]);
  assertEquals(kinds(early), ["session_state_changed", "turn_end", "session_state_changed", "run_end"]);
  assertEquals(kinds(late).at(-1), "run_end");
  await new Watch(agent.events).complete();
});

quietTest(
  "a responder that hears of an agent too late errors at the first event, before it answers anything",
  async () => {
    const { agent, cli } = await connected();
    let asked = false;
    const late = new Watch(agent.events.pipe(onPermission((request) => {
      asked = true;
      return request.allow();
    })));
    await askToMake(cli, "deny r-1");
    const error = await late.error();
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, "Cannot use onPermission() here");
    assertEquals([asked, late.events], [false, []]);
    await closed(agent, cli);
  },
);

quietTest("agent.ask: each waits for its time, and is told its own turn", async () => {
  const { agent, cli } = await connected();
  const [one, two] = [agent.ask("one"), agent.ask({ content: "two", uuid: "u-2" })];
  await takePrompt(cli);
  await macrotask();
  assertEquals(cli.log, ["initialize", 'prompt "one"']);
  endTurn(cli, { result: "1" });
  await takePrompt(cli);
  endTurn(cli, { result: "2" });
  assertEquals([(await one).text, (await two).text, (await two).index], ["1", "2", 1]);
  await closed(agent, cli);
});

quietTest("agent.ask rejects for what is no prompt", async () => {
  const { agent, cli } = await connected();
  await assertRejects(() => agent.ask(5 as never), UsageError, "Cannot send number 5 as a prompt");
  await closed(agent, cli);
});

quietTest("agent.send writes at once, also while a turn runs", async () => {
  const { agent, cli } = await connected();
  const watch = new Watch(agent.events);
  const turn = agent.ask("one");
  await prompt(cli);
  const uuid = agent.send("two");
  assertEquals((await prompt(cli)).uuid, uuid);
  cli.push(result(), init(), result({ user_message_uuids: [uuid] }), sessionState("idle"));
  assertEquals((await turn).index, 0);
  const idle = await watch.until((event) => event.type === "system" && event.subtype === "session_state_changed");
  assertEquals(watch.events.filter((event) => event.type === "turn_end").length, 2, JSON.stringify(idle));
  await closed(agent, cli);
});

quietTest("await using closes the agent: EOF, and it waits for the exit", async () => {
  const order: string[] = [];
  const cli = farEnd();
  async function script(): Promise<void> {
    await using agent = await connect({ transport: cli });
    order.push(`pid ${agent.pid}`);
  }
  const done = script().then(() => order.push("disposed"));
  await handshake(cli);
  await cli.ended;
  await macrotask();
  order.push("exit");
  cli.exit();
  await done;
  assertEquals([order, cli.log], [["pid 4242", "exit", "disposed"], ["initialize", "EOF"]]);
});

quietTest("connect rejects if the process dies before it is ready", async () => {
  const cli = farEnd();
  const agent = connect({ transport: cli });
  await cli.until("initialize");
  cli.pushStderr("error: unknown option\n");
  cli.exit(1);
  const error = await assertRejects(() => agent, ProcessError);
  assertStringIncludes(error.message, "unknown option");
});

quietTest("connect rejects if the transport cannot be opened, or the signal is aborted", async () => {
  const broken = new Error("no");
  assert(
    await assertRejects(() =>
      connect({
        transport: () => {
          throw broken;
        },
      })
    ) === broken,
  );
  const reason = new Error("too late");
  assert(await assertRejects(() => connect({ transport: farEnd(), signal: AbortSignal.abort(reason) })) === reason);
});

quietTest("connect rejects for a pipeline whose responder misses the Opening, and starts nothing", async () => {
  const cli = farEnd();
  const chains: Pipeline[] = [
    (events) => events.pipe(filter((event) => event.type !== "opening"), onPermission(() => undefined)),
    (events) => events.pipe(delay(1), onPermission(() => undefined)),
  ];
  for (const chain of chains) {
    await assertRejects(() => connect({ transport: cli }, chain), UsageError, "Cannot use onPermission() here");
  }
  assertEquals(cli.log, []);
});

quietTest("connect rejects for a pipeline that completes before the agent is ready", async () => {
  const cli = farEnd();
  await assertRejects(
    () => connect({ transport: cli }, (events) => events.pipe(take(1))),
    UsageError,
    "the pipeline completed before the agent was ready",
  );
  assertEquals(cli.log, []);
});

quietTest("connect rejects for a pipeline that leaves the events aside, or takes them later", async () => {
  const cli = farEnd();
  for (const chain of [() => NEVER, (events) => events.pipe(subscribeOn(asyncScheduler))] as Pipeline[]) {
    await assertRejects(
      () => connect({ transport: cli }, chain),
      UsageError,
      "does not subscribe to the agent's events",
    );
  }
  await macrotask();
  assertEquals(cli.log, []);
});

quietTest("connect rejects with what the pipeline throws", async () => {
  const broken = new Error("bad chain");
  const chain: Pipeline = () => {
    throw broken;
  };
  assert(await assertRejects(() => connect({ transport: farEnd() }, chain)) === broken);
});

quietTest("a pipeline that completes later ends the agent, and later asks are told so", async () => {
  const { agent, cli } = await connected((events) => events.pipe(takeWhile((event) => event.type !== "turn_end")));
  const turn = agent.ask("one");
  await takePrompt(cli);
  endTurn(cli, { result: "enough" });
  cli.answer(await request(cli, "interrupt"));
  await cli.ended;
  cli.exit(0);
  await agent.exited;
  await turn.catch((error) => assertInstanceOf(error, UsageError));
  const error = await assertRejects(() => agent.ask("two"), UsageError);
  assertStringIncludes(error.message, "Cannot");
});

quietTest("after the end ask, request and the others reject clearly", async () => {
  const { agent, cli } = await connected();
  await closed(agent, cli);
  await assertRejects(() => agent.ask("late"), UsageError, "Cannot go on with this agent");
  await assertRejects(() => agent.request("get_settings"), UsageError, "Cannot use this agent any more: it has ended");
  await assertRejects(() => agent.setModel("haiku"), UsageError, "it has ended");
  assertEquals(await agent.close(), { code: 0, signal: null });
});

quietTest("an ask whose process dies rejects with the stream's ProcessError", async () => {
  const { agent, cli } = await connected();
  const watch = new Watch(agent.events);
  const turn = agent.ask("one").then(() => undefined, (error) => error);
  await takePrompt(cli);
  cli.exit(137);
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assert(await turn === error);
});

quietTest("agent.request: a second initialize is refused, end_session ends the run without an error", async () => {
  const { agent, cli } = await connected();
  await assertRejects(() => agent.request("initialize"), UsageError, "Cannot send initialize a second time");
  const watch = new Watch(agent.events);
  const asked = agent.request("end_session");
  cli.answer(await request(cli, "end_session"));
  assertEquals(await asked, {});
  cli.exit(0);
  await watch.complete();
});

quietTest("a connected agent whose process exits unasked is a ProcessError, also with code 0", async () => {
  const { agent, cli } = await connected();
  const watch = new Watch(agent.events);
  cli.exit(0);
  assertInstanceOf(await watch.error(), ProcessError);
});

quietTest("control requests carry their fields; a refusal is a ControlError with the CLI's words", async () => {
  const { agent, cli } = await connected();
  const [mode, model] = [agent.setPermissionMode("plan"), agent.setModel(null)];
  const asksMode = await request(cli, "set_permission_mode");
  const asksModel = await request(cli, "set_model");
  assertEquals([asksMode.request, asksModel.request], [
    { subtype: "set_permission_mode", mode: "plan" },
    { subtype: "set_model", model: null },
  ]);
  cli.answer(asksModel);
  cli.answer(asksMode, { mode: "plan" });
  await Promise.all([mode, model]);
  assertEquals(agent.mode, "plan");
  const refused = agent.request("rewind_files", { user_message_id: "u" }).then(() => undefined, (error) => error);
  const { request_id } = await request(cli, "rewind_files");
  cli.push({ type: "control_response", response: { subtype: "error", request_id, error: "not enabled" } });
  const error = await refused;
  assertInstanceOf(error, ControlError);
  assertEquals([error.kind, error.subtype], ["refused", "rewind_files"]);
  assertStringIncludes(error.message, "not enabled");
  await closed(agent, cli);
});

quietTest("agent.frames gives every frame in both directions, agent.stderr every line", async () => {
  const { agent, cli } = await connected();
  const frames: string[] = [];
  const lines: string[] = [];
  const watch = new Watch(agent.events);
  agent.frames.subscribe(({ direction, frame }) => frames.push(`${direction} ${(frame as { type: string }).type}`));
  agent.stderr.subscribe((line) => lines.push(line));
  const turn = agent.ask("one");
  await prompt(cli);
  cli.pushStderr("a\nb");
  cli.push({ type: "keep_alive" }, result(), sessionState("idle"));
  await turn;
  await watch.until((event) => event.type === "system");
  await closed(agent, cli);
  assertEquals(frames, ["out user", "in keep_alive", "in result", "in system"]);
  assertEquals(lines, ["a", "b"]);
});
