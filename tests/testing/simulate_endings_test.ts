import { assert, assertEquals, assertRejects } from "@std/assert";
import { Host, outline } from "./_host.ts";
import { simulate } from "../../lib/testing/simulate.ts";

const GATE = { PreToolUse: [{ hookCallbackIds: ["gate"] }] };

Deno.test("simulate() takes the question back on an interrupt, answers, and ends the turn", async () => {
  const after: boolean[] = [];
  const host = new Host(async (cli) => {
    await cli.prompt("work");
    const call = await cli.tool("Bash", { command: "touch zz" });
    after.push(call.behavior === "deny", cli.aborted);
    await cli.text("Not said any more");
    await cli.end();
    await cli.prompt("after");
    await cli.end({ text: "z" });
  });
  await host.prompt("work");
  const ask = await host.until("can_use_tool");
  const answer = await host.control({ subtype: "interrupt" });
  assertEquals(answer.response, { still_queued: [] });
  const aborted = await host.until("result");
  await host.answer(ask, { behavior: "allow", updatedInput: { command: "touch zz" } });
  await host.prompt("after");
  const result = await host.until("result");
  assertEquals((await host.finish()).code, 0);
  // The order that transcripts/interrupt-pending-permission.ndjson has recorded of the real CLI.
  assertEquals(outline(host.seen), [
    "init",
    "tool_use",
    "can_use_tool",
    "control_cancel_request",
    "control_response",
    "tool_result",
    "user:text",
    "result",
    "init",
    "assistant:text",
    "result",
  ]);
  assertEquals(host.all("control_cancel_request")[0]?.request_id, ask.request_id);
  assertEquals([aborted.subtype, aborted.is_error, aborted.terminal_reason, aborted.permission_denials], [
    "error_during_execution",
    true,
    "aborted_tools",
    [{ tool_name: "Bash", tool_use_id: ask.request.tool_use_id, tool_input: { command: "touch zz" } }],
  ]);
  assertEquals(result.result, "z");
  assertEquals(after, [true, true]);
});

Deno.test("simulate() ends a silent turn on an interrupt, and exits 1 after it", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.text("Let me think");
    await cli.silence();
  });
  await host.prompt("x");
  await host.until("assistant:text");
  await host.control({ subtype: "interrupt" });
  const result = await host.until("result");
  assertEquals(result.terminal_reason, "aborted_streaming");
  assertEquals((await host.finish()).code, 1);
});

Deno.test("simulate() answers an interrupt when idle, and runs queued prompts right after one", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt("first");
    await cli.silence();
    await cli.prompt("queued");
  });
  assertEquals((await host.control({ subtype: "interrupt" })).subtype, "success");
  await host.prompt("first");
  await host.until("init");
  await host.prompt("queued", { uuid: "q1" });
  assertEquals((await host.control({ subtype: "interrupt" })).response, { still_queued: ["q1"] });
  assertEquals((await host.until("result")).subtype, "error_during_execution");
  assertEquals((await host.until("result")).subtype, "success");
  await host.finish();
});

Deno.test("simulate() finishes the turn at the end of its input: questions and gates are denied", async () => {
  const calls: string[] = [];
  const host = new Host(async (cli) => {
    await cli.prompt();
    calls.push((await cli.tool("Bash", { command: "1" })).behavior);
    calls.push((await cli.tool("Bash", { command: "2" }, { asks: false })).behavior);
    await cli.end({ text: "Done" });
  });
  await host.initialize(GATE);
  await host.prompt("x");
  await host.answer(await host.until("hook_callback"), {});
  await host.until("can_use_tool");
  assertEquals((await host.finish()).code, 0);
  assertEquals(calls, ["deny", "deny"]);
  assertEquals(host.all("result")[0]?.result, "Done");
});

Deno.test("simulate() lets a call run whose gate is pending at the end of the input, as the older CLI", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    assertEquals((await cli.tool("Bash", { command: "1" }, { asks: false })).behavior, "allow");
  }, { version: "2.1.197" });
  await host.initialize(GATE);
  await host.prompt("x");
  await host.until("hook_callback");
  await host.finish();
});

Deno.test("simulate() runs the queue before it goes", async () => {
  const host = new Host(async (cli) => {
    for (;;) {
      await cli.prompt();
      await cli.end();
    }
  });
  await host.prompt("1");
  await host.prompt("2");
  await host.finish();
  assertEquals(host.all("result").length, 2);
});

for (
  const [name, code, signal, results] of [
    ["SIGINT", 0, null, ["error_during_execution"]],
    ["SIGTERM", 143, null, []],
    ["SIGKILL", null, "SIGKILL", []],
  ] as const
) {
  Deno.test(`simulate() ends on ${name} as the real CLI does`, async () => {
    let left = false;
    const host = new Host(async (cli) => {
      try {
        await cli.prompt();
        await cli.tool("Bash", { command: "touch x" });
        await cli.end();
        await cli.prompt();
      } finally {
        left = true;
      }
    });
    await host.prompt("x");
    await host.until("can_use_tool");
    host.transport.signal(name);
    host.transport.signal(name);
    assertEquals(await host.gone(), { code, signal, stderr: "" });
    assertEquals(host.all("result").map(({ subtype }) => subtype), [...results]);
    await assertRejects(() => host.prompt("y"), Error, "it has gone");
    assert(left);
  });
}

Deno.test("simulate() ignores what it is told to ignore", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.silence();
  }, { ignore: ["EOF", "SIGINT"], unanswered: ["interrupt"] });
  await host.prompt("x");
  await host.until("init");
  await host.write({ type: "control_request", request_id: "1", request: { subtype: "interrupt" } });
  await host.transport.end();
  host.transport.signal("SIGINT");
  host.transport.signal("SIGKILL");
  assertEquals((await host.gone()).signal, "SIGKILL");
  assertEquals(outline(host.seen), ["init"]);
});

for (const line of ["not json", "null", '{"type":"user"}', '{"type":"control_request","request_id":"1"}']) {
  Deno.test(`simulate() dies of the line ${line}`, async () => {
    const host = new Host(async (cli) => {
      await cli.prompt();
    });
    await host.write(line);
    const { code, stderr } = await host.gone();
    assertEquals(code, 1);
    assert(stderr.length > 0);
  });
}

Deno.test("simulate() passes over harmless lines", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt("x");
  });
  for (
    const line of [
      "",
      "  ",
      "[1]",
      '"x"',
      "{}",
      '{"type":"keep_alive"}',
      '{"type":"user","message":{"role":"user","content":5}}',
    ]
  ) {
    await host.write(line);
  }
  await host.write({ type: "control_response", response: { subtype: "success", request_id: "nobody" } });
  await host.prompt("x");
  assertEquals((await host.finish()).code, 0);
  assertEquals(host.all("result").length, 1);
});

Deno.test("simulate() runs each launch anew, and ends cleanly when its reader leaves early", async () => {
  const simulation = simulate(async (cli) => {
    await cli.prompt();
    await cli.text("Hello");
    await cli.silence();
  });
  const launch = { program: ["claude"], args: [], env: {}, clearEnv: false };
  const [one, two] = [simulation(launch), simulation(launch)];
  for (const transport of [one, two]) {
    await transport.write('{"type":"user","message":{"role":"user","content":"x"}}');
    const reader = transport.output.getReader();
    await reader.read();
    await reader.cancel();
    await transport.stderr.cancel();
    transport.signal("SIGKILL");
    assertEquals(await transport.exited, { code: null, signal: "SIGKILL" });
  }
  assertEquals(simulation.launches.length, 2);
  assertEquals(simulation.failures, []);
});

Deno.test("simulate() can exit and crash on demand, with a message", async () => {
  const exits = new Host(async (cli) => {
    await cli.prompt();
    cli.raw("half a li");
    cli.exit(7);
  });
  await exits.prompt("x");
  assertEquals(await exits.gone(), { code: 7, signal: null, stderr: "" });
  const crashes = new Host((cli) => cli.crash("Out of memory"));
  assertEquals(await crashes.gone(), { code: 1, signal: null, stderr: "Out of memory\n" });
});
