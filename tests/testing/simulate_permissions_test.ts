import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Host, outline } from "./_host.ts";
import { oneCall, WRITE } from "./_one_call.ts";

Deno.test("simulate() asks, runs with the input that the answer carries, and tells the result", async () => {
  const { outcome, host, kinds } = await oneCall([{ behavior: "allow", updatedInput: { command: "touch y" } }]);
  assertEquals(kinds, ["can_use_tool"]);
  assertEquals(outcome, {
    behavior: "allow",
    input: { command: "touch y" },
    context: [],
    toolUseId: outcome.toolUseId,
    result: 'ran {"command":"touch y"}',
  });
  const [told] = host.all("tool_result");
  assertEquals(told?.message.content[0], {
    tool_use_id: outcome.toolUseId,
    type: "tool_result",
    content: 'ran {"command":"touch y"}',
    is_error: false,
  });
  assertEquals(outline(host.seen), [
    "control_response",
    "init",
    "tool_use",
    "can_use_tool",
    "tool_result",
    "result",
  ]);
});

Deno.test("simulate() runs the original for an empty input, and for none only as the newer CLI", async () => {
  assertEquals((await oneCall([{ behavior: "allow", updatedInput: {} }])).outcome.input, WRITE);
  assertEquals((await oneCall([{ behavior: "allow" }])).outcome.behavior, "allow");
  assertEquals((await oneCall([{ behavior: "allow" }], { version: "2.1.197" })).outcome.behavior, "deny");
});

Deno.test("simulate() denies with the message, and counts the denial", async () => {
  const { outcome, host } = await oneCall([{ behavior: "deny", message: "not today" }]);
  assertEquals([outcome.behavior, outcome.message], ["deny", "not today"]);
  const [result] = host.all("result");
  const denial = { tool_name: "Bash", tool_use_id: outcome.toolUseId, tool_input: WRITE };
  assertEquals(result?.permission_denials, [denial]);
});

Deno.test("simulate() takes every answer that does not fit for a deny", async () => {
  const misshapen = [{}, null, undefined, { behavior: "deny" }, { behavior: "yes" }, {
    behavior: "allow",
    updatedInput: 1,
  }];
  for (const answer of misshapen) assertEquals((await oneCall([answer])).outcome.behavior, "deny");
  const { outcome } = await oneCall([new Error("boom")]);
  assertEquals(outcome.behavior, "deny");
  assertStringIncludes(outcome.message ?? "", "boom");
});

Deno.test("simulate() ends the turn on a deny that interrupts", async () => {
  const { host } = await oneCall([{ behavior: "deny", message: "stop", interrupt: true }]);
  const [result] = host.all("result");
  assertEquals([result?.subtype, result?.terminal_reason], ["error_during_execution", "aborted_tools"]);
  assertEquals(result?.permission_denials.length, 1);
  assertEquals(await host.transport.exited, { code: 1, signal: null });
});

Deno.test("simulate() asks about nothing that modes and rules let pass, and refuses what a rule refuses", async () => {
  const unasked: Parameters<typeof oneCall>[1][] = [
    { tool: { asks: false } },
    { args: ["--permission-mode=acceptEdits"], name: "Edit", input: { file_path: "a" } },
    { args: ["--dangerously-skip-permissions"] },
    { args: ["--allowedTools=Read,Bash(touch *)"] },
  ];
  for (const options of unasked) assertEquals((await oneCall([], options)).outcome.behavior, "allow");
  const refused: Parameters<typeof oneCall>[1][] = [
    { args: ["--permission-mode", "dontAsk"] },
    { args: ["--disallowedTools", "Bash(touch *)", "WebFetch", "--dangerously-skip-permissions"] },
    { args: ["--disallowedTools=Bash"] },
  ];
  for (const options of refused) assertEquals((await oneCall([], options)).outcome.behavior, "deny");
});

Deno.test("simulate() asks a person's question in every mode", async () => {
  const args = ["--dangerously-skip-permissions"];
  const name = "AskUserQuestion";
  const { kinds, host } = await oneCall([{ behavior: "allow", updatedInput: { a: 1 } }], { args, name });
  assertEquals(kinds, ["can_use_tool"]);
  assertEquals(host.all("can_use_tool")[0]?.request.requires_user_interaction, true);
});

Deno.test("simulate() asks nobody where no permission tool was named", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    assertEquals((await cli.tool("Bash", WRITE)).behavior, "deny");
  }, { args: ["--verbose"] });
  await host.prompt("x");
  await host.finish();
  assertEquals(outline(host.seen), ["init", "tool_use", "permission_denied", "tool_result", "result"]);
});

Deno.test("simulate() takes rules and modes from an allow", async () => {
  const updatedPermissions = [
    {
      type: "addRules",
      rules: [{ toolName: "Bash", ruleContent: "touch *" }],
      behavior: "allow",
      destination: "session",
    },
    { type: "setMode", mode: "acceptEdits", destination: "session" },
    { type: "nonsense" },
  ];
  const host = new Host(async (cli) => {
    await cli.prompt();
    for (let count = 0; count < 2; count++) await cli.tool("Bash", WRITE);
    await cli.tool("Write", { file_path: "a", content: "" });
    assertEquals(cli.mode, "acceptEdits");
  });
  await host.prompt("x");
  await host.answer(await host.until("can_use_tool"), { behavior: "allow", updatedInput: WRITE, updatedPermissions });
  await host.until("result");
  await host.finish();
  assertEquals(host.all("can_use_tool").length, 1);
  assertEquals(host.all("status").map(({ permissionMode }) => permissionMode), ["acceptEdits"]);
});

Deno.test("simulate() asks about parallel calls at once, shell commands one after another", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await Promise.all([
      cli.tool("Read", { file_path: "/etc/a" }),
      cli.tool("Read", { file_path: "/etc/b" }),
      cli.tool("Bash", { command: "first" }),
      cli.tool("Bash", { command: "second" }),
    ]);
  });
  await host.prompt("x");
  const asks = [];
  for (let count = 0; count < 3; count++) asks.push(await host.until("can_use_tool"));
  const of = (ask: Record<string, { input: Record<string, string> }>) =>
    ask.request?.input.file_path ?? ask.request?.input.command;
  assertEquals(asks.map(of), ["/etc/a", "/etc/b", "first"]);
  for (const ask of asks.toReversed()) await host.answer(ask, { behavior: "allow", updatedInput: {} });
  const last = await host.until("can_use_tool");
  assertEquals(last.request.input.command, "second");
  await host.answer(last, { behavior: "allow", updatedInput: {} });
  await host.until("result");
  await host.finish();
  const ids = new Set(host.all("tool_use").map((line) => line.message.id));
  assertEquals(ids.size, 1);
  assertMatch([...ids][0], /^msg_/);
});
