import { assert, assertEquals, assertRejects } from "@std/assert";
import { of } from "rxjs";
import { agentOf } from "../../../lib/agent/brand.ts";
import { ControlError } from "../../../lib/agent/errors.ts";
import { converse } from "../../../lib/operators/converse.ts";
import { assistantText, init, modeStatus, replay, result, sessionState } from "../../../lib/testing/frames/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { begin, endRun, endTurn, handshake, prompt, request, takePrompt } from "./_far_end.ts";
import { session, settled, turnsOf } from "./_session.ts";

quietTest("a prompt is written when no turn runs and the CLI is idle, one at a time", async () => {
  const { cli, watch } = session(["one", "two"]);
  await begin(cli);
  cli.push(init(), assistantText("working"));
  await settled({ cli, watch });
  assertEquals(cli.log, ["initialize", 'prompt "one"']);
  cli.push(result());
  await settled({ cli, watch });
  assertEquals(cli.log.length, 2, "The CLI has not said that it is idle");
  cli.push(sessionState("idle"));
  await takePrompt(cli);
  endTurn(cli);
  await cli.ended;
  assertEquals(cli.log, ["initialize", 'prompt "one"', 'prompt "two"', "EOF"]);
  cli.exit();
  await watch.complete();
});

quietTest("no prompt is written while a turn runs that the CLI started", async () => {
  const { cli, watch } = session(["one", "two"]);
  await begin(cli);
  cli.push(result(), init(), assistantText("news of a subagent"), sessionState("idle"));
  await settled({ cli, watch });
  assertEquals(cli.log, ["initialize", 'prompt "one"']);
  cli.push(result({ origin: { kind: "task-notification" } }), sessionState("idle"));
  await takePrompt(cli);
  await endRun(cli);
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => [turn.prompt?.content, turn.unsolicited]), [
    ["one", false],
    [undefined, true],
    ["two", false],
  ]);
});

quietTest("an older CLI that says nothing of its state gets its prompts after each result", async () => {
  const { cli, watch } = session(["one", "two"]);
  await handshake(cli);
  for (let count = 0; count < 2; count++) {
    await prompt(cli);
    cli.push(result());
  }
  await cli.ended;
  cli.exit();
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => turn.prompt?.content), ["one", "two"]);
});

quietTest("a result that comes while a prompt is out and that names another origin does not answer it", async () => {
  const { cli, watch } = session("ours");
  await handshake(cli);
  const line = await prompt(cli);
  cli.push(init(), assistantText("theirs"), result({ origin: { kind: "task-notification" }, result: "theirs" }));
  cli.push(init(), replay("ours", { uuid: line.uuid! }), assistantText("ours"), result({ result: "ours" }));
  cli.push(sessionState("idle"));
  await cli.ended;
  cli.exit();
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => [turn.text, turn.prompt?.content, turn.unsolicited]), [
    ["theirs", undefined, true],
    ["ours", "ours", false],
  ]);
});

quietTest("a turn with an origin in which our prompt was replayed answers it", async () => {
  const { cli, watch } = session("ours");
  await handshake(cli);
  const line = await prompt(cli);
  cli.push(init(), assistantText("theirs"), replay("ours", { uuid: line.uuid! }), assistantText("both"));
  cli.push(result({ origin: { kind: "task-notification" }, result: "both" }), sessionState("idle"));
  await cli.ended;
  cli.exit();
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => [turn.text, turn.prompt?.content, turn.unsolicited]), [
    ["both", "ours", false],
  ]);
});

quietTest("turns are matched by the uuids that the result names, where nothing was replayed", async () => {
  const { cli, watch } = session("one");
  await handshake(cli);
  const first = await prompt(cli);
  const second = agentOf(watch.events[0]!).send("two");
  await prompt(cli);
  cli.push(result({ user_message_uuids: [second], result: "for two" }));
  cli.push(result({ user_message_uuids: [first.uuid!], result: "for one" }), sessionState("idle"));
  await cli.ended;
  cli.exit();
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => [turn.prompt?.content, turn.text]), [["two", "for two"], [
    "one",
    "for one",
  ]]);
});

quietTest("a prompt that is never replayed (blocked, or a local command) is taken by the next result", async () => {
  const { cli, watch } = session(["one", "two"]);
  await handshake(cli);
  const blocked = "UserPromptSubmit operation blocked by hook:\nNo\n\nOriginal prompt: one";
  const frame = result({ num_turns: 0, result: blocked });
  delete (frame as { terminal_reason?: string }).terminal_reason;
  await prompt(cli);
  cli.push(init(), frame, sessionState("idle"));
  await takePrompt(cli);
  await endRun(cli);
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => [turn.prompt?.content, turn.outcome]), [
    ["one", "blocked"],
    ["two", "success"],
  ]);
});

quietTest("an echo with a uuid that is not ours takes no prompt", async () => {
  const { cli, watch } = session("/compact");
  await handshake(cli);
  const line = await prompt(cli);
  cli.push(init(), replay("<local-command-stdout>"), replay("/compact", { uuid: line.uuid! }));
  await endRun(cli);
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => turn.prompt?.content), ["/compact"]);
});

quietTest(
  "turn-07: prompts that were sent at once and merged end with one result, and nothing waits for a second",
  async () => {
    const { cli, watch } = session("one");
    await begin(cli);
    const agent = agentOf(watch.events[0]!);
    const uuids = ["a", "b", "c"].map((uuid) => agent.send({ content: uuid, uuid }));
    await cli.until('prompt "c"');
    cli.push(result({ result: "first" }), modeStatus("plan"));
    cli.push(init(), result({ user_message_uuids: uuids, user_message_uuid: "c", result: "merged" } as never));
    cli.push(sessionState("idle"));
    await cli.ended;
    cli.exit();
    await watch.complete();
    assertEquals(turnsOf(watch).map((turn) => turn.text), ["first", "merged"]);
    assertEquals(turnsOf(watch)[1]?.messages.map((message) => message.type), ["system", "system", "result"]);
  },
);

quietTest("turn-08: two results in a row are both kept, the later error and the exit code beside them", async () => {
  const { cli, watch } = session("hello");
  await begin(cli);
  cli.push(result({ result: "Hello" }));
  cli.push(result({ subtype: "error_during_execution", is_error: true, result: null as never, errors: ["late"] }));
  cli.push(sessionState("idle"));
  await cli.ended;
  cli.exit(1);
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => [turn.text, turn.unsolicited]), [["Hello", false], ["", true]]);
  const last = watch.events.at(-1);
  assert(last?.type === "run_end");
  assertEquals([last.code, last.lastError], [1, "late"]);
  assertEquals(watch.events.filter((event) => event.type === "result").length, 2);
});

quietTest("int-04: an interrupt and a prompt at once: each turn holds its own messages", async () => {
  const { cli, watch } = session("one");
  await handshake(cli);
  const one = await prompt(cli);
  cli.push(sessionState("running"), init(), replay("one", { uuid: one.uuid! }), assistantText("partial"));
  await settled({ cli, watch });
  const agent = agentOf(watch.events[0]!);
  const receipt = agent.interrupt();
  agent.send("two");
  cli.answer(await request(cli, "interrupt"), { still_queued: [] });
  assertEquals(await receipt, { stillQueued: [], cancelled: [] });
  const two = await prompt(cli);
  const late = assistantText("late", { messageId: "m-1" });
  cli.push(late);
  cli.push(result({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" }));
  const answer = assistantText("second", { messageId: "m-2" });
  cli.push(init(), replay("two", { uuid: two.uuid! }), answer, result({ result: "second" }), sessionState("idle"));
  await cli.ended;
  cli.exit();
  await watch.complete();
  const [first, second] = turnsOf(watch);
  assertEquals([first?.outcome, first?.prompt?.content], ["interrupted", "one"]);
  assertEquals([second?.outcome, second?.text, second?.prompt?.content], ["success", "second", "two"]);
  assert(first?.messages.some((message) => message === late || JSON.stringify(message) === JSON.stringify(late)));
  assertEquals(second?.messages.map((message) => message.type), ["system", "assistant", "result"]);
});

quietTest("int-01: an interrupt is held until the CLI shows a sign of the turn", async () => {
  const { cli, watch } = session("hello");
  await handshake(cli);
  await prompt(cli);
  const agent = agentOf(watch.events[0]!);
  const receipt = agent.interrupt();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(cli.log, ["initialize", 'prompt "hello"']);
  cli.push(init());
  cli.answer(await request(cli, "interrupt"), { still_queued: ["u-1"] });
  assertEquals(await receipt, { stillQueued: ["u-1"], cancelled: [] });
  endTurn(cli, { subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" });
  await cli.ended;
  cli.exit(1);
  await watch.complete();
});

quietTest("an interrupt when nothing runs is rejected as not running, and nothing is written", async () => {
  const { cli, watch } = session([], {});
  const agent = agentOf(await watch.until(() => true));
  const error = await assertRejects(() => agent.interrupt(), ControlError);
  assertEquals(error.kind, "not_running");
  await handshake(cli);
  await cli.ended;
  cli.exit();
  await watch.complete();
  assertEquals(cli.log, ["initialize", "EOF"]);
  assertEquals((await assertRejects(() => agent.interrupt(), ControlError)).kind, "not_running");
});

quietTest("a continuation goes before the prompts that wait", async () => {
  const { cli, watch } = session(of("one", "two"), {
    pipeline: (events) => events.pipe(converse((_turn, index) => index === 0 ? "one and a half" : undefined)),
  });
  await handshake(cli);
  const contents: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    contents.push((await takePrompt(cli)).message?.content);
    endTurn(cli);
  }
  await cli.ended;
  cli.exit();
  await watch.complete();
  assertEquals(contents, ["one", "one and a half", "two"]);
});
