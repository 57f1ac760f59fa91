import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { filter, lastValueFrom, take, tap, toArray } from "rxjs";
import {
  agentOf,
  allowTools,
  claude,
  connect,
  denyTools,
  type FrameRecord,
  ofType,
  onPermission,
} from "../../../mod.ts";
import { type Frame, type ModelServer, toolResults } from "../../support/mod.ts";
import { onStage } from "../lifecycle/mod.ts";
import { kit, official } from "./_server.ts";

/** What the model was told of its calls, in the order of the calls. */
function told(server: ModelServer): [string, boolean][] {
  return toolResults(server.requests.at(-1)!.body).map(({ text, isError }) => [text, isError]);
}

/** A reply in which the model calls tools, all at once. */
function calls(...list: [name: string, input?: Record<string, unknown>][]) {
  return { tools: list.map(([name, input = {}]) => ({ name, input })) };
}

onStage("tools of the script: a value, a promise, an observable, and one that fails", async ({ server, options }) => {
  server.on("go", [
    calls(
      ["mcp__kit__echo", { text: "hi" }],
      ["mcp__kit__later"],
      ["mcp__kit__steps"],
      ["mcp__kit__fails"],
      ["mcp__kit__echo", { text: 5 }],
      ["mcp__kit__closed"],
    ),
  ]);
  const own = kit();
  const turns = await lastValueFrom(
    claude("go", { ...options, mcpServers: { kit: own.server } }).pipe(ofType("turn_end"), toArray()),
  );
  assertEquals(turns.map(({ turn }) => turn.outcome), ["success"]);
  const results = told(server);
  assertEquals(results.slice(0, 4), [
    ["hi", false],
    ['{"answer":42}', false],
    ["three", false],
    ["The shop is closed", true],
  ]);
  assertEquals(results[4]?.[1], true);
  assertStringIncludes(results[4]?.[0] ?? "", "text");
  assertEquals(results[5], ["No policy allowed the tool mcp__kit__closed, so it was not run", true]);
  const ids = turns[0]!.turn.toolUses.map(({ id }) => id);
  assertEquals(own.ids, [ids[1]]);
});

onStage("tools of the script are there in the first turn, and nothing is waited for", async ({ server, options }) => {
  server.on("go", ["Done"]);
  const order: string[] = [];
  const frames: FrameRecord[] = [];
  await lastValueFrom(
    claude("go", { ...options, mcpServers: { kit: kit().server, official: official() } }).pipe(tap({
      next: (event) => {
        if (event.type === "opening") return void agentOf(event).frames.subscribe((frame) => frames.push(frame));
        if (event.type === "system" && event.subtype === "init") {
          order.push("init");
          assertEquals(event.mcp_servers?.map(({ name, status }) => [name, status]), [
            ["kit", "connected"],
            ["official", "connected"],
          ]);
          const names = event.tools?.filter((name) => name.startsWith("mcp__")).sort();
          assertEquals(names, [
            "mcp__kit__closed",
            "mcp__kit__echo",
            "mcp__kit__fails",
            "mcp__kit__large",
            "mcp__kit__later",
            "mcp__kit__steps",
            "mcp__kit__waits",
            "mcp__official__greet",
          ]);
        }
        if (event.type === "result") order.push("result");
        if (event.type === "diagnostic") order.push(`${event.kind}: ${event.message}`);
      },
    })),
  );
  // Each of the CLI's messages was answered, three for each server, before the first frame of the turn.
  const kinds = frames.map(({ frame }) => frame as Frame);
  const init = kinds.findIndex(({ subtype }) => subtype === "init");
  const asked = kinds.flatMap(({ request, request_id }, at) =>
    request?.subtype === "mcp_message" ? [[request_id, at]] : []
  );
  assertEquals(asked.length, 6);
  for (const [id] of asked) {
    const answered = kinds.findIndex(({ response }) => response?.request_id === id && response?.subtype === "success");
    assert(answered >= 0 && answered < init, "an answer came too late");
  }
  // Listed and connected before the first frame of the turn, and no server was given up.
  assertEquals(order, ["init", "result"]);
  const offered = server.requests[0]!.body.tools?.map(({ name }) => name).filter((name) => name.startsWith("mcp__kit"));
  assertEquals(offered?.length, 7, "the model sees the tools themselves and need not search for them");
});

onStage("a server object of the MCP SDK plugs in, unchanged", async ({ server, options }) => {
  server.on("go", [calls(["mcp__official__greet", { who: "you" }], ["mcp__official__greet", { who: 5 }])]);
  const own = official();
  const run = () =>
    lastValueFrom(
      claude("go", { ...options, mcpServers: { official: own } }).pipe(allowTools("mcp__official__greet"), toArray()),
    );
  await run();
  const [good, bad] = told(server);
  assertEquals(good, ["Hello, you", false]);
  assertEquals(bad?.[1], true);
  // Once the agent has ended, another one can have it.
  await run();
  assertEquals(told(server)[0], ["Hello, you", false]);
});

onStage("a result of more than a megabyte reaches the CLI", async ({ server, options }) => {
  server.on("go", [calls(["mcp__kit__large"])]);
  const turns = await lastValueFrom(
    claude("go", { ...options, mcpServers: { kit: kit().server } }).pipe(ofType("turn_end"), toArray()),
  );
  assertEquals(turns[0]?.turn.outcome, "success");
  // Both versions put it into a file, and tell the model of that.
  assertStringIncludes(told(server)[0]?.[0] ?? "", "saved to");
});

onStage("an interrupt fires the signal of the tool that runs, and the agent goes on", async ({ server, options }) => {
  server.on("wait", [calls(["mcp__kit__waits"])]);
  server.on("then", [calls(["mcp__kit__echo", { text: "still here" }])]);
  const own = kit();
  await using agent = await connect({ ...options, mcpServers: { kit: own.server } });
  const turn = agent.ask("wait");
  await own.called;
  await agent.interrupt();
  await own.stopped;
  assertEquals((await turn).outcome, "interrupted");
  assertEquals((await agent.ask("then")).outcome, "success");
  assertEquals(told(server).at(-1), ["still here", false]);
});

onStage("the end of the agent fires the signal of the tool that runs", async ({ server, options }) => {
  server.on("wait", [calls(["mcp__kit__waits"])]);
  const own = kit();
  const agent = await connect({ ...options, mcpServers: { kit: own.server } });
  agent.ask("wait").catch(() => {});
  await own.called;
  await agent.close();
  await own.stopped;
});

onStage("rules hold for tools of the script, those that are declared allowed too", async ({ server, options }) => {
  server.on("go", [calls(["mcp__kit__echo", { text: "a" }], ["mcp__kit__closed"], ["mcp__kit__steps"])]);
  const asked: string[] = [];
  await lastValueFrom(
    claude("go", { ...options, mcpServers: { kit: kit().server } }).pipe(
      denyTools("mcp__kit__echo"),
      onPermission((request) => {
        asked.push(request.toolName);
        return request.toolName === "mcp__kit__steps" ? request.deny("Not today") : undefined;
      }),
      allowTools("mcp__kit__closed"),
      filter((event) => event.type === "run_end"),
      take(1),
    ),
  );
  const results = told(server);
  assert(results[0]?.[1]);
  assertEquals(results.slice(1), [["It ran", false], ["Not today", true]]);
  assertEquals(asked.includes("mcp__kit__echo"), false);
});
