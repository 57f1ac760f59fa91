import { assertEquals, assertStringIncludes } from "@std/assert";
import { FLAGS, Host } from "./_host.ts";
import type { Scenario } from "../../lib/testing/scenario.ts";

const answersAll: Scenario = async (cli) => {
  for (;;) {
    await cli.prompt();
    await cli.end();
  }
};

Deno.test("simulate() sets modes as the real CLI does: answer first, then the news, errors with a code", async () => {
  const host = new Host(answersAll);
  assertEquals((await host.control({ subtype: "set_permission_mode", mode: "plan" })).response, { mode: "plan" });
  assertEquals((await host.until("status")).permissionMode, "plan");
  const unknown = await host.control({ subtype: "set_permission_mode", mode: "wat" });
  assertEquals([unknown.subtype, unknown.error_code], ["error", "invalid_mode"]);
  const bypass = await host.control({ subtype: "set_permission_mode", mode: "bypassPermissions" });
  assertEquals(bypass.error_code, "bypass_not_launched");
  await host.prompt("x");
  assertEquals((await host.until("init")).permissionMode, "plan");
  await host.finish();
});

Deno.test("simulate() sets models, and shows the model in the next init", async () => {
  const host = new Host(answersAll, { args: [...FLAGS, "--model=sonnet"] });
  await host.prompt("x");
  assertEquals((await host.until("init")).model, "sonnet");
  assertEquals((await host.control({ subtype: "set_model", model: "haiku" })).response, { model: "haiku" });
  await host.prompt("y");
  assertEquals((await host.until("init")).model, "haiku");
  assertEquals((await host.control({ subtype: "set_model", model: null })).response, { model: "sonnet" });
  await host.finish();
});

Deno.test("simulate() refuses an unknown control request by name", async () => {
  const host = new Host(answersAll);
  for (const subtype of ["some_future_thing", "toString", "can_use_tool"]) {
    const { request_id: _, ...answer } = await host.control({ subtype });
    assertEquals(answer, {
      subtype: "error",
      error: `Unsupported control request subtype: ${subtype}`,
      error_code: "unsupported_request",
    });
  }
  await host.finish();
  const older = new Host(answersAll, { version: "2.1.197" });
  assertEquals("error_code" in await older.control({ subtype: "some_future_thing" }), false);
  await older.finish();
});

Deno.test("simulate() answers the requests that ask for a state", async () => {
  const host = new Host(answersAll);
  for (
    const subtype of ["mcp_status", "get_context_usage", "get_settings", "get_session_cost", "get_usage", "stop_task"]
  ) assertEquals((await host.control({ subtype })).subtype, "success");
  assertEquals((await host.control({ subtype: "set_max_thinking_tokens", max_thinking_tokens: "x" })).subtype, "error");
  const gone = await host.control({ subtype: "end_session" });
  assertEquals(gone.subtype, "success");
  assertEquals((await host.gone()).code, 0);
});

Deno.test("simulate() takes prompts out of the queue by id", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt("1");
    await cli.silence();
    await cli.prompt("3");
  });
  await host.prompt("1");
  await host.until("init");
  await host.prompt("2", { uuid: "u2" });
  await host.prompt("3");
  const cancelled = await host.control({ subtype: "cancel_async_message", message_uuid: "u2" });
  assertEquals(cancelled.response, { cancelled: true, message_uuid: "u2" });
  await host.control({ subtype: "interrupt" });
  await host.until("result");
  await host.until("result");
  await host.finish();
});

Deno.test("simulate() says that hooks were applied, or what is wrong with them and goes on without", async () => {
  const host = new Host(answersAll);
  assertEquals((await host.initialize({ Stop: [{ hookCallbackIds: ["h"] }] })).response.hooks_applied, true);
  await host.finish();
  const wrong = new Host(answersAll);
  assertStringIncludes((await wrong.initialize({ Stop: [{}] })).error, "hookCallbackIds");
  await wrong.prompt("x");
  await wrong.until("result");
  await wrong.finish();
});

Deno.test("simulate() goes deaf on malformed hooks, as the older CLI", async () => {
  const host = new Host(answersAll, { version: "2.1.197" });
  const request = { subtype: "initialize", hooks: { Stop: [{}] } };
  await host.write({ type: "control_request", request_id: "1", request });
  await host.prompt("x");
  assertEquals((await host.finish()).code, 0);
  assertEquals(host.seen, []);
});

Deno.test("simulate() answers as it is told, late or never", async () => {
  const host = new Host(answersAll, {
    answers: {
      mcp_status: () => ({ mcpServers: [{ name: "kit" }] }),
      set_model: () => {
        throw new Error("Not now");
      },
    },
  });
  assertEquals((await host.control({ subtype: "mcp_status" })).response, { mcpServers: [{ name: "kit" }] });
  assertEquals((await host.control({ subtype: "set_model" })).error, "Not now");
  await host.finish();
});

Deno.test("simulate() sends requests of any kind, the same id twice, and takes them back", async () => {
  const replies: unknown[] = [];
  const host = new Host(async (cli) => {
    await cli.prompt();
    const twice = [1, 2].map((x) => cli.request("some_future_thing", { x }, { id: "r-7" }));
    replies.push(...(await Promise.all(twice)).map((reply) => reply?.subtype));
    const taken = cli.request("other", {}, { id: "r-8" });
    cli.cancel("r-8");
    replies.push(await taken);
  });
  await host.prompt("x");
  for (let count = 0; count < 2; count++) {
    const { request_id } = await host.until("some_future_thing");
    await host.write({ type: "control_response", response: { subtype: "error", request_id, error: "Unknown" } });
  }
  await host.until("result");
  await host.finish();
  assertEquals(replies, ["error", "error", undefined]);
  assertEquals(host.all("control_cancel_request").map(({ request_id }) => request_id), ["r-8"]);
});

Deno.test("simulate() calls any hook on demand, and shows what the script wrote", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    assertEquals(await cli.hook("Notification", { message: "hi" }), [{ suppressOutput: true }]);
    assertEquals(await cli.hook("PreCompact", { trigger: "auto" }), []);
    assertEquals(cli.received.map(({ type }) => type), ["control_request", "user", "control_response"]);
  });
  await host.initialize({ Notification: [{ hookCallbackIds: ["n"] }] });
  await host.prompt("x");
  const call = await host.until("hook_callback");
  assertEquals(call.request.input.message, "hi");
  await host.answer(call, { suppressOutput: true });
  await host.until("result");
  await host.finish();
});
