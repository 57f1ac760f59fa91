import { assertEquals, assertStringIncludes } from "@std/assert";
import pretend from "../../lib/testing/default_scenario.ts";
import { Host, type Line } from "./_host.ts";

/** Which calls a policy allows, as a script's rules would. */
type Policy = (call: { tool_name: string; input: Record<string, string> }) => boolean;

/** Talks through prompts with a policy at both doors and, in `blocks`, what the Stop hook says each time. */
async function play(prompts: string[], policy: Policy, blocks: string[] = [], args: string[] = []): Promise<Host> {
  const host = new Host(pretend, { args: ["--permission-prompt-tool=stdio", ...args] });
  await host.initialize({
    PreToolUse: [{ hookCallbackIds: ["gate"] }],
    Stop: [{ hookCallbackIds: ["stop"] }],
  });
  for (const prompt of prompts) {
    await host.prompt(prompt);
    for (;;) {
      const line = await host.until((one) => one.type === "result" || one.type === "control_request");
      if (line.type === "result") break;
      await host.answer(line, answerTo(line.request, policy, blocks));
    }
  }
  await host.finish();
  return host;
}

function answerTo(request: Line, policy: Policy, blocks: string[]): object {
  if (request.subtype === "can_use_tool") {
    return policy(request as never)
      ? { behavior: "allow", updatedInput: request.input }
      : { behavior: "deny", message: "No" };
  }
  const { hook_event_name, tool_name, tool_input } = request.input;
  if (hook_event_name === "Stop") {
    const reason = blocks.shift();
    return reason === undefined ? {} : { decision: "block", reason };
  }
  if (policy({ tool_name, input: tool_input })) return {};
  const decision = { permissionDecision: "deny", permissionDecisionReason: "A gate says no" };
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } };
}

function calls(host: Host): string[] {
  return host.all("tool_use").map(({ message: { content: [{ name, input }] } }) => {
    return `${name} ${input.file_path ?? input.command ?? input.url}`;
  });
}

function costs(host: Host): number[] {
  return host.all("result").map(({ total_cost_usd }) => total_cost_usd);
}

Deno.test("the default scenario carries approve.ts: an allowed tool, a refused one with its reason, a proposal", async () => {
  const host = await play(
    ["Explain this repository and propose one clean-up"],
    ({ tool_name, input }) => tool_name === "Read" || (tool_name === "Bash" && input.command === "deno test --quiet"),
  );
  assertEquals(calls(host), [
    "Read README.md",
    "Bash deno test --quiet",
    "WebFetch https://example.com/style-guide",
  ]);
  assertEquals(host.all("assistant:text").map(({ message }) => message.content[0].text), [
    "I read the README first, then I run the tests.",
    "I may not use WebFetch here (A gate says no), so I go on without it.",
    "A small library that says hello, with twelve tests. Clean-up: `greet` and `greetAll` share a loop; " +
    "one function with a rest parameter would do.",
  ]);
  assertEquals(costs(host), [0.0123]);
});

Deno.test("the default scenario carries keep_going.ts: a Stop hook sends it back to work", async () => {
  const host = await play(["Make the tests pass"], () => true, ["The tests still fail", "The tests still fail"]);
  assertEquals(calls(host), [
    "Read src/greet.ts",
    "Edit src/greet.ts",
    "Bash make test",
    "Edit src/greet.ts",
    "Bash make test",
    "Edit src/greet.ts",
    "Bash make test",
  ]);
  const [result] = host.all("result");
  assertEquals([result?.result, result?.total_cost_usd], [
    "I have changed src/greet.ts and run the tests once more (round 2).",
    0.0187,
  ]);
});

Deno.test("the default scenario carries tour.ts: it runs the tests when it is told to, and sums up", async () => {
  const allowed = ["Read", "Edit", "Bash"];
  const prompts = ["Tidy up the README", "Now sum up what you did"];
  const host = await play(prompts, ({ tool_name }) => allowed.includes(tool_name), ["Run the tests before you stop"]);
  assertEquals(calls(host), [
    "Read README.md",
    "WebFetch https://example.com/style-guide",
    "Edit README.md",
    "Bash deno test --quiet",
  ]);
  assertEquals(host.all("result").map(({ result }) => result), [
    "I have run the tests: all twelve pass.",
    "I read the README, gave it a second paragraph and ran the tests. Nothing was fetched from the web.",
  ]);
  assertEquals(costs(host), [0.0164, 0.0198]);
});

Deno.test("the default scenario ends under a Stop hook that always blocks", async () => {
  const host = await play(["Make the tests pass"], () => true, Array(20).fill("Again"));
  assertEquals(host.all("result").length, 1);
  // Eight that were honoured, and the one that was not.
  assertEquals(host.seen.filter((line) => line.isSynthetic).length, 9);
});

Deno.test("the default scenario carries conversation.ts: four turns, edits unasked under acceptEdits", async () => {
  const steps = ["Write the failing test", "Make it pass", "Refactor and keep it green"];
  const prompts = ["Read CONTRIBUTING.md and say when you are ready", ...steps];
  const host = await play(prompts, ({ tool_name }) => tool_name !== "WebFetch", [], ["--permission-mode=acceptEdits"]);
  assertEquals(host.all("result").map(({ result }) => result), [
    "I have read CONTRIBUTING.md and am ready: tests first, small changes.",
    "The test is written, and fails as it should.",
    "A default value was missing. The tests pass now.",
    "The two functions are one now, and everything is still green.",
  ]);
  assertEquals(host.all("can_use_tool").map(({ request }) => request.tool_name), ["Bash", "Bash"]);
  assertEquals(costs(host), [0.0047, 0.0136, 0.0241, 0.0338]);
});

Deno.test("the default scenario carries imperative.ts, custom.ts and batch.ts", async () => {
  const greeted = await play(["hello"], () => false);
  assertEquals(greeted.all("result")[0]?.result, "Hello. What shall we work on?");

  const summary = await play(["Summarise the configuration"], ({ input }) => !input.file_path?.includes(".env"));
  assertEquals(calls(summary), ["Read deno.json", "Read .env"]);
  assertEquals(summary.all("result")[0]?.permission_denials.length, 1);

  const reviews = await play(["Review a.ts", "Review b.ts"], ({ tool_name }) => tool_name === "Read");
  assertEquals(calls(reviews), ["Read a.ts", "Read b.ts"]);
  assertStringIncludes(reviews.all("result")[1]?.result, "b.ts: clear and short");
});
