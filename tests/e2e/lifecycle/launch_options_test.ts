import { assert, assertEquals, assertFalse, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { type ClaudeOptions, ProcessError, UsageError } from "../../../mod.ts";
import { failure, initOf, launched, subtypes } from "./_launched.ts";
import { onStage } from "./_stage.ts";

onStage("persistSession false: the session cannot be resumed; one that is kept can, up to a message", async (stage) => {
  const [lost, kept] = [crypto.randomUUID(), crypto.randomUUID()];
  await launched(stage, { sessionId: lost, persistSession: false });
  const error = await failure(stage, { resume: lost });
  assertInstanceOf(error, ProcessError);
  assertStringIncludes(error.message, "No conversation found with session ID");
  const { events } = await launched(stage, { sessionId: kept }, ["First goat", "Second goat"]);
  const answer = events.find((event) => event.type === "assistant") as { uuid?: string };
  const { request } = await launched(stage, { resume: kept, resumeSessionAt: answer.uuid! }, "Third goat");
  const told = JSON.stringify(request.body.messages);
  assert(told.includes("First goat") && told.includes("Third goat") && !told.includes("Second goat"));
  const nowhere = await failure(stage, { resume: kept, resumeSessionAt: crypto.randomUUID() });
  assertStringIncludes(nowhere.message, 'correct "resumeSessionAt"');
  const again = await failure(stage, { sessionId: kept });
  assertStringIncludes(again.message, 'go on with it by "resume"');
});

onStage("title is kept with the session", async (stage) => {
  const sessionId = crypto.randomUUID();
  await launched(stage, { sessionId, title: "About goats" });
  const folder = `${stage.box.home}/.claude/projects`;
  const projects = [...Deno.readDirSync(folder)].map(({ name }) => name);
  assertEquals(projects.length, 1);
  const text = await Deno.readTextFile(`${folder}/${projects[0]}/${sessionId}.jsonl`);
  assertStringIncludes(text, '"customTitle":"About goats"');
});

onStage("plugins: their commands are there; a folder that is none is told", async (stage) => {
  const { box } = stage;
  await Deno.mkdir(`${box.project}/goats/.claude-plugin`, { recursive: true });
  await Deno.mkdir(`${box.project}/goats/commands`);
  await Deno.writeTextFile(box.file("goats/.claude-plugin/plugin.json"), '{"name":"goats","version":"1.0.0"}');
  await Deno.writeTextFile(box.file("goats/commands/bleat.md"), "---\ndescription: Bleats\n---\nSay meh");
  const { events, warnings } = await launched(stage, { plugins: ["./goats"] });
  assert((initOf(events).slash_commands as string[]).includes("goats:bleat"));
  assertEquals(warnings, []);
  const error = await failure(stage, { plugins: ["./sheep"] });
  assertInstanceOf(error, UsageError);
  assertStringIncludes(error.message, 'Cannot load the plugin "./sheep"');
  // As far as the home folder goes, only the CLI knows.
  const lost = await launched(stage, { plugins: ["~/sheep"] });
  assertEquals(lost.warnings.length, 1);
  assertStringIncludes(lost.warnings[0] ?? "", "The CLI did not load a plugin: Path not found");
});

onStage("strictMcpConfig leaves out the project's servers", async (stage) => {
  const { box } = stage;
  const mine = { command: "cat" };
  await Deno.writeTextFile(box.file(".mcp.json"), JSON.stringify({ mcpServers: { theirs: mine } }));
  const settings = { enableAllProjectMcpServers: true };
  const open: ClaudeOptions = { settings, settingSources: ["project"], mcpServers: { mine } };
  const names = async (options: ClaudeOptions) =>
    (initOf((await launched(stage, options)).events).mcp_servers as { name: string }[]).map(({ name }) => name).sort();
  assertEquals(await names(open), ["mine", "theirs"]);
  assertEquals(await names({ ...open, strictMcpConfig: true }), ["mine"]);
});

onStage("includeHookEvents tells of the command hooks of the settings", async (stage) => {
  const settings = { hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "true" }] }] } };
  const silent = subtypes((await launched(stage, { settings })).events);
  assertFalse(silent.includes("hook_started") || silent.includes("hook_response"));
  const told = subtypes((await launched(stage, { settings, includeHookEvents: true })).events);
  assert(told.includes("hook_started") && told.includes("hook_response"));
});

onStage("debug is written to a file, and never among the messages", async (stage) => {
  const { box } = stage;
  const noise = async (options: ClaudeOptions) =>
    (await launched(stage, options)).events.filter((event) => event.type === "diagnostic" || event.type === "unknown");
  assertEquals(await noise({ debug: true }), []);
  const logs = [...Deno.readDirSync(`${box.home}/.claude/debug`)].filter(({ name }) => name.endsWith(".txt"));
  assertEquals(logs.length, 1);
  assertEquals(await noise({ debug: ["hooks"], debugFile: box.file("hooks.log") }), []);
  assertEquals(await noise({ debugFile: box.file("all.log") }), []);
  const [some, all] = [await box.read("hooks.log") ?? "", await box.read("all.log") ?? ""];
  assert(all.includes("[DEBUG]") && some.length < all.length, `${some.length} of ${all.length}`);
});

onStage("agent and outputStyle: what the CLI does not know is refused before the model is asked", async (stage) => {
  for (
    const [options, known] of [[{ agent: "nobody" }, "Explore"], [{ outputStyle: "Loud" }, "Explanatory"]] as const
  ) {
    const error = await failure(stage, options);
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, `as "${Object.keys(options)[0]}": the CLI does not know it, it knows `);
    assertStringIncludes(error.message, JSON.stringify(known));
  }
  assertEquals(stage.server.requests, []);
});
