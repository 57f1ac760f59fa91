import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { lastValueFrom, tap } from "rxjs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { z } from "zod";
import { agentOf } from "../../lib/agent/brand.ts";
import { claude } from "../../lib/agent/claude.ts";
import { connect } from "../../lib/agent/connect.ts";
import type { ClaudeOptions } from "../../lib/agent/options.ts";
import { mcpServer, type McpServerOptions, type McpTool, tool, type ToolOptions } from "../../lib/mcp/mod.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import type { McpServerOption } from "../../lib/protocol/mcp/in_process.ts";
import { simulate } from "../../lib/testing/simulate.ts";
import { guarded, isRequest } from "../agent/requests/mod.ts";
import { client, Peer, withServers } from "./_peer.ts";

const nothing = z.object({});
const hello = tool("hello", "Says hello", nothing, () => "hello");

const idle = () => simulate(async (cli) => void await cli.prompt());
const official = () => new McpServer({ name: "official", version: "1.0.0" });

Deno.test("a server object of the MCP SDK serves one agent at a time; the next one can have it afterwards", async () => {
  const server = official();
  const options = (): ClaudeOptions => ({ transport: idle(), mcpServers: { kit: server } });
  {
    await using _first = await connect(options());
    const error = await assertRejects(() => connect(options()), UsageError, 'the MCP server "kit"');
    assertStringIncludes(error.message, "{ kit: () => new McpServer(…) }");
  }
  await using _second = await connect(options());
});

Deno.test("a server object that is connected elsewhere, or stands under two names, is refused before the start", async () => {
  const busy = official();
  await busy.connect(InMemoryTransport.createLinkedPair()[0]);
  const started = idle();
  const refused = (mcpServers: Record<string, McpServerOption>) =>
    assertRejects(() => connect({ transport: started, mcpServers }), UsageError);
  assertStringIncludes((await refused({ kit: busy })).message, "serves another client already");
  const low = official().server;
  await low.connect(InMemoryTransport.createLinkedPair()[0]);
  assertStringIncludes((await refused({ kit: low })).message, "serves another client already");
  const twice = official();
  assertStringIncludes((await refused({ a: twice, b: twice })).message, "under another name already");
  assertEquals(started.launches.length, 0);
  // It was let go again.
  await using _agent = await connect({ transport: started, mcpServers: { a: twice } });
  await busy.close();
  await low.close();
});

Deno.test("what mcpServer() made serves many agents at once, and so does a function", async () => {
  const kit = mcpServer("kit", [tool("hello", "Says hello", nothing, () => "hello", { allow: true })]);
  const results: unknown[] = [];
  const run = (own: McpServerOption) => {
    const transport = simulate(async (cli) => {
      await cli.prompt();
      results.push((await cli.tool("mcp__kit__hello", {}, { asks: false })).result);
      await cli.end();
    });
    return lastValueFrom(claude("go", { transport, mcpServers: { kit: own } }));
  };
  await Promise.all([run(kit), run(kit), run(() => kit), run(() => official())]);
  assertEquals(results.filter((each) => each === "hello").length, 3);
});

Deno.test("names of servers whose tools would have the same names are refused", async () => {
  const mcpServers = { "my kit": mcpServer("a", []), "my_kit": { command: "x" } };
  const error = await assertRejects(() => connect({ transport: idle(), mcpServers }), UsageError);
  assertStringIncludes(error.message, '"my kit" and "my_kit"');
  assertStringIncludes(error.message, "rename one");
});

for (const [server, name] of [["a__b", "c"], ["a", "b__c"], ["a_", "c"], ["a", "_c"], ["a b ", "c"]] as const) {
  Deno.test(`tool() with allow is refused where mcp__${server}__${name} could be another server's tool`, async () => {
    const own = mcpServer("x", [tool(name, "Does it", nothing, () => "", { allow: true })]);
    const error = await assertRejects(() => connect({ transport: idle(), mcpServers: { [server]: own } }), UsageError);
    assertStringIncludes(error.message, "could also be another server's tool");
  });
}

Deno.test(
  "a server that cannot be connected is told of, and the CLI gets errors and no silence",
  guarded(async ({ open, printed }) => {
    const broken: [string, McpServerOption][] = [
      ["throws", () => {
        throw new Error("No such shop");
      }],
      ["nothing", () => undefined as never],
      ["a__b", () => mcpServer("x", [tool("c", "Does it", nothing, () => "", { allow: true })])],
      ["rejects", { connect: () => Promise.reject(new Error("No such shop")) }],
    ];
    const session = await open(withServers(Object.fromEntries(broken)));
    for (const [name] of broken) {
      const peer = new Peer(session, name);
      const { id, error } = await peer.ask({ jsonrpc: "2.0", id: 3, method: "tools/list" });
      assertEquals([id, error.code], [3, -32603]);
      assertEquals((await peer.ask({ jsonrpc: "2.0", method: "notifications/initialized" })).result, {});
    }
    assertEquals(printed.filter((line) => line.includes("could not be connected")).length, 4);
  }),
);

Deno.test(
  "a server that never says who it is gets an error in its place after limits.hookMs",
  guarded(async ({ open, printed }) => {
    const silent = { connect: () => Promise.resolve() };
    const session = await open({ options: { mcpServers: { silent }, limits: { hookMs: 70 } } });
    const answer = new Peer(session, "silent").ask({ jsonrpc: "2.0", id: 0, method: "initialize" });
    await session.barrier();
    session.clock.advance(70);
    assertEquals((await answer).error.code, -32000);
    assertEquals(printed.length, 1);
    assertStringIncludes(printed[0]!, 'The MCP server "silent" did not answer initialize within limits.hookMs');
  }),
);

Deno.test(
  "a server that throws at a message gets an error in its place",
  guarded(async ({ open }) => {
    const errors: Error[] = [];
    const rude: McpServerOption = {
      connect(transport) {
        transport.onerror = (error) => errors.push(error);
        transport.onmessage = () => {
          throw new TypeError("No");
        };
        return transport.start();
      },
    };
    const session = await open(withServers({ rude }));
    const peer = new Peer(session, "rude");
    assertStringIncludes((await peer.ask({ jsonrpc: "2.0", id: 1, method: "ping" })).error.message, "No");
    await peer.ask({ jsonrpc: "2.0", method: "notifications/initialized" });
    assertInstanceOf(errors[0], TypeError);
    assertEquals(errors.length, 2);
  }),
);

Deno.test(
  "a server of the script can ask the CLI, and hears of a refusal",
  guarded(async ({ open }) => {
    const server = official();
    const session = await open(withServers({ kit: server }));
    await client(session);
    await server.server.ping();
    const roots = assertRejects(() => server.server.listRoots(), Error);
    await roots;
  }),
);

Deno.test(
  "mcpServers: what lives in the script is told in initialize and stays off the command line",
  guarded(async ({ start }) => {
    const simulation = idle();
    await using agent = await connect({
      transport: simulation,
      mcpServers: { own: mcpServer("own", []), theirs: { command: "run" } },
    });
    assertEquals((await agent.mcpStatus()).map(({ name }) => name), ["own"]);
    const args = simulation.launches[0]!.args.filter((word) => word.startsWith("--mcp-config"));
    assertEquals(args, ['--mcp-config={"mcpServers":{"theirs":{"command":"run"}}}']);
    const session = start(withServers({ own: mcpServer("own", []) }));
    const { request } = await session.handshake();
    assertEquals(request, { subtype: "initialize", sdkMcpServers: ["own"] });
    await session.transport.nextLine((line) => line.type === "user");
  }),
);

Deno.test(
  "setMcpServers() keeps the servers of the launch, and closes those that go",
  guarded(async ({ open }) => {
    const session = await open(withServers({ own: mcpServer("own", [hello]) }));
    const told = async (servers: Record<string, McpServerOption>) => {
      const done = session.agent.setMcpServers(servers);
      const line = await session.transport.nextLine(isRequest("mcp_set_servers"));
      session.transport.answer(line, { added: [], removed: [], errors: {} });
      await done;
      return line.request?.servers;
    };
    const extra = official();
    assertEquals(await told({ extra, out: { command: "x" } }), {
      out: { command: "x" },
      own: { type: "sdk", name: "own" },
      extra: { type: "sdk", name: "extra" },
    });
    await client(session, "extra");
    assertEquals(extra.isConnected(), true);
    assertEquals(await told({}), { own: { type: "sdk", name: "own" } });
    assertEquals(extra.isConnected(), false);
    assertEquals((await new Peer(session, "extra").ask({ jsonrpc: "2.0", id: 1, method: "ping" })).error.code, -32601);
    assertEquals((await (await client(session, "own")).client.listTools()).tools.length, 1);
  }),
);

Deno.test(
  "setMcpServers() that is refused changes nothing, and another server under a name in use is refused",
  guarded(async ({ open }) => {
    const session = await open(withServers({ own: mcpServer("own", [hello]) }));
    const extra = official();
    const refused = assertRejects(() => session.agent.setMcpServers({ extra }), Error, "No more servers");
    const { request_id } = await session.transport.nextLine(isRequest("mcp_set_servers"));
    session.push({
      type: "control_response",
      response: { subtype: "error", request_id, error: "No more servers" },
    });
    await refused;
    assertEquals((await new Peer(session, "extra").ask({ jsonrpc: "2.0", id: 1, method: "ping" })).error.code, -32601);
    const other = () => session.agent.setMcpServers({ own: official() });
    await assertRejects(other, UsageError, 'under the name "own"');
    await assertRejects(() => session.agent.setMcpServers({ own: { command: "x" } }), UsageError, "another name");
    await assertRejects(
      () => session.agent.setMcpServers({ kit: { type: "sdk" } }),
      UsageError,
      "server object itself",
    );
  }),
);

Deno.test("the same server object can be given again by setMcpServers() and stays connected", async () => {
  const extra = official();
  await using agent = await connect({ transport: idle() });
  assertEquals((await agent.setMcpServers({ extra })).added, ["extra"]);
  const again = await agent.setMcpServers({ extra, more: mcpServer("more", []) });
  assertEquals([again.added, again.removed], [["more"], []]);
  assertEquals((await agent.mcpStatus()).map(({ name }) => name), ["extra", "more"]);
});

const WRONG_TOOLS: [string, () => unknown, string][] = [
  ["a name with a space", () => tool("a b", "x", nothing, () => ""), 'Cannot use "a b" as the name of a tool'],
  ["no description", () => tool("a", " ", nothing, () => ""), 'the tool "a" without a description'],
  ["no schema", () => tool("a", "x", {} as never, () => ""), 'the schema of the tool "a"'],
  ["a schema of a text", () => tool("a", "x", z.string(), () => ""), 'of type "string" for the tool "a"'],
  ["a schema without a form", () => tool("a", "x", z.object({ d: z.date() }), () => ""), "no form as JSON schema"],
  ["no handler", () => tool("a", "x", nothing, undefined as never), 'the tool "a" without a function'],
  ["an odd option", () => tool("a", "x", nothing, () => "", { allowed: true } as ToolOptions), 'did you mean "allow"?'],
  ["a result of a text", () => tool("a", "x", nothing, () => "", { output: z.string() }), 'the result of the tool "a"'],
  ["a server without a name", () => mcpServer("", []), "the name of an MCP server"],
  ["a server of no tools", () => mcpServer("a", {} as McpTool[]), "give a list of what tool(…) gave"],
  ["a server of other things", () => mcpServer("a", [{ name: "x" }] as McpTool[]), "give a list of what tool(…) gave"],
  ["two tools of one name", () => mcpServer("a", [hello, hello]), 'two tools of the name "hello"'],
  [
    "an odd option of a server",
    () => mcpServer("a", [], { load: true } as McpServerOptions),
    '"load" of mcpServer("a")',
  ],
];

for (const [what, make, message] of WRONG_TOOLS) {
  Deno.test(`tool(), mcpServer(): ${what} is refused`, () => void assertThrows(make, UsageError, message));
}

Deno.test("tool() takes a schema that is checked asynchronously", async () => {
  const schema = z.object({ n: z.number().refine((n) => Promise.resolve(n > 0), "too small") });
  const kit = mcpServer("kit", [tool("take", "Takes it", schema, ({ n }) => n, { allow: true })]);
  const results: unknown[] = [];
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (const n of [1, -1]) results.push((await cli.tool("mcp__kit__take", { n })).result);
    await cli.end();
  });
  await lastValueFrom(claude("go", { transport, mcpServers: { kit } }));
  assertEquals(results, ["1", 'The arguments of "take" do not fit: n: too small']);
});

Deno.test("setMcpServers() calls that overlap take turns, and one before the start keeps the servers of the launch", async () => {
  let changes: Promise<[string[], string[]][]> | undefined;
  const own = mcpServer("own", []);
  await using agent = await connect({ transport: idle(), mcpServers: { own } }, (events) =>
    events.pipe(tap((event) => {
      if (event.type !== "opening") return;
      const early = agentOf(event);
      changes = Promise.all(["a", "b"].map(async (name) => {
        const { added, removed } = await early.setMcpServers({ [name]: official() });
        return [added, removed];
      }));
    })));
  assertEquals(await changes, [[["a"], []], [["b"], ["a"]]]);
  assertEquals((await agent.mcpStatus()).map(({ name }) => name), ["own", "b"]);
});
