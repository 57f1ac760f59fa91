import { assertEquals } from "@std/assert";
import { type Agent, connect, type ControlError } from "../../mod.ts";
import { simulate } from "../../lib/testing/mod.ts";

const idle = async (cli: { prompt(): Promise<unknown> }) => void await cli.prompt();

/** Every method whose answer a simulation gives; the answers are checked against their types by the agent. */
const TOLD: Record<string, (agent: Agent) => Promise<unknown>> = {
  contextUsage: (agent) => agent.contextUsage(),
  usage: (agent) => agent.usage(),
  sessionCost: (agent) => agent.sessionCost(),
  settings: (agent) => agent.settings(),
  binaryVersion: (agent) => agent.binaryVersion(),
  supportedCommands: (agent) => agent.supportedCommands(),
  supportedAgents: (agent) => agent.supportedAgents(),
  supportedModels: (agent) => agent.supportedModels(),
  outputStyles: (agent) => agent.outputStyles(),
  accountInfo: (agent) => agent.accountInfo(),
  mcpStatus: (agent) => agent.mcpStatus(),
  setMcpServers: (agent) => agent.setMcpServers({ kit: { command: "kit" } }),
  reloadSkills: (agent) => agent.reloadSkills(),
  reloadPlugins: (agent) => agent.reloadPlugins(),
  fileSuggestions: (agent) => agent.fileSuggestions("a"),
  seedReadState: (agent) => agent.seedReadState("/a", 1),
  rewindFiles: (agent) => agent.rewindFiles("u", { dryRun: true }),
  renameSession: (agent) => agent.renameSession("Birds"),
  generateTitle: (agent) => agent.generateTitle("about birds"),
  sideQuestion: (agent) => agent.sideQuestion("Why?"),
  setModel: (agent) => agent.setModel("haiku"),
  setMaxThinkingTokens: (agent) => agent.setMaxThinkingTokens(null),
  stopTask: (agent) => agent.stopTask("t"),
  backgroundTasks: (agent) => agent.backgroundTasks(),
};

const NEWER: Record<string, (agent: Agent) => Promise<unknown>> = {
  models: (agent) => agent.models(),
  permissionRules: (agent) => agent.permissionRules(),
  hooksListing: (agent) => agent.hooksListing(),
  reloadOutputStyles: (agent) => agent.reloadOutputStyles(),
};

const REFUSED: Record<string, (agent: Agent) => Promise<unknown>> = {
  mcpCall: (agent) => agent.mcpCall("mcp__kit__echo"),
  mcpReconnect: (agent) => agent.mcpReconnect("kit"),
  mcpToggle: (agent) => agent.mcpToggle("kit", true),
  readFile: (agent) => agent.readFile("/etc/passwd"),
  registerRepoRoot: (agent) => agent.registerRepoRoot("/r"),
  rewindFiles: (agent) => agent.rewindFiles("u"),
};

async function outcomes(agent: Agent, calls: typeof TOLD): Promise<string[]> {
  return await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      return await call(agent).then(() => `${name} told`, (error: ControlError) => `${name} ${error.kind}`);
    }),
  );
}

for (const version of ["2.1.332", "2.1.197"] as const) {
  Deno.test(`simulate() answers what an agent can ask, in the types of ${version}`, async () => {
    await using agent = await connect({ transport: simulate(idle, { version }) });
    assertEquals(await outcomes(agent, TOLD), Object.keys(TOLD).map((name) => `${name} told`));
    const newer = version === "2.1.332" ? "told" : "unsupported";
    assertEquals(await outcomes(agent, NEWER), Object.keys(NEWER).map((name) => `${name} ${newer}`));
    assertEquals(await outcomes(agent, REFUSED), Object.keys(REFUSED).map((name) => `${name} refused`));
  });
}

Deno.test("simulate() keeps settings that are set while it runs, and takes them back", async () => {
  await using agent = await connect({ transport: simulate(idle) });
  await agent.applyFlagSettings({ permissions: { allow: ["Read"] }, model: "haiku" });
  await agent.applyFlagSettings({ permissions: { allow: ["Grep", "Read"], deny: ["Bash"] }, model: null });
  const { effective, sources } = await agent.settings();
  assertEquals(effective, { permissions: { allow: ["Read", "Grep"], deny: ["Bash"] } });
  assertEquals(sources, [{ source: "flagSettings", settings: effective }]);
});

Deno.test("simulate() drops a prompt that was taken back before it came, as the CLI does", async () => {
  const first = Promise.withResolvers<unknown>();
  const transport = simulate(async (cli) => {
    first.resolve((await cli.prompt())?.text);
    await cli.end({ text: "done" });
  });
  await using agent = await connect({ transport });
  const uuid = crypto.randomUUID();
  assertEquals(await agent.request("cancel_async_message", { message_uuid: uuid }), { cancelled: false });
  agent.send({ content: "lost", uuid });
  agent.send("taken");
  assertEquals(await first.promise, "taken");
});

for (const version of ["2.1.332", "2.1.197"] as const) {
  Deno.test(`simulate() has checkpoints of its prompts where the option asks for them, as ${version}`, async () => {
    const uuid = crypto.randomUUID();
    const transport = simulate(async (cli) => {
      await cli.prompt();
      await cli.end();
    }, { version });
    await using agent = await connect({ transport, enableFileCheckpointing: true });
    const unknown = { canRewind: false, error: "No file checkpoint found for this message." };
    assertEquals(await agent.rewindFiles(uuid, { dryRun: true }), unknown);
    await agent.ask({ content: "Write it", uuid });
    assertEquals(await agent.rewindFiles(uuid, { dryRun: true }), {
      canRewind: true,
      filesChanged: [],
      insertions: 0,
      deletions: 0,
    });
    assertEquals(await agent.rewindFiles(uuid), { canRewind: true });
    const error: ControlError = await agent.rewindFiles(crypto.randomUUID()).then(() => undefined, (error) => error);
    assertEquals([error.kind, error.message.includes(unknown.error)], ["refused", true]);
  });
}
