import { assertEquals } from "@std/assert";
import { Host, outline } from "./_host.ts";

Deno.test("simulate() runs a background subagent, whose end makes the CLI start a turn", async () => {
  const calls: string[] = [];
  const asked = Promise.withResolvers<void>();
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.task({ description: "sub job", summary: "sub finished" }, async (subagent) => {
      calls.push((await subagent.tool("Bash", { command: "python3 job.py" })).behavior);
      await subagent.text("sub finished");
    });
    await asked.promise;
    await cli.end({ text: "main end" });
  }, { env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" } });
  await host.prompt("x");
  const ask = await host.until("can_use_tool");
  asked.resolve();
  const result = await host.until("result");
  assertEquals("origin" in result, false);
  await host.answer(ask, { behavior: "allow", updatedInput: {} });
  const owed = await host.until("result");
  assertEquals(owed.origin.kind, "task-notification");
  await host.finish();
  const [started] = host.all("task_started");
  assertEquals(ask.request.agent_id, started?.task_id);
  assertEquals(calls, ["allow"]);
  // The order that transcripts/subagent-background.ndjson has recorded of the real CLI, from the result on.
  const from = host.seen.indexOf(result);
  assertEquals(outline(host.seen.slice(from)).filter((one) => one !== "session_state_changed"), [
    "result",
    "tool_result",
    "assistant:text",
    "task_updated",
    "task_notification",
    "background_tasks_changed",
    "init",
    "assistant:text",
    "result",
  ]);
  const states = host.all("session_state_changed").map(({ state }) => state);
  assertEquals(states.at(-1), "idle");
  assertEquals(states.filter((state) => state === "idle").length, 1);
});

Deno.test("simulate() waits for background work at the end of its input; its questions are denied", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.task({}, async (subagent) => {
      assertEquals((await subagent.tool("Bash", { command: "x" })).behavior, "deny");
    });
  });
  await host.prompt("x");
  await host.until("can_use_tool");
  assertEquals((await host.finish()).code, 0);
  assertEquals(host.all("result").length, 2);
});

Deno.test("simulate() kills a background subagent on an interrupt, also when idle", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.task({}, async (subagent) => {
      await subagent.tool("Bash", { command: "x" });
      assertEquals(subagent.aborted, true);
    });
  });
  await host.prompt("x");
  await host.until("result");
  await host.control({ subtype: "interrupt" });
  assertEquals((await host.until("task_notification")).status, "stopped");
  assertEquals((await host.finish()).code, 0);
  assertEquals(host.all("control_cancel_request").length, 1);
  assertEquals(host.all("result").length, 1);
});

Deno.test("simulate() waits for a subagent in the foreground, and gates hear of its calls", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.task({ background: false, prompt: "look" }, async (subagent) => {
      await subagent.tool("Read", { file_path: "a" }, { asks: false });
      await subagent.text("Seen");
    });
    await cli.end({ text: "Done" });
  });
  await host.initialize({ PreToolUse: [{ hookCallbackIds: ["gate"] }] });
  await host.prompt("x");
  const agents: unknown[] = [];
  for (let count = 0; count < 2; count++) {
    const call = await host.until("hook_callback");
    agents.push([call.request.input.tool_name, "agent_id" in call.request.input]);
    await host.answer(call, {});
  }
  await host.until("result");
  await host.finish();
  assertEquals(agents, [["Agent", false], ["Read", true]]);
  const results = host.all("tool_result").map((line) => line.message.content[0].content);
  assertEquals(results, ["ok", [{ type: "text", text: "Seen" }]]);
});
