import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  eachVersion,
  openSession,
  realClaude,
  runScript,
  type Sandbox,
  sandbox,
  startModelServer,
  tool,
  toolResults,
} from "../support/mod.ts";

eachVersion("realClaude() is the version that was asked for", async (version) => {
  const { stdout } = await new Deno.Command(await realClaude(version), { args: ["--version"] }).output();
  assertEquals(new TextDecoder().decode(stdout).trim(), `${version} (Claude Code)`);
});

eachVersion("a scripted turn runs an allowed tool in the sandbox and leaves nothing behind", async (version) => {
  await using server = startModelServer();
  server.on("Make a file", [tool("Bash", { command: "echo made > made.txt", description: "Make it" }), "It is made."]);
  await using box = await sandbox({ version, server, files: { "notes/todo.txt": "nothing" } });
  await using session = openSession(box);
  assertEquals((await session.request({ subtype: "initialize" })).subtype, "success");
  await session.prompt("Make a file");
  const asked = await session.frame(({ type }) => type === "control_request");
  assertEquals([asked.request.subtype, asked.request.tool_name], ["can_use_tool", "Bash"]);
  assertEquals((await box.leftovers()).length > 0, true);
  await session.respond(asked, { behavior: "allow", updatedInput: asked.request.input });
  const result = await session.frame(({ type }) => type === "result");
  assertEquals([result.subtype, result.is_error, result.result], ["success", false, "It is made."]);
  assertEquals(await box.read("made.txt"), "made\n");
  assertEquals(await box.read("notes/todo.txt"), "nothing");
  assertEquals((await session.end()).code, 0);
  await box.noLeftovers();
});

eachVersion("a denied tool does not run, and the model reads why", async (version) => {
  await using server = startModelServer();
  server.on("Make a file", [tool("Bash", { command: "echo made > made.txt", description: "Make it" })]);
  await using box = await sandbox({ version, server });
  await using session = openSession(box);
  await session.request({ subtype: "initialize" });
  await session.prompt("Make a file");
  const asked = await session.frame(({ type }) => type === "control_request");
  await session.respond(asked, { behavior: "deny", message: "Not on a Sunday" });
  const result = await session.frame(({ type }) => type === "result");
  assertEquals([result.result, result.permission_denials.length], ["Done.", 1]);
  assertEquals(await box.read("made.txt"), undefined);
  const told = toolResults(server.requests.at(-1)!.body);
  assertEquals([told.length, told[0]?.isError], [1, true]);
  assertStringIncludes(told[0]!.text, "Not on a Sunday");
});

eachVersion("a subagent follows the script of its own prompt", async (version) => {
  await using server = startModelServer();
  const input = {
    description: "Look",
    prompt: "Look around",
    subagent_type: "general-purpose",
    run_in_background: false,
  };
  server.on("Send somebody", [tool("Agent", input), "All told."]);
  server.on("Look around", [tool("Bash", { command: "ls", description: "List" }), "Seen by the subagent."]);
  await using box = await sandbox({ version, server });
  await using session = openSession(box);
  await session.request({ subtype: "initialize" });
  await session.prompt("Send somebody");
  const result = await session.frame(({ type }) => type === "result");
  assertEquals(result.result, "All told.");
  const report = toolResults(server.requests.at(-1)!.body).map(({ text }) => text).join("\n");
  assertStringIncludes(report, "Seen by the subagent.");
});

eachVersion(
  "a subagent in the background outlives its turn, and the turn it is owed follows a script",
  async (version) => {
    await using server = startModelServer();
    const work = Promise.withResolvers<void>();
    const input = {
      description: "Look",
      prompt: "Look around",
      subagent_type: "general-purpose",
      run_in_background: true,
    };
    server.on("Send somebody", [tool("Agent", input), "Sent."]);
    server.on("Look around", [{ text: "Seen.", startWhen: work.promise }]);
    server.on(/<task-notification>/, ["Noted."]);
    await using box = await sandbox({ version, server });
    await using session = openSession(box);
    await session.request({ subtype: "initialize" });
    await session.prompt("Send somebody");
    const sent = await session.frame(({ type }) => type === "result");
    assertEquals([sent.result, sent.origin], ["Sent.", undefined]);
    work.resolve();
    const noted = await session.frame(({ type }) => type === "result", session.frames.indexOf(sent) + 1);
    assertEquals([noted.result, noted.origin.kind], ["Noted.", "task-notification"]);
    assertEquals((await session.end()).code, 0);
  },
);

eachVersion("an allow rule of a trusted project's settings lets a tool run unasked", async (version) => {
  await using server = startModelServer();
  server.on("Make a file", [tool("Bash", { command: "touch made.txt", description: "Make it" }), "It is made."]);
  const projectSettings = { permissions: { allow: ["Bash(touch *)"] } };
  await using box = await sandbox({ version, server, projectSettings, trusted: true });
  await using session = openSession(box);
  await session.request({ subtype: "initialize" });
  await session.prompt("Make a file");
  await session.frame(({ type }) => type === "result");
  assertEquals(session.frames.filter(({ type }) => type === "control_request"), []);
  assertEquals(await box.read("made.txt"), "");
});

eachVersion("Sandbox.noLeftovers() names what runs, and passes once it is gone", async (version) => {
  await using server = startModelServer();
  server.on("Hang", [{ text: "Thinking", hang: true }]);
  await using box = await sandbox({ version, server });
  {
    await using session = openSession(box, { args: ["--include-partial-messages"] });
    await session.request({ subtype: "initialize" });
    await session.prompt("Hang");
    await session.frame(({ type, event }) => type === "stream_event" && event.type === "content_block_delta");
    const error = await assertRejects(() => box.noLeftovers(0), Error, "Expected no process left in the sandbox");
    assertStringIncludes(error.message, "claude");
  }
  await box.noLeftovers();
});

eachVersion("a tool sees the sandbox's environment and nothing of the machine's own", async (version) => {
  await using server = startModelServer();
  server.on("Make a file", [tool("Bash", { command: "env", description: "Show" }), "Done."]);
  await using box = await sandbox({ version, server });
  await using session = openSession(box);
  await session.request({ subtype: "initialize" });
  await session.prompt("Make a file");
  const asked = await session.frame(({ type }) => type === "control_request");
  await session.respond(asked, { behavior: "allow", updatedInput: asked.request.input });
  await session.frame(({ type }) => type === "result");
  const settings = toolResults(server.requests.at(-1)!.body)[0]!.text.split("\n");
  assert(settings.includes(`HOME=${box.home}`));
  assert(settings.includes(`PATH=${box.env.PATH}`));
  assertEquals(settings.filter((line) => /^(DENO|NPM|npm|USER)/.test(line)), []);
});

eachVersion("runScript() runs a script with its own permissions and the sandbox's claude", async (version) => {
  await using server = startModelServer();
  const script = [
    "#!/usr/bin/env -S deno run --allow-run=claude",
    'const { stdout } = await new Deno.Command("claude", { args: ["--version"] }).output();',
    "console.log(new TextDecoder().decode(stdout).trim(), ...Deno.args);",
    'await Deno.readTextFile("secret.txt").catch((error) => console.error(error.name));',
    "Deno.exit(3);",
  ].join("\n");
  await using box = await sandbox({ version, server, files: { "script.ts": script, "secret.txt": "secret" } });
  const outcome = await runScript(box, box.file("script.ts"), { args: ["one", "two"] });
  assertEquals(outcome, { code: 3, stdout: `${version} (Claude Code) one two\n`, stderr: "NotCapable\n" });
  await box.noLeftovers();
});

Deno.test("Sandbox is gone after it is disposed of, with what ran in it", {
  ignore: Deno.env.get("TURNSTREAM_SKIP_E2E") === "1",
}, async () => {
  await using server = startModelServer();
  let box: Sandbox;
  let child: Deno.ChildProcess;
  {
    await using inner = await sandbox({ version: "2.1.197", server });
    box = inner;
    child = new Deno.Command("cat", { ...inner.options, stdin: "piped", stdout: "null" }).spawn();
    assertEquals((await inner.leftovers()).map(({ pid }) => pid), [child.pid]);
  }
  assertEquals((await child.status).signal, "SIGKILL");
  await child.stdin.close().catch(() => {});
  await assertRejects(() => Deno.stat(box.home), Deno.errors.NotFound);
});
