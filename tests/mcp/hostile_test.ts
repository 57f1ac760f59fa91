import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { of } from "rxjs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { mcpServer, tool, type ToolHandler } from "../../lib/mcp/mod.ts";
import type { ServerTransport } from "../../lib/protocol/mcp/in_process.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { controlRequest } from "../../lib/testing/frames/mod.ts";
import { type Body, guarded, isRequest, type Session } from "../agent/requests/mod.ts";
import { Peer, withServers } from "./_peer.ts";

const nothing = z.object({});
const echo = tool("echo", "Says it again", z.object({ s: z.string() }), ({ s }) => s);
const CALL = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "echo", arguments: { s: "x" } } };
const PING = { jsonrpc: "2.0", id: 3, method: "ping" };
const withMeta = (_meta: unknown) => ({ ...CALL, params: { ...CALL.params, _meta } });

const MISFITS: [string, object][] = [
  ["no object", withMeta(5)],
  ["null", withMeta(null)],
  ["a token that is an object", withMeta({ progressToken: {} })],
  ["a token that is null", withMeta({ progressToken: null })],
  ["a related task without an id", withMeta({ "io.modelcontextprotocol/related-task": {} })],
];

for (const [what, message] of MISFITS) {
  Deno.test(
    `mcp_message: a call whose _meta is ${what} is answered with an error`,
    guarded(async ({ open }) => {
      const session = await open(withServers({ kit: mcpServer("kit", [echo]) }));
      const answer = await new Peer(session).ask(message);
      assertEquals([answer.id, answer.error?.code], [7, -32600]);
    }),
  );
}

Deno.test(
  "mcp_message: fields that JSON-RPC does not have leave a call with its answer",
  guarded(async ({ open }) => {
    const session = await open(withServers({ kit: mcpServer("kit", [echo]) }));
    for (const extra of [{ trace: "1" }, { result: {} }, { error: null }]) {
      const answer = await new Peer(session).ask({ ...CALL, ...extra });
      assertEquals([answer.id, answer.result], [7, { content: [{ type: "text", text: "x" }] }]);
    }
  }),
);

/** Plays a server that does what a server should not. */
function strange(start: (transport: ServerTransport) => void) {
  return { connect: (transport: ServerTransport) => Promise.resolve(start(transport)) };
}
const rejecting = (() => Promise.reject(new Error("It broke"))) as () => void;
const throwing = () => {
  throw new Error("It broke");
};

const STRANGE: [string, (transport: ServerTransport) => void, string][] = [
  ["takes no messages", () => {}, "The server failed: It takes no messages"],
  ["takes messages by a promise that rejects", (to) => void (to.onmessage = rejecting), "The server failed: It broke"],
  [
    "throws, and throws when told of it",
    (to) => void (to.onmessage = to.onerror = throwing),
    "The server failed: It broke",
  ],
];

for (const [what, start, message] of STRANGE) {
  Deno.test(
    `a server object that ${what} gives an error, and the agent goes on`,
    guarded(async ({ open }) => {
      const session = await open(withServers({ kit: strange(start), other: mcpServer("other", []) }));
      assertEquals((await new Peer(session).ask(PING)).error, { code: -32000, message });
      assertEquals((await new Peer(session, "other").ask(PING)).result, {});
    }),
  );
}

const GREETING = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "peer", version: "1.0.0" } },
};

Deno.test(
  "a function that never makes its server gets initialize an error after limits.hookMs",
  guarded(async ({ open }) => {
    const asked = Promise.withResolvers<void>();
    const never = () => {
      asked.resolve();
      return new Promise<never>(() => {});
    };
    const session = await open({ options: { mcpServers: { kit: never }, limits: { hookMs: 50 } } });
    const answer = new Peer(session).ask(GREETING);
    await asked.promise;
    session.clock.advance(60);
    assertStringIncludes((await answer).error.message, "could not be connected");
    assertEquals(session.diagnostics("responder_failed").length, 1);
  }),
);

Deno.test(
  "a server that is made after the end of the agent is not connected",
  guarded(async ({ open }) => {
    const asked = Promise.withResolvers<void>();
    const made = Promise.withResolvers<McpServer>();
    const session = await open(withServers({
      kit: () => {
        asked.resolve();
        return made.promise;
      },
    }));
    session.push(controlRequest({ subtype: "mcp_message", server_name: "kit", message: GREETING }, "g-1"));
    await asked.promise;
    await session.dispose();
    const server = new McpServer({ name: "late", version: "1.0.0" });
    made.resolve(server);
    await session.settled();
    assertEquals(server.isConnected(), false);
  }),
);

/** Calls a tool of this handler, and gives its result and the progress that was told. */
async function run(session: Session): Promise<{ result: Body; told: unknown[] }> {
  const params = { name: "do", arguments: {}, _meta: { progressToken: 1 } };
  const { result } = await new Peer(session).ask({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return { result, told: progressOf(session) };
}

function progressOf(session: Session): unknown[] {
  return session.transport.lines.filter(isRequest("mcp_message"))
    .map(({ request }) => (request as Body).message.params);
}

const doing = (handler: ToolHandler<unknown>) =>
  withServers({ kit: mcpServer("kit", [tool("do", "Does it", nothing, handler)]) });
const texts = (text: string) => ({ content: [{ type: "text", text }] });

Deno.test(
  "tool(): progress that is no number is told as the next step, and one that cannot be read too",
  guarded(async ({ open }) => {
    const unreadable = {
      get progress() {
        throw new Error("No");
      },
    };
    const session = await open(doing(() => of({ progress: NaN, total: Infinity }, unreadable, "a", "end")));
    assertEquals(await run(session), {
      result: texts("end"),
      told: [
        { progressToken: 1, progress: 1 },
        { progressToken: 1, progress: 2 },
        { progressToken: 1, progress: 3, message: "a" },
      ],
    });
  }),
);

Deno.test(
  "tool(): progress after the end of the call is not told",
  guarded(async ({ open }) => {
    let late: (() => void) | undefined;
    const session = await open(doing((_args, { progress }) => {
      late = () => progress("still here");
      return "done";
    }));
    assertEquals((await run(session)).result, texts("done"));
    assert(late !== undefined);
    late();
    await session.barrier();
    assertEquals(progressOf(session), []);
  }),
);

Deno.test(
  "tool(): a call that is cancelled before its handler began does not begin",
  guarded(async ({ open }) => {
    let calls = 0;
    const checking = Promise.withResolvers<void>();
    const checked = Promise.withResolvers<boolean>();
    const slow = nothing.refine(() => {
      checking.resolve();
      return checked.promise;
    });
    const count = () => ++calls;
    const tools = [tool("quick", "Counts", nothing, count), tool("slow", "Counts", slow, count)];
    const session = await open(withServers({ kit: mcpServer("kit", tools) }));
    const peer = new Peer(session);
    const call = (name: string, id: number) =>
      peer.ask({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {} } });
    const cancel = (requestId: number) =>
      peer.ask({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
    const slowly = call("slow", 2);
    await checking.promise;
    await cancel(2);
    checked.resolve(true);
    assertEquals((await slowly).error.code, -32000);
    await session.settled();
    assertEquals(calls, 0);
    assertEquals((await call("quick", 1)).result, texts("1"));
  }),
);

Deno.test(
  "mcp_message: an answer to a server's own request may have fields that JSON-RPC does not have",
  guarded(async ({ open }) => {
    const server = new McpServer({ name: "official", version: "1.0.0" });
    const session = await open(withServers({ kit: server }));
    const peer = new Peer(session);
    await peer.ask(GREETING);
    const asked = server.server.ping();
    const line = await session.transport.nextLine(isRequest("mcp_message"));
    session.transport.answer(line);
    await peer.ask({ jsonrpc: "2.0", id: (line.request as Body).message.id, result: {}, trace: "1" });
    assertEquals(await asked, {});
  }),
);

const OUTCOMES: [string, ToolHandler<unknown>, object][] = [
  ["a promise of an observable", () => Promise.resolve(of("one", "two")), texts("two")],
  ["a date", () => new Date(0), texts('"1970-01-01T00:00:00.000Z"')],
  ["what JSON leaves out", () => ({ toJSON: () => undefined }), {
    ...texts("The result cannot be written as JSON"),
    isError: true,
  }],
  ["what cannot be shown, thrown", () => Promise.reject(Object.create(null)), {
    ...texts("something that cannot be shown was thrown"),
    isError: true,
  }],
];

for (const [what, handler, result] of OUTCOMES) {
  Deno.test(
    `tool(): ${what} has a result that the model can read`,
    guarded(async ({ open }) => assertEquals((await run(await open(doing(handler)))).result, result)),
  );
}

Deno.test(
  "setMcpServers() refuses a configured server whose tools would be named as those of the script's own",
  guarded(async ({ open }) => {
    const session = await open(withServers({ my_kit: mcpServer("kit", [echo]) }));
    const error = await assertRejects(() => session.agent.setMcpServers({ "my kit": { command: "x" } }), UsageError);
    assertStringIncludes(error.message, '"my kit" and "my_kit"');
  }),
);
