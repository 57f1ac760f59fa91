import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { initOf, launched, systemPrompt } from "./_launched.ts";
import { onStage } from "./_stage.ts";

/** A model that takes a budget of thinking, and one that takes an effort, on both versions. */
const OLDER = "claude-sonnet-4-5";
const NEWER = "claude-sonnet-5";

onStage("effort and taskBudget reach the model", async (stage) => {
  const plain = await launched(stage, { model: NEWER });
  assertFalse("task_budget" in (plain.request.body.output_config as object));
  for (const effort of ["low", "max"] as const) {
    const { request } = await launched(stage, { model: NEWER, effort, taskBudget: 20_000 });
    assertEquals(request.body.output_config, { effort, task_budget: { type: "tokens", total: 20_000 } });
  }
});

onStage("thinking reaches the model", async (stage) => {
  const off = await launched(stage, { model: NEWER, thinking: { type: "disabled" } });
  assertEquals(off.request.body.thinking, { type: "disabled" });
  const shown = await launched(stage, { model: NEWER, thinking: { type: "adaptive", display: "summarized" } });
  assertEquals(shown.request.body.thinking, { type: "adaptive", display: "summarized" });
  const budget = await launched(stage, { model: OLDER, thinking: { type: "enabled", budgetTokens: 5_000 } });
  const { type, budget_tokens } = budget.request.body.thinking as Record<string, unknown>;
  assertEquals([type, budget_tokens], ["enabled", 5_000]);
});

onStage("betas reach the model where the CLI takes them", async (stage) => {
  const beta = "context-1m-2025-08-07";
  const { request } = await launched(stage, { betas: [beta] });
  assertStringIncludes(request.headers.get("anthropic-beta") ?? "", beta);
});

onStage("fallbackModel: a list is tried in its order", async (stage) => {
  const { server } = stage;
  const models: string[] = [];
  const busy = (request: { body: { model: string } }) => {
    models.push(request.body.model);
    return request.body.model === "claude-haiku-4-5"
      ? "I am the last one"
      : { error: { status: 529, type: "overloaded_error", message: "Overloaded" } };
  };
  server.on("Who answers?", Array.from({ length: 40 }, () => busy));
  const fallbackModel = ["claude-sonnet-4-5", "claude-haiku-4-5"];
  // The CLI asks a model that is overloaded a few times before it turns to the next.
  const env = { ...stage.options.env, CLAUDE_CODE_MAX_RETRIES: "8" };
  const { events } = await launched(stage, { env, model: "claude-opus-4-8", fallbackModel }, "Who answers?");
  const turn = events.find((event) => event.type === "turn_end")?.turn;
  assertEquals(turn?.text, "I am the last one");
  assertEquals([...new Set(models)], ["claude-opus-4-8", ...fallbackModel]);
});

onStage("agent: the main conversation has its prompt and tools", async (stage) => {
  const agents = { reviewer: { description: "Reviews", prompt: "You only review", tools: ["Read"] } };
  const { request } = await launched(stage, { agents, agent: "reviewer" });
  assertEquals(systemPrompt(request), "You only review");
  const names = request.body.tools?.map(({ name }) => name) ?? [];
  assert(names.includes("Read") && !names.includes("Bash") && !names.includes("Write"), names.join());
});

onStage("systemPrompt whole and appendSystemPrompt after it reach the model", async (stage) => {
  const { request } = await launched(stage, { systemPrompt: "You are a goat", appendSystemPrompt: "Bleat often" });
  assertEquals(systemPrompt(request), "You are a goat\n\nBleat often");
});

onStage("planModeInstructions stand in plan mode", async (stage) => {
  const planModeInstructions = "Draw a map of the goats";
  const { request } = await launched(stage, { permissionMode: "plan", planModeInstructions });
  assertStringIncludes(JSON.stringify(request.body), planModeInstructions);
});

onStage("skills: the model is told of those alone", async (stage) => {
  const { box } = stage;
  for (const name of ["one", "two"]) {
    const folder = `${box.home}/.claude/skills/${name}`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(`${folder}/SKILL.md`, `---\nname: ${name}\ndescription: About goat ${name}\n---\nBleat`);
  }
  const all = JSON.stringify((await launched(stage, {})).request.body);
  assert(all.includes("About goat one") && all.includes("About goat two"));
  const some = JSON.stringify((await launched(stage, { skills: ["one"] })).request.body);
  assert(some.includes("About goat one") && !some.includes("About goat two"));
});

onStage("outputStyle is the session's", async (stage) => {
  const { events } = await launched(stage, { outputStyle: "Explanatory" });
  assertEquals(initOf(events).output_style, "Explanatory");
});

onStage("jsonSchema: one of a newer draft, as zod makes it, holds; one that the CLI drops is told", async (stage) => {
  const { version } = stage;
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: {} };
  const good = await launched(stage, { jsonSchema: schema });
  assert(good.request.body.tools?.some(({ name }) => name === "StructuredOutput"));
  assertEquals(good.warnings, []);
  const format = { type: "object", properties: { mail: { type: "string", format: "email" } } };
  const told = await launched(stage, { jsonSchema: format });
  const taken = told.request.body.tools?.some(({ name }) => name === "StructuredOutput");
  assertEquals([taken, told.warnings.length], version === "2.1.197" ? [false, 1] : [true, 0]);
});
