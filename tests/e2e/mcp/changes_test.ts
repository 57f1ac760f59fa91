import { assertEquals } from "@std/assert";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { allowTools, connect } from "../../../mod.ts";
import { mcpServer, tool } from "../../../lib/mcp/mod.ts";
import { toolResults } from "../../support/mod.ts";
import { onStage } from "../lifecycle/mod.ts";
import { kit, official } from "./_server.ts";

const nothing = z.object({});

onStage(
  "setMcpServers() adds and removes servers of the script; those of the launch stay",
  async ({ server, options }) => {
    server.on("go", [{
      tools: [
        { name: "mcp__kit__echo", input: { text: "launch" } },
        { name: "mcp__extra__greet", input: { who: "added" } },
        { name: "mcp__third__hello", input: {} },
      ],
    }]);
    const told = () =>
      toolResults(server.requests.at(-1)!.body).slice(-3)
        // What is not there is told first.
        .sort((one, other) => one.id < other.id ? -1 : 1)
        .map(({ text, isError }) => isError ? "" : text);
    const third = mcpServer("third", [tool("hello", "Says hello", nothing, () => "third", { allow: true })]);
    await using agent = await connect(
      { ...options, mcpServers: { kit: kit().server } },
      (events) => events.pipe(allowTools("mcp__extra")),
    );
    const first = await agent.setMcpServers({ extra: official() });
    assertEquals([first.added, first.removed, first.errors], [["extra"], [], {}]);
    await connected(agent, ["extra", "kit"]);
    await agent.ask("go");
    assertEquals(told(), ["launch", "Hello, added", ""]);
    const second = await agent.setMcpServers({ third });
    assertEquals([second.added, second.removed], [["third"], ["extra"]]);
    await connected(agent, ["kit", "third"]);
    await agent.ask("go");
    assertEquals(told(), ["launch", "", "third"]);
  },
);

onStage("mcpToggle() switches a server of the script off and on", async ({ server, options }) => {
  server.on("go", [{ tools: [{ name: "mcp__kit__echo", input: { text: "on" } }] }]);
  const told = () => toolResults(server.requests.at(-1)!.body).at(-1)!;
  await using agent = await connect({ ...options, mcpServers: { kit: kit().server } });
  await agent.ask("go");
  assertEquals(told().text, "on");
  await agent.mcpToggle("kit", false);
  await agent.ask("go");
  assertEquals(told().isError, true);
  await agent.mcpToggle("kit", true);
  await connected(agent, ["kit"]);
  await agent.ask("go");
  assertEquals(told().text, "on");
});

onStage("a server's news reach the CLI, and a ping is answered", async ({ version, options }) => {
  const late = new McpServer({ name: "late", version: "1.0.0" }, { capabilities: { tools: { listChanged: true } } });
  late.registerTool("first", { description: "The first" }, () => ({ content: [] }));
  await using agent = await connect({ ...options, mcpServers: { late } });
  // 2.1.197 greets the servers of the launch when the first turn begins.
  await agent.ask("hello");
  await connected(agent, ["late"]);
  await late.server.ping();
  late.registerTool("second", { description: "The second" }, () => ({ content: [] }));
  // It sends its news in its own time; the ping goes behind them.
  await late.server.ping();
  // 2.1.197 takes the news, and lists no tools anew.
  if (version === "2.1.197") return;
  for (;;) {
    const [status] = await agent.mcpStatus();
    if (status?.tools?.length === 2) return assertEquals(status.tools.map(({ name }) => name), ["first", "second"]);
  }
});

/** Resolves when exactly these servers are connected. */
async function connected(agent: Awaited<ReturnType<typeof connect>>, names: string[]): Promise<void> {
  for (;;) {
    const status = await agent.mcpStatus();
    const there = status.filter((each) => each.status === "connected").map(({ name }) => name).sort();
    if (there.join() === names.join()) return;
  }
}
