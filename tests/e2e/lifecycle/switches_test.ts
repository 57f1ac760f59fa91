import { assert, assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { allowTools, type ClaudeOptions, connect, ProcessError, UsageError } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { failure, launched } from "./_launched.ts";
import { onStage } from "./_stage.ts";

onStage("enableFileCheckpointing lets files be taken back to an earlier prompt", async (stage) => {
  const { server, box, options } = stage;
  server.on("Write it", [tool("Write", { file_path: box.file("goat.txt"), content: "meh\n" }), "Written"]);
  for (const enableFileCheckpointing of [true, false]) {
    const all = { ...options, enableFileCheckpointing };
    await using agent = await connect(all, (events) => events.pipe(allowTools("Write")));
    const uuid = crypto.randomUUID();
    await agent.ask({ content: "Write it", uuid });
    assertEquals(await box.read("goat.txt"), "meh\n");
    const answer = await agent.request("rewind_files", { user_message_id: uuid, dry_run: true });
    assertEquals(answer.canRewind, enableFileCheckpointing);
    if (enableFileCheckpointing) assertEquals(answer.filesChanged, [box.file("goat.txt")]);
    await Deno.remove(box.file("goat.txt"));
  }
});

onStage("forwardSubagentText: what subagents write comes too, or the error names the option", async (stage) => {
  const { server, version } = stage;
  // What an agent in the background says comes in any case, on the newer version.
  const input = { description: "Help", prompt: "Bleat please", subagent_type: "general-purpose" };
  server.on("Delegate it", [tool("Agent", { ...input, run_in_background: false }), "Delegated"]);
  server.on("Bleat please", ["Meh, says the subagent"]);
  const said = async (options: ClaudeOptions) => {
    const { events } = await launched(stage, options, "Delegate it");
    return JSON.stringify(events.filter((event) => event.type === "assistant")).includes("Meh, says the subagent");
  };
  assertEquals(await said({}), false);
  if (version === "2.1.332") return assertEquals(await said({ forwardSubagentText: true }), true);
  const error = await failure(stage, { forwardSubagentText: true });
  assertInstanceOf(error, ProcessError);
  assertStringIncludes(error.message, 'the option "forwardSubagentText" needs a newer version');
  assertStringIncludes(error.message, version);
});

onStage(
  "allowDangerouslySkipPermissions: the mode without questions may be set later, and not without",
  async (stage) => {
    const { options } = stage;
    const env = { ...options.env, IS_SANDBOX: "1" };
    {
      await using agent = await connect({ ...options, env, allowDangerouslySkipPermissions: true });
      assertEquals((await agent.ask("Hello")).outcome, "success");
      assertEquals(agent.mode, "default");
      await agent.setPermissionMode("bypassPermissions");
      assertEquals(agent.mode, "bypassPermissions");
    }
    await using agent = await connect({ ...options, env });
    const error = await agent.setPermissionMode("bypassPermissions").then(() => undefined, (error) => error);
    assertInstanceOf(error, Error);
    assertEquals(error.name, "ControlError");
    assertStringIncludes(error.message, 'needs the option "allowDangerouslySkipPermissions"');
  },
);

onStage("root is refused the mode without questions before anything starts", async (stage) => {
  if (Deno.uid() !== 0) {
    // Anybody else may have it: the run is an ordinary one.
    const { events } = await launched(stage, { allowDangerouslySkipPermissions: true });
    return assert(events.some((event) => event.type === "result"));
  }
  for (const options of [{ permissionMode: "bypassPermissions" }, { allowDangerouslySkipPermissions: true }] as const) {
    const error = await failure(stage, options);
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, "as root: the CLI refuses it");
  }
});

onStage("promptSuggestions: the CLI guesses the next prompt", async (stage) => {
  const { server, options } = stage;
  const guessed = async (promptSuggestions: boolean) => {
    const before = server.requests.length;
    await using agent = await connect({ ...options, promptSuggestions });
    for (const prompt of ["First goat", "Second goat"]) await agent.ask(prompt);
    return server.requests.slice(before).filter(({ body }) => body.stream).length > 2;
  };
  assertEquals(await guessed(false), false);
  const request = server.request(({ body }) => JSON.stringify(body.messages).includes("SUGGESTION"));
  await using agent = await connect({ ...options, promptSuggestions: true });
  for (const prompt of ["First goat", "Second goat"]) await agent.ask(prompt);
  assertEquals((await request).body.stream, true);
});
