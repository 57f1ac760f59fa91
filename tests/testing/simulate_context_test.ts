import { assertEquals } from "@std/assert";
import { addContext, allowTools, claude, onHook } from "../../mod.ts";
import { simulate, type SimulatedPrompt, type ToolOutcome } from "../../lib/testing/mod.ts";

Deno.test("simulate() shows a scenario what UserPromptSubmit hooks tell the model", async () => {
  const prompts: SimulatedPrompt[] = [];
  const transport = simulate(async (cli) => {
    for (let turn = 0; turn < 2; turn++) {
      prompts.push(await cli.prompt());
      await cli.end();
    }
  });
  await claude(["What day is it?", "And tomorrow?"], { transport }).pipe(
    onHook("UserPromptSubmit", ({ prompt }) => {
      return prompt === "What day is it?" ? addContext("UserPromptSubmit", "It is Monday") : undefined;
    }),
  ).forEach(() => {});
  assertEquals(transport.failures, []);
  assertEquals(prompts.map(({ context }) => context), [["It is Monday"], []]);
});

Deno.test("simulate() shows a scenario what hooks around a tool tell the model, in their order", async () => {
  const outcomes: ToolOutcome[] = [];
  const transport = simulate(async (cli) => {
    await cli.prompt();
    outcomes.push(await cli.tool("Bash", { command: "date" }));
    outcomes.push(await cli.tool("Bash", { command: "date" }, { fails: true }));
    outcomes.push(await cli.tool("Read", { file_path: "a" }));
    outcomes.push(await cli.tool("WebFetch", { url: "http://a" }));
    await cli.end();
  });
  await claude("go", { transport }).pipe(
    onHook("PreToolUse", ({ tool_name }, request) => tool_name === "Bash" ? request.addContext("Before") : undefined),
    onHook("PostToolUse", (_input, request) => request.addContext("An hour late"), { matcher: "Bash" }),
    onHook("PostToolUseFailure", (_input, request) => request.addContext("It is broken"), { matcher: "Bash" }),
    allowTools("Bash", "Read"),
  ).forEach(() => {});
  assertEquals(transport.failures, []);
  assertEquals(outcomes.map(({ behavior, context }) => [behavior, context]), [
    ["allow", ["Before", "An hour late"]],
    ["allow", ["Before", "It is broken"]],
    ["allow", []],
    ["deny", []],
  ]);
});
