import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { addContext, allowTools, onHook, onPermission, stopAgent } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { bash, policyTest } from "./_scene.ts";

policyTest('onHook("PreToolUse") denies, rewrites, asks and allows, one after another', async (scene) => {
  const { box, server } = scene;
  server.on("Use the tools", [
    bash("touch denied.txt"),
    bash("touch harmless.txt"),
    bash("cat notes.txt"),
    bash("touch allowed.txt"),
    bash("touch free.txt"),
  ]);
  const afterRewrite: unknown[] = [];
  const run = await scene.run("Use the tools", {
    policy: pipe(
      onHook("PreToolUse", () => {
        throw new Error("Not for Bash");
      }, { matcher: "Write" }),
      onHook("PreToolUse", (input, request) => {
        const { command } = input.tool_input;
        if (command === "touch denied.txt") return request.deny("Hands off");
        if (command === "touch harmless.txt") return request.rewrite({ ...input.tool_input, command: "touch new.txt" });
        if (command === "cat notes.txt") return request.ask();
        if (command === "touch allowed.txt") return request.allow();
        return undefined;
      }, { matcher: "Bash" }),
      onHook("PreToolUse", ({ tool_input }) => void afterRewrite.push(tool_input.command)),
      onPermission(({ input, allow, deny }) => input.command === "cat notes.txt" ? deny("Do not read") : allow()),
    ),
  });
  const files = ["denied", "harmless", "new", "allowed", "free"];
  const there = await Promise.all(files.map((file) => box.read(`${file}.txt`)));
  assertEquals(there, [undefined, undefined, "", "", ""]);
  assertStringIncludes(run.told("touch denied.txt").text, "Hands off");
  assertEquals(run.told("cat notes.txt").text, "Do not read");
  // The answer that only rewrote went on to the next responder; the decisions did not.
  assertEquals(afterRewrite, ["touch new.txt", "touch free.txt"]);
  // The CLI asked about the new input, about the harmless command, and not about what the hook allowed.
  assertEquals(run.asked.map(({ input }) => input.command), ["touch new.txt", "cat notes.txt", "touch free.txt"]);
}, { files: { "notes.txt": "secret notes" } });

policyTest("addContext() reaches the model from every hook that takes a note", async (scene) => {
  const { server } = scene;
  server.on("Look around", [bash("cat notes.txt"), "Seen."]);
  const run = await scene.run("Look around", {
    policy: pipe(
      onHook("UserPromptSubmit", () => addContext("UserPromptSubmit", "Note one: it is Monday")),
      onHook("PreToolUse", () => addContext("PreToolUse", "Note two: be brief")),
      onHook("PostToolUse", () => addContext("PostToolUse", "Note three: that was it")),
    ),
  });
  const [first, second] = run.requests.map(({ body }) => JSON.stringify(body.messages));
  assertStringIncludes(first!, "Note one: it is Monday");
  assert(!first!.includes("Note two") && !first!.includes("Note three"));
  for (const note of ["Note one: it is Monday", "Note two: be brief", "Note three: that was it"]) {
    assertStringIncludes(second!, note);
  }
  assertStringIncludes(run.told("cat notes.txt").text, "nothing");
  assertEquals(run.turns.map(({ outcome, text }) => [outcome, text]), [["success", "Seen."]]);
}, { files: { "notes.txt": "nothing" } });

policyTest('onHook("UserPromptSubmit") blocks a prompt, stops one, and lets the next pass', async (scene) => {
  scene.server.on("Third", ["Welcome."]);
  const run = await scene.run(["First", "Second", "Third"], {
    policy: onHook("UserPromptSubmit", ({ prompt }) => {
      if (prompt === "First") return { decision: "block", reason: "Not this one" };
      if (prompt === "Second") return stopAgent("Nor this one");
      return undefined;
    }),
  });
  assertEquals(run.turns.map(({ outcome, failed, prompt }) => [outcome, failed, prompt?.content]), [
    ["blocked", true, "First"],
    ["blocked", true, "Second"],
    ["success", false, "Third"],
  ]);
  assertStringIncludes(run.turns[0]!.text, "Not this one");
  assertEquals(run.turns[2]!.text, "Welcome.");
  assertEquals(run.requests.length, 1);
});

policyTest("stopAgent() on PreToolUse does not run the tool, and the turn is stopped", async (scene) => {
  scene.server.on("Touch it", [bash("touch made.txt"), "Never said."]).on("Go on", ["Here."]);
  const run = await scene.run(["Touch it", "Go on"], {
    policy: pipe(allowTools("*"), onHook("PreToolUse", () => stopAgent("Enough for today"))),
    permissionMode: "acceptEdits",
  });
  assertEquals(await scene.box.read("made.txt"), undefined);
  assertEquals(run.turns.map(({ outcome, failed, text }) => [outcome, failed, text]), [
    ["stopped", false, ""],
    ["success", false, "Here."],
  ]);
  // The model was not asked again; it reads the reason with the next prompt.
  assertEquals(run.requests.length, 2);
  assertStringIncludes(run.told("touch made.txt").text, "Enough for today");
});

policyTest("stopAgent() for a call of a subagent stops the subagent, and the turn goes on", async (scene) => {
  const input = { description: "Work", prompt: "Touch it", subagent_type: "general-purpose", run_in_background: false };
  scene.server.on("Touch it", [bash("touch made.txt"), "Never said."]).on("Send", [
    tool("Agent", input),
    "It is back.",
  ]);
  const run = await scene.run("Send", {
    policy: onHook("PreToolUse", () => stopAgent("Enough for today"), { matcher: "Bash" }),
    permissionMode: "acceptEdits",
  });
  assertEquals(await scene.box.read("made.txt"), undefined);
  assertEquals(run.turns.map(({ outcome, text }) => [outcome, text]), [["success", "It is back."]]);
  assertEquals(run.requests.length, 3);
});

policyTest("a PreToolUse hook that throws, answers in a wrong shape or not at all denies the call", async (scene) => {
  const names = ["thrown", "misshapen", "emptied", "hung", "fine"];
  scene.server.on("Touch them", names.map((name) => bash(`touch ${name}.txt`)));
  const run = await scene.run("Touch them", {
    fails: true,
    limits: { hookMs: 400 },
    permissionMode: "acceptEdits", // Nothing but the hook could keep the calls back.
    policy: onHook("PreToolUse", ({ tool_input }, request, signal) => {
      switch (tool_input.command) {
        case "touch thrown.txt":
          throw new Error("boom");
        case "touch misshapen.txt":
          return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "continue" } } as never;
        case "touch emptied.txt":
          return request.rewrite({}); // In place of which the CLI would run the original.
        case "touch hung.txt":
          return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
        default:
          return undefined;
      }
    }),
  });
  const there = await Promise.all(names.map((name) => scene.box.read(`${name}.txt`)));
  assertEquals(there, [undefined, undefined, undefined, undefined, ""]);
  const told = run.diagnostics.filter(({ kind }) => kind === "responder_failed").map(({ message }) => message);
  assertEquals(told.length, 4);
  assertStringIncludes(told[0]!, "boom");
  for (const value of ["allow", "deny", "ask", "defer"]) assertStringIncludes(told[1]!, `"${value}"`);
  assertStringIncludes(told[2]!, "{}");
  assertStringIncludes(told[3]!, "limits.hookMs");
});
