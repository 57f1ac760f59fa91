import { assert, assertEquals } from "@std/assert";
import { z } from "zod";
import { mcpServer, tool } from "../../lib/mcp/mod.ts";
import { controlRequest } from "../../lib/testing/frames/mod.ts";
import { type Guard, guarded, isRequest } from "../agent/requests/mod.ts";
import { Peer, withServers } from "./_peer.ts";

const GREETING = {
  jsonrpc: "2.0",
  method: "initialize",
  id: 0,
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "claude-code", version: "2.1.332" } },
};
const echo = tool("echo", "Says it again", z.object({ s: z.string() }), ({ s }) => s);

Deno.test(
  "mcp-01: everything is answered, notifications too, and what is unknown by a JSON-RPC error",
  guarded(async ({ open }) => {
    const session = await open(withServers({ kit: mcpServer("kit", [echo]) }));
    const sent = session.transport.lines.find(isRequest("initialize"));
    assertEquals(sent?.request?.sdkMcpServers, ["kit"]);
    const peer = new Peer(session);
    const greeted = await peer.ask(GREETING);
    assertEquals([greeted.id, greeted.result.serverInfo.name], [0, "kit"]);
    assertEquals(greeted.result.protocolVersion, "2025-11-25");
    assertEquals(await peer.ask({ jsonrpc: "2.0", method: "notifications/initialized" }), {
      jsonrpc: "2.0",
      id: 0,
      result: {},
    });
    const listed = await peer.ask({ jsonrpc: "2.0", method: "tools/list", id: 1 });
    assertEquals(listed, {
      jsonrpc: "2.0",
      id: 1,
      result: {
        tools: [{
          name: "echo",
          description: "Says it again",
          inputSchema: { type: "object", properties: { s: { type: "string" } }, required: ["s"] },
          _meta: { "anthropic/alwaysLoad": true },
        }],
      },
    });
    const params = { name: "echo", arguments: { s: "x" }, _meta: { "claudecode/toolUseId": "t", progressToken: 3 } };
    assertEquals(await peer.ask({ jsonrpc: "2.0", method: "tools/call", id: 3, params }), {
      jsonrpc: "2.0",
      id: 3,
      result: { content: [{ type: "text", text: "x" }] },
    });
    const unknown = await peer.ask({ jsonrpc: "2.0", method: "prompts/list", id: 4 });
    assertEquals([unknown.id, unknown.error.code], [4, -32601]);
    const other = new Peer(session, "other");
    const nobody = await other.ask({ jsonrpc: "2.0", method: "tools/list", id: 5 });
    assertEquals([nobody.id, nobody.error.code], [5, -32601]);
    assertEquals(await other.ask({ jsonrpc: "2.0", method: "notifications/initialized" }), {
      jsonrpc: "2.0",
      id: 0,
      result: {},
    });
    assertEquals(session.diagnostics("unhandled").length, 2);
  }),
);

Deno.test(
  "mcp-02: a handler may take as long as it likes, and what it throws is an error that the model reads",
  guarded(async ({ open }) => {
    const called = Promise.withResolvers<void>();
    const fail = Promise.withResolvers<never>();
    const slow = tool("slow", "Takes its time", z.object({}), () => {
      called.resolve();
      return fail.promise;
    });
    const session = await open({
      options: { mcpServers: { kit: mcpServer("kit", [slow, echo]) }, limits: { hookMs: 70, permissionMs: 70 } },
    });
    const peer = new Peer(session);
    await peer.ask(GREETING);
    const answer = peer.ask({ jsonrpc: "2.0", method: "tools/call", id: 1, params: { name: "slow", arguments: {} } });
    await called.promise;
    session.clock.advance(3_600_000);
    // Others are answered meanwhile.
    const other = { jsonrpc: "2.0", method: "tools/call", id: 2, params: { name: "echo", arguments: { s: "y" } } };
    assertEquals((await peer.ask(other)).result.content[0].text, "y");
    fail.reject(new Error("The disk is full"));
    assertEquals(await answer, {
      jsonrpc: "2.0",
      id: 1,
      result: { content: [{ type: "text", text: "The disk is full" }], isError: true },
    });
    assertEquals((await peer.ask({ ...other, id: 3 })).result.content[0].text, "y");
  }),
);

/** A tool that waits until its signal fires. */
function waiting() {
  const called = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<unknown>();
  const wait = tool("wait", "Waits", z.object({}), (_args, { signal }) => {
    called.resolve();
    return new Promise(() => signal.addEventListener("abort", () => stopped.resolve(signal.reason)));
  });
  return { server: mcpServer("kit", [wait, echo]), called: called.promise, stopped: stopped.promise };
}
const WAIT = { jsonrpc: "2.0", method: "tools/call", id: 7, params: { name: "wait", arguments: {} } };

/** A session in which a call is at work: the request `w-1`. */
async function withCall(open: Guard["open"]) {
  const { server, called, stopped } = waiting();
  const session = await open(withServers({ kit: server }));
  const peer = new Peer(session);
  await peer.ask(GREETING);
  session.push(controlRequest({ subtype: "mcp_message", server_name: "kit", message: WAIT }, "w-1"));
  await called;
  return { session, peer, stopped };
}

Deno.test(
  "mcp-02: notifications/cancelled fires the handler's signal, and the call is answered all the same",
  guarded(async ({ open }) => {
    const { server, called, stopped } = waiting();
    const session = await open(withServers({ kit: server }));
    const peer = new Peer(session);
    await peer.ask(GREETING);
    const answer = peer.ask(WAIT);
    await called;
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7, reason: "enough" } };
    assertEquals((await peer.ask(cancelled)).result, {});
    assertEquals(await stopped, "enough");
    assertEquals((await answer).id, 7);
    assertEquals((await answer).error, { code: -32000, message: "The request was cancelled" });
    // A second one, and one for what is not there, are answered too.
    assertEquals((await peer.ask(cancelled)).result, {});
  }),
);

Deno.test(
  "mcp-02: a call that the CLI takes back fires the handler's signal, and is not answered",
  guarded(async ({ open }) => {
    const { session, stopped } = await withCall(open);
    session.cancel("w-1");
    await stopped;
    await session.barrier();
    assertEquals(session.responses("w-1"), []);
  }),
);

Deno.test(
  "mcp-02: the end of the agent fires the handler's signal, and the call is answered",
  guarded(async ({ open }) => {
    const { session, peer, stopped } = await withCall(open);
    session.leave();
    await stopped;
    const { response } = await session.response("w-1");
    assertEquals(response.mcp_response.id, 7);
    assert(response.mcp_response.error.message.includes("ending"));
    // What still comes is answered: news by a word, requests by an error.
    const late = await peer.ask({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } });
    assertEquals(late.result, {});
    assertEquals((await peer.ask({ ...WAIT, id: 8 })).error.code, -32000);
  }),
);

Deno.test(
  "a server that is greeted anew while a call runs gives each call its own answer",
  guarded(async ({ open }) => {
    const first = Promise.withResolvers<string>();
    const called = Promise.withResolvers<void>();
    const hold = tool("hold", "Holds", z.object({}), () => {
      called.resolve();
      return first.promise;
    });
    const session = await open(withServers({ kit: mcpServer("kit", [hold, echo]) }));
    const peer = new Peer(session);
    await peer.ask(GREETING);
    const held = peer.ask({ jsonrpc: "2.0", method: "tools/call", id: 2, params: { name: "hold", arguments: {} } });
    await called.promise;
    // Both versions count from the start then.
    assertEquals((await peer.ask(GREETING)).id, 0);
    const again = { jsonrpc: "2.0", method: "tools/call", id: 2, params: { name: "echo", arguments: { s: "new" } } };
    assertEquals((await peer.ask(again)).result.content[0].text, "new");
    first.resolve("old");
    assertEquals((await held).result.content[0].text, "old");
    assertEquals((await held).id, 2);
  }),
);
