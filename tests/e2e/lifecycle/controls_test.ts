import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { allowTools, connect, ControlError, onPermission } from "../../../mod.ts";
import type { Agent, AgentEvent, InitMessage } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { onStage } from "./_stage.ts";

/** Only the newer CLI tells its mode in the handshake; the older one with the first turn. */
const MODE_AT_START = { "2.1.332": "default", "2.1.197": undefined };

const WRITE = (path: string) => tool("Write", { file_path: path, content: "written\n" });

onStage(
  "Agent.setPermissionMode() holds from then on: the agent's mode, the next init, what the CLI asks",
  async (stage) => {
    const { server, options, box, version } = stage;
    server.on("First", [WRITE(box.file("one.txt")), "One."]).on("Second", [WRITE(box.file("two.txt")), "Two."]);
    const asked: string[] = [];
    await using agent = await connect(options, (events) =>
      events.pipe(onPermission((request) => {
        asked.push(`${request.toolName} in ${request.mode}`);
        return request.deny("Not yet");
      })));
    const inits = collectInits(agent);
    assertEquals(agent.mode, MODE_AT_START[version]);
    await agent.ask("First");
    assertEquals([asked, await box.read("one.txt")], [["Write in default"], undefined]);
    await agent.setPermissionMode("acceptEdits");
    assertEquals(agent.mode, "acceptEdits");
    await agent.ask("Second");
    assertEquals([asked.length, await box.read("two.txt")], [1, "written\n"]);
    assertEquals(inits.map(({ permissionMode }) => permissionMode), ["default", "acceptEdits"]);
  },
);

onStage(
  "Agent.setPermissionMode() in the middle of a turn: allowTools allows nothing more in plan mode",
  async (stage) => {
    const { server, options, box } = stage;
    const planned = Promise.withResolvers<void>();
    server.on("Work", [{ ...WRITE(box.file("ran")), startWhen: planned.promise }, "I could not."]);
    await using agent = await connect(options, (events) => events.pipe(allowTools("Write")));
    const working = agent.ask("Work");
    await server.request(({ body }) => JSON.stringify(body.messages).includes("Work"));
    await agent.setPermissionMode("plan");
    planned.resolve();
    const turn = await working;
    assertEquals([agent.mode, turn.text], ["plan", "I could not."]);
    assertEquals(turn.denials.map(({ tool_name }) => tool_name), ["Write"]);
    assertEquals(await box.read("ran"), undefined);
  },
);

onStage(
  "Agent.setPermissionMode() to a mode that the CLI refuses is a ControlError, and the mode stays",
  async (stage) => {
    await using agent = await connect(stage.options);
    const error = await assertRejects(() => agent.setPermissionMode("bypassPermissions"), ControlError);
    assertEquals([error.kind, error.subtype, agent.mode], [
      "refused",
      "set_permission_mode",
      MODE_AT_START[stage.version],
    ]);
  },
);

onStage(
  "Agent.setModel() holds from the next model call on, and the next init shows it",
  async ({ server, options }) => {
    server.on("First", ["One."]).on("Second", ["Two."]);
    await using agent = await connect({ ...options, model: "sonnet" });
    const inits = collectInits(agent);
    await agent.ask("First");
    await agent.setModel("haiku");
    await agent.ask("Second");
    const [first, second] = inits.map(({ model }) => model);
    assertMatch(first ?? "", /sonnet/);
    assertMatch(second ?? "", /haiku/);
    assertStringIncludes(server.requests.at(-1)?.body.model ?? "", "haiku");
  },
);

function collectInits(agent: Agent): InitMessage[] {
  const inits: InitMessage[] = [];
  agent.events.subscribe((event: AgentEvent) => {
    if (event.type === "system" && event.subtype === "init") inits.push(event);
  });
  return inits;
}
