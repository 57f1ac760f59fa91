import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { addContext, allowTools, onHook, onPermission, stopAgent } from "../../../mod.ts";
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
  assertEquals(run.turns.map(({ outcome, failed }) => [outcome, failed]), [["stopped", false], ["success", false]]);
  assertEquals(run.turns[1]!.text, "Here.");
});

policyTest("a PreToolUse hook that throws, or answers in a wrong shape, denies the call", async (scene) => {
  scene.server.on("Touch them", [bash("touch thrown.txt"), bash("touch misshapen.txt"), bash("touch fine.txt")]);
  const run = await scene.run("Touch them", {
    fails: true,
    permissionMode: "acceptEdits", // Nothing but the hook could keep the calls back.
    policy: onHook("PreToolUse", ({ tool_input }) => {
      if (tool_input.command === "touch thrown.txt") throw new Error("boom");
      if (tool_input.command !== "touch misshapen.txt") return undefined;
      return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "continue" } } as never;
    }),
  });
  const there = await Promise.all(["thrown", "misshapen", "fine"].map((file) => scene.box.read(`${file}.txt`)));
  assertEquals(there, [undefined, undefined, ""]);
  const [thrown, misshapen] = run.diagnostics.filter(({ kind }) => kind === "responder_failed");
  assertStringIncludes(thrown!.message, "boom");
  for (const value of ["allow", "deny", "ask", "defer"]) assertStringIncludes(misshapen!.message, `"${value}"`);
});
