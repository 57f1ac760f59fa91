import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FLAGS, Host, outline } from "./_host.ts";

Deno.test("simulate() emits init once per turn, after the prompt, and sums the cost", async () => {
  const host = new Host(async (cli) => {
    assertEquals((await cli.prompt("one")).text, "one");
    await cli.end({ text: "First", costUsd: 0.25 });
    await cli.prompt(/^tw/);
    await cli.end({ text: "Second", costUsd: 0.03 });
  });
  const answer = await host.initialize();
  assertEquals(answer.response.claude_code_version, "2.1.332");
  assertEquals(answer.response.current_permission_mode, "default");
  assertEquals("hooks_applied" in answer.response, false);
  await host.prompt("one");
  const first = await host.until("result");
  await host.prompt("two");
  const second = await host.until("result");
  assertEquals(await host.finish(), { code: 0, signal: null, stderr: "" });
  assertEquals(outline(host.seen), [
    "control_response",
    "init",
    "assistant:text",
    "result",
    "init",
    "assistant:text",
    "result",
  ]);
  assertEquals([first.total_cost_usd, second.total_cost_usd], [0.25, 0.28]);
  assertEquals(second.model_usage_since_last_result["claude-opus-5-5"].costUSD, 0.03);
  assertEquals([first.result, second.result], ["First", "Second"]);
});

Deno.test("simulate() never starts a result frame with its type", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
  });
  await host.prompt("x");
  const result = await host.until("result");
  assert(Object.keys(result).indexOf("type") > 0);
  await host.finish();
});

Deno.test("simulate() echoes prompts on request, and tells what becomes of those with an id", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.end({ text: "Hello" });
  }, { args: [...FLAGS, "--replay-user-messages"] });
  await host.prompt("hello", { uuid: "a0ed22d6-2293-46d1-8597-c71066a74834" });
  const result = await host.until("result");
  await host.finish();
  // The order that transcripts/replay-user-messages.ndjson has recorded of the real CLI.
  assertEquals(outline(host.seen), [
    "command_lifecycle",
    "command_lifecycle",
    "init",
    "replay",
    "assistant:text",
    "result",
    "command_lifecycle",
  ]);
  assertEquals(host.all("command_lifecycle").map(({ state }) => state), ["queued", "started", "completed"]);
  assertEquals(host.all("replay")[0]?.uuid, "a0ed22d6-2293-46d1-8597-c71066a74834");
  assertEquals(result.user_message_uuids, ["a0ed22d6-2293-46d1-8597-c71066a74834"]);
});

Deno.test("simulate() makes the first of three prompts a turn and merges the other two", async () => {
  const turns: string[][] = [];
  const host = new Host(async (cli) => {
    for (;;) {
      turns.push((await cli.prompt()).texts);
      await cli.end();
    }
  });
  for (const text of ["1", "2", "3"]) await host.prompt(text, { uuid: text });
  await host.until("result");
  const merged = await host.until("result");
  await host.finish();
  assertEquals(turns, [["1"], ["2", "3"]]);
  assertEquals(merged.user_message_uuids, ["2", "3"]);
  assertEquals(host.all("init").length, 2);
});

Deno.test("simulate() folds a prompt into the turn while a tool waits, but one for later gets its own", async () => {
  const turns: string[][] = [];
  const host = new Host(async (cli) => {
    turns.push((await cli.prompt()).texts);
    await cli.tool("Bash", { command: "touch x" });
    await cli.end();
    turns.push((await cli.prompt()).texts);
    await cli.end();
  });
  await host.prompt("first", { uuid: "u1" });
  const ask = await host.until("can_use_tool");
  await host.prompt("folded", { uuid: "u2" });
  await host.prompt("later", { uuid: "u3", priority: "later" });
  await host.answer(ask, { behavior: "allow", updatedInput: { command: "touch x" } });
  assertEquals((await host.until("result")).user_message_uuids, ["u1", "u2"]);
  assertEquals((await host.until("result")).user_message_uuids, ["u3"]);
  await host.finish();
  assertEquals(turns, [["first"], ["later"]]);
});

Deno.test("simulate() lets a prompt that cannot wait end the turn without an error", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt("first");
    const call = await cli.tool("Bash", { command: "touch x" });
    assertEquals(call.behavior, "deny");
    await cli.end({ text: "Not said any more" });
    await cli.prompt("at once");
    await cli.end({ text: "Here" });
  });
  await host.prompt("first");
  await host.until("can_use_tool");
  await host.prompt("at once", { priority: "now" });
  const first = await host.until("result");
  assertEquals([first.subtype, first.is_error, first.terminal_reason, first.result], [
    "success",
    false,
    "aborted_tools",
    "",
  ]);
  assertEquals((await host.until("result")).result, "Here");
  await host.finish();
  assertEquals(host.all("control_cancel_request").length, 1);
});

Deno.test("simulate() drops a prompt whose id was used before", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt("once");
    await cli.end();
  });
  await host.prompt("once", { uuid: "u1" });
  await host.until("result");
  await host.prompt("twice", { uuid: "u1" });
  assertEquals((await host.finish()).code, 0);
  assertEquals(host.all("result").length, 1);
});

Deno.test("simulate() tells running and idle on request, idle after the result", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.tool("Bash", { command: "touch x" });
    await cli.end();
  }, { env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" } });
  await host.prompt("x");
  await host.answer(await host.until("can_use_tool"), { behavior: "deny", message: "No" });
  await host.until((line) => line.subtype === "session_state_changed" && line.state === "idle");
  const told = host.seen.filter((line) => line.type === "result" || line.subtype === "session_state_changed");
  assertEquals(told.map(({ state = "result" }) => state), ["running", "requires_action", "running", "result", "idle"]);
  await host.finish();
});

Deno.test("simulate() speaks in pieces on request, the whole block among them", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.text("Hello", { deltas: ["Hel", "lo"] });
    await cli.end();
  }, { args: [...FLAGS, "--include-partial-messages"] });
  await host.prompt("x");
  await host.until("result");
  await host.finish();
  const events = host.seen.map((line) => line.event?.type ?? line.type).slice(1);
  // The order that transcripts/partial-messages.ndjson has recorded of the real CLI.
  assertEquals(events, [
    "system",
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_delta",
    "assistant",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "result",
  ]);
  const deltas = host.seen.flatMap((line) => line.event?.delta?.text ?? []);
  assertEquals(deltas, ["Hel", "lo"]);
});

Deno.test("simulate() feeds a Stop hook's reason back, and overrides the ninth block in a row", async () => {
  const reasons: string[] = [];
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.text("Done");
    for (let end = await cli.end(); end.continued; end = await cli.end()) {
      reasons.push(end.reason ?? "");
      await cli.text("Done again");
    }
  });
  await host.initialize({ Stop: [{ hookCallbackIds: ["h"] }] });
  await host.prompt("x");
  const active: boolean[] = [];
  for (let count = 0; count < 9; count++) {
    const call = await host.until("hook_callback");
    active.push(call.request.input.stop_hook_active);
    await host.answer(call, { decision: "block", reason: "Keep going" });
  }
  const result = await host.until("result");
  await host.finish();
  assertEquals(reasons.length, 8);
  assertEquals(active, [false, ...Array(8).fill(true)]);
  assertEquals([result.subtype, result.is_error, result.result], ["success", false, ""]);
  const fed = host.seen.filter((line) => line.isSynthetic);
  // The model reads of the ninth, too.
  assertEquals(fed.length, 9);
  assertStringIncludes(fed[0]?.message.content[0].text, "Stop hook feedback:\nKeep going");
});

Deno.test("simulate() ends a blocked prompt without a word of the model, and goes on with the next", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt("good");
    await cli.end({ text: "Good" });
  });
  await host.initialize({ UserPromptSubmit: [{ hookCallbackIds: ["h"] }] });
  await host.prompt("bad");
  await host.answer(await host.until("hook_callback"), { decision: "block", reason: "Not this" });
  const blocked = await host.until("result");
  assertEquals([blocked.is_error, blocked.num_turns, "terminal_reason" in blocked], [false, 0, false]);
  assertStringIncludes(blocked.result, "Not this");
  await host.prompt("good");
  await host.answer(await host.until("hook_callback"), {});
  assertEquals((await host.until("result")).result, "Good");
  await host.finish();
});

Deno.test("simulate() can end a turn as a failed request does, and exits 1 after it", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.fail("API Error: 529 overloaded", { status: 529 });
  });
  await host.prompt("x");
  const result = await host.until("result");
  assertEquals([result.subtype, result.is_error, result.terminal_reason], ["success", true, "api_error"]);
  assertEquals([result.api_error_status, result.result], [529, "API Error: 529 overloaded"]);
  assertEquals((await host.finish()).code, 1);
});
