import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FLAGS, Host, outline } from "./_host.ts";
import type { ToolOptions, ToolOutcome } from "../../lib/testing/scenario.ts";

const WRITE = { command: "touch x" };

/** Runs one tool call; `answers` are given to the hook callbacks and questions in the order in which they come. */
async function oneCall(
  answers: unknown[],
  options: { name?: string; input?: Record<string, unknown>; hooks?: object; args?: string[]; tool?: ToolOptions } & {
    version?: "2.1.332" | "2.1.197";
  } = {},
): Promise<{ outcome: ToolOutcome; host: Host; kinds: string[] }> {
  const { name = "Bash", input = WRITE, hooks, args = [], tool = {}, version = "2.1.332" } = options;
  let outcome: ToolOutcome | undefined;
  const host = new Host(async (cli) => {
    await cli.prompt();
    outcome = await cli.tool(name, input, { result: (final) => `ran ${JSON.stringify(final)}`, ...tool });
    await cli.end();
  }, { args: [...FLAGS, ...args], version });
  await host.initialize(hooks);
  await host.prompt("x");
  const kinds: string[] = [];
  for (const answer of answers) {
    const request = await host.until((line) => line.type === "control_request");
    kinds.push(request.request.subtype);
    if (answer instanceof Error) {
      const response = { subtype: "error", request_id: request.request_id, error: answer.message };
      await host.write({ type: "control_response", response });
    } else await host.answer(request, answer);
  }
  await host.until("result");
  await host.finish();
  return { outcome: outcome as unknown as ToolOutcome, host, kinds };
}

function hookOutput(output: object): object {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...output } };
}

const GATE = { PreToolUse: [{ hookCallbackIds: ["gate"] }] };

Deno.test("simulate() asks, runs with the input that the answer carries, and tells the result", async () => {
  const { outcome, host, kinds } = await oneCall([{ behavior: "allow", updatedInput: { command: "touch y" } }]);
  assertEquals(kinds, ["can_use_tool"]);
  assertEquals(outcome, {
    behavior: "allow",
    input: { command: "touch y" },
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

Deno.test("simulate() obeys a PreToolUse hook in every mode: deny, ask, allow, rewrite", async () => {
  const bypass = ["--dangerously-skip-permissions"];
  const deny = hookOutput({ permissionDecision: "deny", permissionDecisionReason: "No" });
  const denied = await oneCall([deny], { hooks: GATE, args: bypass });
  assertEquals([denied.outcome.behavior, denied.outcome.message], ["deny", "No"]);
  assertEquals(denied.host.all("tool_result")[0]?.message.content[0].content, "PreToolUse:Bash hook error: No");

  const asked = await oneCall(
    [hookOutput({ permissionDecision: "ask", permissionDecisionReason: "Sure?" }), { behavior: "deny", message: "No" }],
    { hooks: GATE, args: bypass },
  );
  assertEquals(asked.kinds, ["hook_callback", "can_use_tool"]);
  assertEquals(asked.host.all("can_use_tool")[0]?.request.decision_reason_type, "hook");

  const allowed = await oneCall([hookOutput({ permissionDecision: "allow" })], { hooks: GATE });
  assertEquals(allowed.outcome.behavior, "allow");

  const rewritten = await oneCall(
    [hookOutput({ updatedInput: { command: "rewritten" } }), { behavior: "allow", updatedInput: {} }],
    { hooks: GATE },
  );
  assertEquals(rewritten.host.all("can_use_tool")[0]?.request.input, { command: "rewritten" });
  assertEquals(rewritten.outcome.input, { command: "rewritten" });
});

Deno.test("simulate() lets a rule refuse what a hook allows or rewrote into it", async () => {
  const args = ["--disallowedTools=Bash(rm *)"];
  const answer = hookOutput({ permissionDecision: "allow", updatedInput: { command: "rm -r x" } });
  assertEquals((await oneCall([answer], { hooks: GATE, args })).outcome.behavior, "deny");
});

Deno.test("simulate() lets a call run when its hook fails, unless the failure blocks", async () => {
  const tool = { asks: false };
  const wrong = [
    new Error("crashed"),
    null,
    hookOutput({ permissionDecision: "continue" }),
    { hookSpecificOutput: { permissionDecision: "deny" } },
  ];
  for (const answer of wrong) {
    const { outcome, host } = await oneCall([answer], { hooks: GATE, tool });
    assertEquals(outcome.behavior, "allow");
    assertEquals(host.all("informational")[0]?.tag, "hook_callback_failed");
  }
  const hooks = { PreToolUse: [{ hookCallbackIds: ["gate"], onFailure: "block" }] };
  assertEquals((await oneCall([new Error("crashed")], { hooks, tool })).outcome.behavior, "deny");
  const older = await oneCall([new Error("crashed")], { hooks, tool, version: "2.1.197" });
  assertEquals(older.outcome.behavior, "allow");
});

Deno.test("simulate() calls the hooks whose matcher fits, all at once, and the strictest wins", async () => {
  const fits = ["Bash", "Read|Bash", "Read, Bash", "B.*", "^Bash$", "", "*", null];
  const not = ["bash", "Ba", "Bash(echo:*)", "(", "Read"];
  const PreToolUse = [...fits, ...not].map((matcher, index) => ({ matcher, hookCallbackIds: [`h${index}`] }));
  const called: string[] = [];
  const host = new Host(async (cli) => {
    await cli.prompt();
    assertEquals((await cli.tool("Bash", WRITE)).message, "Strict");
  });
  await host.initialize({ PreToolUse });
  await host.prompt("x");
  const requests = [];
  for (const _ of fits) requests.push(await host.until("hook_callback"));
  for (const request of requests) {
    called.push(request.request.callback_id);
    const strict = request.request.callback_id === "h1";
    const decision = strict
      ? { permissionDecision: "deny", permissionDecisionReason: "Strict" }
      : { permissionDecision: "allow" };
    await host.answer(request, hookOutput(decision));
  }
  await host.until("result");
  await host.finish();
  assertEquals(called, fits.map((_, index) => `h${index}`));
});

Deno.test("simulate() runs the tool and then ends the turn when a hook says that it is over", async () => {
  const { outcome, host } = await oneCall([{ continue: false }], { hooks: GATE, tool: { asks: false } });
  assertEquals(outcome.behavior, "allow");
  const [result] = host.all("result");
  assertEquals([result?.terminal_reason, result?.is_error, result?.result], ["hook_stopped", false, ""]);
});

Deno.test("simulate() calls the hooks after a tool, and takes its output from them", async () => {
  const hooks = {
    PostToolUse: [{ hookCallbackIds: ["after"] }],
    PostToolUseFailure: [{ hookCallbackIds: ["failed"] }],
  };
  const output = { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "other" } };
  const { outcome } = await oneCall([output], { hooks, tool: { asks: false } });
  assertEquals(outcome.result, "other");
  const failed = await oneCall([{}], { hooks, tool: { asks: false, fails: true, result: "Exit code 3" } });
  const { input } = failed.host.all("hook_callback")[0]?.request ?? {};
  assertEquals([input.hook_event_name, input.error], ["PostToolUseFailure", "Exit code 3"]);
  assertEquals(failed.host.all("tool_result")[0]?.message.content[0].is_error, true);
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
