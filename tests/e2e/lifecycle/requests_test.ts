import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Agent, connect, type ControlError, denyTools, onPermission, UsageError } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { onStage } from "./_stage.ts";

/** What only tells something, and what it gives where it fits its type. */
async function reports(agent: Agent): Promise<string[]> {
  const told = await Promise.all([
    agent.contextUsage(),
    agent.usage(),
    agent.sessionCost(),
    agent.settings(),
    agent.mcpStatus(),
    agent.binaryVersion(),
    agent.supportedCommands(),
    agent.supportedAgents(),
    agent.supportedModels(),
    agent.outputStyles(),
    agent.accountInfo(),
    agent.reloadSkills(),
    agent.fileSuggestions("a"),
  ]);
  return told.map((each) => Array.isArray(each) ? "list" : typeof each);
}

const TOLD = ["object", "object", "string", "object", "list", "object", "list", "list", "list", "list", "object"];

onStage("Agent reports are the same before the first turn, in a turn and after it", async (stage) => {
  const { server, options, box, version } = stage;
  server.on("Work", [tool("Write", { file_path: box.file("one.txt"), content: "x" }), "Done."]);
  const asked = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<void>();
  await using agent = await connect(options, (events) =>
    events.pipe(onPermission(async (request) => {
      asked.resolve();
      await decided.promise;
      return request.deny("No");
    })));
  const expected = [...TOLD, "list", "list"];
  assertEquals(await reports(agent), expected);
  assertEquals((await agent.binaryVersion()).version, version);
  const working = agent.ask("Work");
  await asked.promise;
  assertEquals(await reports(agent), expected);
  decided.resolve();
  await working;
  assertEquals(await reports(agent), expected);
});

onStage("Agent requests that 2.1.197 does not know are unsupported there, and typed on 2.1.332", async (stage) => {
  await using agent = await connect(stage.options);
  const calls = {
    list_models: () => agent.models(),
    list_permission_rules: () => agent.permissionRules(),
    get_hooks_listing: () => agent.hooksListing(),
    reload_output_styles: () => agent.reloadOutputStyles(),
  };
  for (const [subtype, call] of Object.entries(calls)) {
    const outcome = await call().then(() => "told", (error: ControlError) => `${error.kind} ${error.subtype}`);
    assertEquals(outcome, stage.version === "2.1.332" ? "told" : `unsupported ${subtype}`);
  }
});

onStage(
  "Agent.cancelMessage() takes a prompt out of the CLI's queue, and a strange uuid does no harm",
  async (stage) => {
    const { server, options } = stage;
    const done = Promise.withResolvers<void>();
    server.on("First", [{ text: "One.", finishWhen: done.promise }]).on("Third", ["Three."]);
    await using agent = await connect(options);
    const uuid = crypto.randomUUID();
    assertEquals(await agent.cancelMessage(uuid), false);
    const first = agent.ask("First");
    await server.request(({ body }) => JSON.stringify(body.messages).includes("First"));
    assertEquals(await agent.cancelMessage(agent.send("Second")), true);
    done.resolve();
    assertEquals((await first).text, "One.");
    // The CLI would have dropped this one, had it been asked about it before it came.
    assertEquals((await agent.ask({ content: "Third", uuid })).text, "Three.");
    assert(!server.requests.some(({ body }) => JSON.stringify(body.messages).includes("Second")));
  },
);

onStage("Agent.applyFlagSettings() counts from the next call on, and no gate is lost", async (stage) => {
  const { server, options, box } = stage;
  const run = (name: string) => tool("Bash", { command: `touch ${name}`, description: "Makes a file" });
  server.on("First", [run("one"), "1."]).on("Second", [run("two"), "2."]).on("Third", [run("secret"), "3."]);
  await using agent = await connect(
    options,
    (events) =>
      events.pipe(denyTools((call) => JSON.stringify(call.input).includes("secret") ? "No secrets" : undefined)),
  );
  await agent.ask("First");
  await agent.applyFlagSettings({ permissions: { allow: ["Bash(touch *)"] } });
  await agent.ask("Second");
  await agent.reloadPlugins();
  await assertRejects(() => agent.applyFlagSettings({ env: { CLAUDE_CODE_SIMPLE: "1" } }), UsageError);
  const turn = await agent.ask("Third");
  assertEquals([await box.read("one"), await box.read("two"), await box.read("secret")], [undefined, "", undefined]);
  assertEquals(turn.denials.length, 1);
});

onStage(
  "Agent.sideQuestion() tells its progress, can be left, and leaves no trace in the conversation",
  async (stage) => {
    const { server, options, version } = stage;
    server.on("Why now?", ["Because."]).on("Never answered", [{ text: "x", hang: true }]).on("Main", ["Main."]);
    await using agent = await connect(options);
    const seen: string[] = [];
    const answer = await agent.sideQuestion("Why now?", { onProgress: ({ status }) => seen.push(status) });
    assertEquals([answer.response, answer.synthetic], ["Because.", false]);
    assertEquals(seen, version === "2.1.332" ? ["started"] : []);
    const aborter = new AbortController();
    const left = agent.sideQuestion("Never answered", { signal: aborter.signal }).catch((error: unknown) => error);
    await server.request(({ body }) => JSON.stringify(body.messages).includes("Never answered"));
    aborter.abort("enough");
    assertEquals(await left, "enough");
    const turn = await agent.ask("Main");
    assertEquals([turn.text, turn.index], ["Main.", 0]);
  },
);

onStage(
  "Agent.interrupt({ cancelQueued }) drops what waits on 2.1.332; 2.1.197 keeps it and runs it next",
  async (stage) => {
    const { server, options, version } = stage;
    server.on("First", [{ text: "One.", hang: true }]).on("Second", ["Two."]);
    await using agent = await connect(options);
    const turns: string[] = [];
    const over = Promise.withResolvers<void>();
    agent.events.subscribe((event) => {
      if (event.type !== "turn_end") return;
      turns.push(event.turn.outcome);
      if (turns.length === (version === "2.1.332" ? 1 : 2)) over.resolve();
    });
    agent.send("First");
    await server.request(({ body }) => JSON.stringify(body.messages).includes("First"));
    const uuid = agent.send("Second");
    await agent.sessionCost(); // By now the CLI has read the second prompt.
    const receipt = await agent.interrupt({ cancelQueued: true });
    await over.promise;
    assertEquals(receipt, { stillQueued: [], cancelled: version === "2.1.332" ? [uuid] : [] });
    assertEquals(turns, version === "2.1.332" ? ["interrupted"] : ["interrupted", "success"]);
    // Nobody waits for the turn of a prompt that was dropped.
    assertEquals((await agent.ask("Anything else")).outcome, "success");
  },
);
