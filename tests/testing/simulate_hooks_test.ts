import { assertEquals } from "@std/assert";
import { Host } from "./_host.ts";
import { GATE, hookOutput, oneCall, WRITE } from "./_one_call.ts";

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
  const replace = (updatedToolOutput: unknown) => ({
    hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput },
  });
  const shaped = replace({ stdout: "other", stderr: "", interrupted: false });
  const { outcome, host } = await oneCall([shaped], { hooks, tool: { asks: false, result: "ran" } });
  assertEquals(outcome.result, "other");
  const { tool_response } = host.all("hook_callback")[0]?.request.input ?? {};
  assertEquals(tool_response, {
    stdout: "ran",
    stderr: "",
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
  });
  // Another shape than the tool's own is dropped without a word, as by the real CLI.
  const dropped = await oneCall([replace("other")], { hooks, tool: { asks: false, result: "ran" } });
  assertEquals(dropped.outcome.result, "ran");
  const mcp = await oneCall([replace("other")], { name: "mcp__s__ask", hooks, tool: { asks: false, result: "ran" } });
  assertEquals(mcp.outcome.result, "other");
  const failed = await oneCall([{}], { hooks, tool: { asks: false, fails: true, result: "Exit code 3" } });
  const { input } = failed.host.all("hook_callback")[0]?.request ?? {};
  assertEquals([input.hook_event_name, input.error], ["PostToolUseFailure", "Exit code 3"]);
  assertEquals(failed.host.all("tool_result")[0]?.message.content[0].is_error, true);
});

Deno.test("simulate() lets a note of a Stop hook send the agent back, at most as often as a block", async () => {
  let notes = 0;
  const host = new Host(async (cli) => {
    await cli.prompt();
    while ((await cli.end({ text: "done" })).continued) notes++;
  });
  await host.initialize({ Stop: [{ hookCallbackIds: ["stop"] }] });
  await host.prompt("x");
  for (let stops = 0; stops < 9; stops++) {
    const request = await host.until("hook_callback");
    await host.answer(request, { hookSpecificOutput: { hookEventName: "Stop", additionalContext: "Look again" } });
  }
  const result = await host.until("result");
  await host.finish();
  assertEquals([notes, result.result], [8, "done"]);
});

Deno.test("simulate() holds a matcher against what the event is about", async () => {
  let answers: unknown[][] = [];
  const host = new Host(async (cli) => {
    answers = [await cli.hook("SessionStart", { source: "clear" }), await cli.hook("SessionStart", { source: "fork" })];
    await cli.prompt();
    await cli.end();
  });
  await host.initialize({ SessionStart: [{ matcher: "clear|compact", hookCallbackIds: ["start"] }] });
  await host.answer(await host.until("hook_callback"), {});
  await host.prompt("x");
  await host.until("result");
  await host.finish();
  assertEquals(answers, [[{}], []]);
});
