import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { concat, EMPTY, of } from "rxjs";
import { z } from "zod";
import { image, mcpServer, tool } from "../../lib/mcp/mod.ts";
import { guarded } from "../agent/requests/mod.ts";
import { client, Peer, withServers } from "./_peer.ts";

const nothing = z.object({});

Deno.test(
  "the MCP SDK's client lists and calls tools through the control channel",
  guarded(async ({ open }) => {
    const shop = mcpServer("shop", [
      tool("price", "The price", z.object({ of: z.string(), count: z.number().default(1) }), ({ of, count }) => {
        return { total: of.length * count };
      }, { title: "Price", readOnly: true, destructive: false, output: z.object({ total: z.number() }) }),
    ], { version: "2.0.0", instructions: "Ask for the price first", alwaysLoad: false });
    const session = await open(withServers({ kit: shop }));
    const { client: peer, peer: { acknowledged } } = await client(session);
    assertEquals(peer.getServerVersion(), { name: "shop", version: "2.0.0" });
    assertEquals(peer.getInstructions(), "Ask for the price first");
    assertEquals(acknowledged, [{ jsonrpc: "2.0", id: 0, result: {} }]);
    const { tools } = await peer.listTools();
    assertEquals(tools.length, 1);
    assertEquals([tools[0]?.title, tools[0]?.annotations, tools[0]?._meta], [
      "Price",
      { readOnlyHint: true, destructiveHint: false },
      undefined,
    ]);
    // What has a default need not be given.
    assertEquals(tools[0]?.inputSchema.required, ["of"]);
    const called = await peer.callTool({ name: "price", arguments: { of: "pear" } });
    assertEquals(called.structuredContent, { total: 4 });
    assertEquals(called.content, [{ type: "text", text: '{"total":4}' }]);
  }),
);

Deno.test(
  "what goes wrong is told to the MCP SDK's client, and the session goes on",
  guarded(async ({ open }) => {
    const session = await open(withServers({
      kit: mcpServer("kit", [
        tool("sum", "Sums up", z.object({ list: z.array(z.number()) }), ({ list }) => list.length),
      ]),
    }));
    const { client: peer } = await client(session);
    await assertRejects(() => peer.callTool({ name: "nope", arguments: {} }), McpError, 'no tool "nope"');
    await assertRejects(() => peer.listPrompts(), Error);
    const wrong = await peer.callTool({ name: "sum", arguments: { list: "1" } });
    assertEquals(wrong.isError, true);
    assertStringIncludes(JSON.stringify(wrong.content), 'The arguments of \\"sum\\" do not fit: list: ');
    assertEquals((await peer.callTool({ name: "sum", arguments: { list: [1] } })).content, [{
      type: "text",
      text: "1",
    }]);
    await peer.ping();
  }),
);

const MALFORMED: [string, unknown, unknown][] = [
  ["no object", "hello", null],
  ["a list", [], null],
  ["no version", { method: "tools/list", id: 1 }, 1],
  ["another version", { jsonrpc: "1.0", method: "tools/list", id: 1 }, 1],
  ["a method that is no text", { jsonrpc: "2.0", method: 5, id: 1 }, 1],
  ["an id that is none", { jsonrpc: "2.0", method: "tools/list", id: {} }, null],
  ["an id of null", { jsonrpc: "2.0", method: "tools/list", id: null }, null],
  ["parameters that are none", { jsonrpc: "2.0", method: "tools/list", id: "a", params: "x" }, "a"],
  ["an answer with neither result nor error", { jsonrpc: "2.0", id: 1 }, 1],
  ["nothing", undefined, null],
];

Deno.test(
  "a malformed message is answered by a JSON-RPC error, and the session goes on",
  guarded(async ({ open }) => {
    const session = await open(withServers({ kit: mcpServer("kit", []) }));
    const { client: peer } = await client(session);
    const raw = new Peer(session);
    for (const [what, message, id] of MALFORMED) {
      const { id: given, error } = await raw.ask(message as object);
      assertEquals([given, error.code], [id, -32600], what);
    }
    assertEquals((await peer.listTools()).tools, []);
  }),
);

const VALUES: [string, unknown, unknown][] = [
  ["a text", "x", { content: [{ type: "text", text: "x" }] }],
  ["a number", 5, { content: [{ type: "text", text: "5" }] }],
  ["nothing", undefined, { content: [] }],
  ["a list", [1, 2], { content: [{ type: "text", text: "[1,2]" }] }],
  ["an object", { a: 1 }, { content: [{ type: "text", text: '{"a":1}' }], structuredContent: { a: 1 } }],
  ["an image", image(new Uint8Array([1, 2, 3])), {
    content: [{ type: "image", data: "AQID", mimeType: "image/png" }],
  }],
  ["a resource", { type: "resource", resource: { uri: "note://1", text: "t" } }, {
    content: [{ type: "resource", resource: { uri: "note://1", text: "t" } }],
  }],
  ["pieces", [{ type: "text", text: "a" }, { type: "resource_link", uri: "note://2", name: "two" }], {
    content: [{ type: "text", text: "a" }, { type: "resource_link", uri: "note://2", name: "two" }],
  }],
  ["a whole result", { content: [{ type: "text", text: "no" }], isError: true }, {
    content: [{ type: "text", text: "no" }],
    isError: true,
  }],
  ["an observable", concat(of(1), of("last")), { content: [{ type: "text", text: "last" }] }],
  ["an empty observable", EMPTY, { content: [] }],
];

for (const [what, value, result] of VALUES) {
  Deno.test(
    `tool(): ${what} becomes a result`,
    guarded(async ({ open }) => {
      const give = tool("give", "Gives it", nothing, () => value as string);
      const session = await open(withServers({ kit: mcpServer("kit", [give]) }));
      const { client: peer } = await client(session);
      assertEquals(await peer.callTool({ name: "give", arguments: {} }), result as never);
    }),
  );
}

Deno.test(
  "tool(): progress and the values of an observable reach the client in order, the last one is the result",
  guarded(async ({ open }) => {
    const steps = tool("steps", "Steps", nothing, (_args, { progress, toolUseId }) => {
      progress({ progress: 1, total: 9, message: `for ${toolUseId}` });
      return of("two", 5, "end");
    });
    const session = await open(withServers({ kit: mcpServer("kit", [steps]) }));
    const { client: peer } = await client(session);
    const told: unknown[] = [];
    const params = { name: "steps", arguments: {}, _meta: { "claudecode/toolUseId": "toolu_1" } };
    const called = await peer.callTool(params, undefined, {
      onprogress: (progress: unknown) => told.push(progress),
    });
    assertEquals(called.content, [{ type: "text", text: "end" }]);
    assertEquals(told, [
      { progress: 1, total: 9, message: "for toolu_1" },
      { progress: 2, message: "two" },
      { progress: 5 },
    ]);
  }),
);

Deno.test(
  "tool(): a result that does not fit its schema, or that is no JSON, is an error that the model reads",
  guarded(async ({ open }) => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const session = await open(withServers({
      kit: mcpServer("kit", [
        tool("misfit", "Gives the wrong thing", nothing, () => ({ n: "1" }), { output: z.object({ n: z.number() }) }),
        tool("circle", "Runs in circles", nothing, () => circle),
      ]),
    }));
    const raw = new Peer(session);
    const call = (name: string) =>
      raw.ask({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } });
    const misfit = await call("misfit");
    assertEquals(misfit.result.isError, true);
    assertStringIncludes(misfit.result.content[0].text, 'The result of "misfit" does not fit its schema: n: ');
    assertEquals((await call("circle")).result.isError, true);
  }),
);

Deno.test(
  "a server object of the MCP SDK answers, a low-level one too, and a function makes one for each agent",
  guarded(async ({ open }) => {
    const high = new McpServer({ name: "high", version: "1.0.0" });
    high.registerTool(
      "greet",
      { description: "Greets", inputSchema: { who: z.string() } },
      ({ who }: { who: string }) => ({
        content: [{ type: "text", text: `Hello, ${who}` }],
      }),
    );
    const low = new Server({ name: "low", version: "1.0.0" }, { capabilities: { tools: {} } });
    low.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] }));
    let made = 0;
    const factory = () => {
      made++;
      return Promise.resolve(mcpServer("made", []));
    };
    const session = await open(withServers({ high, low, made: factory, wrapped: { type: "sdk", instance: low2() } }));
    const called = await (await client(session, "high")).client.callTool({ name: "greet", arguments: { who: "you" } });
    assertEquals(called.content, [{ type: "text", text: "Hello, you" }]);
    assertEquals((await (await client(session, "low")).client.listTools()).tools, []);
    assertEquals(made, 0, "it is made when the CLI first speaks to it");
    assertEquals((await (await client(session, "made")).client.listTools()).tools, []);
    assertEquals(made, 1);
    assertEquals((await client(session, "wrapped")).client.getServerVersion()?.name, "low2");
  }),
);

function low2(): Server {
  return new Server({ name: "low2", version: "1.0.0" }, { capabilities: {} });
}
