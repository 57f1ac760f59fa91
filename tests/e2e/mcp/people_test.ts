import { assertEquals } from "@std/assert";
import { filter, lastValueFrom, map, mergeMap, toArray } from "rxjs";
import { allowTools, bySubagent, claude, tasks, toolUses } from "../../../mod.ts";
import { onDialog, onElicitation } from "../../../lib/mcp/mod.ts";
import { tool, toolResults } from "../../support/mod.ts";
import { background, onStage } from "../lifecycle/mod.ts";
import { kit } from "./_server.ts";

const ASKING = new URL("../../fixtures/mcp/asking_server.ts", import.meta.url).pathname;

onStage("onElicitation() answers a server that the CLI has started", async ({ server, options }) => {
  server.on("go", [tool("mcp__asking__ask", {})]);
  const asking = { command: Deno.execPath(), args: ["run", "--quiet", "--no-config", ASKING] };
  const asked: string[] = [];
  await lastValueFrom(
    claude("go", { ...options, mcpServers: { asking, kit: kit().server } }).pipe(
      allowTools("mcp__asking"),
      onDialog("refusal_fallback_prompt", (request) => request.cancel()),
      onElicitation((request) => {
        asked.push(`${request.serverName}: ${request.message}`);
        return request.accept({ color: "green" });
      }),
    ),
  );
  assertEquals(asked, ["asking: Which colour?"]);
  const told = toolResults(server.requests.at(-1)!.body).map(({ text }) => JSON.parse(text));
  assertEquals(told, [{ action: "accept", content: { color: "green" } }]);
});

onStage("bySubagent() keeps a subagent's use of the script's tools apart", async ({ server, options }) => {
  server.on("go", [
    tool("Agent", { description: "Help", prompt: "help me", subagent_type: "helper", run_in_background: false }),
    tool("mcp__kit__echo", { text: "main" }),
  ]);
  server.on("help me", [tool("mcp__kit__echo", { text: "sub" }), "I helped"]);
  const agents = { helper: { description: "Helps", prompt: "You help.", tools: ["mcp__kit__echo"] } };
  const used = await lastValueFrom(
    claude("go", { ...options, agents, mcpServers: { kit: kit().server } }).pipe(
      bySubagent(),
      mergeMap((events) => events.pipe(toolUses(), map((use) => [events.key !== undefined, use.name, use.result]))),
      filter(([, name]) => name === "mcp__kit__echo"),
      toArray(),
    ),
  );
  assertEquals(used, [[true, "mcp__kit__echo", "sub"], [false, "mcp__kit__echo", "main"]]);
});

onStage("tasks() follows a subagent in the background to its end", async ({ server, options }) => {
  server.on("go", [background("help me")]);
  server.on("help me", ["I helped"]);
  const told = await lastValueFrom(claude("go", options).pipe(tasks(), toArray()));
  assertEquals([told[0]?.status, told[0]?.kind, told[0]?.description], ["running", "local_agent", "Help"]);
  assertEquals(told.filter(({ ended }) => ended).map(({ status, id }) => [status, id === told[0]?.id]), [
    ["completed", true],
  ]);
});
