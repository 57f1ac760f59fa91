import { assertEquals, assertRejects } from "@std/assert";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { ControlError } from "../../lib/agent/errors.ts";
import { AddedServers } from "../../lib/agent/mcp/added_servers.ts";
import type { ServerLink } from "../../lib/agent/mcp/server_link.ts";
import type { RequestOptions } from "../../lib/agent/controls/request_options.ts";
import { mcpServer, tool } from "../../lib/mcp/mod.ts";
import type { McpServerOption } from "../../lib/protocol/mcp/in_process.ts";
import { canUseTool, controlError, controlSuccess } from "../../lib/testing/frames/mod.ts";
import { guarded, type Session } from "../agent/requests/mod.ts";
import { client, Peer, withServers } from "./_peer.ts";

const DONE = { added: [], removed: [], errors: {} };
const official = () => new McpServer({ name: "official", version: "1.0.0" });
const kit = mcpServer("kit", [tool("push", "Pushes", z.object({}), () => "pushed", { allow: true })]);

/** Asks for servers; gives the id of the request, and its failure. */
async function given(session: Session, servers: Record<string, McpServerOption>, options?: RequestOptions) {
  const changed = session.agent.setMcpServers(servers, options);
  const id = await session.requestId("mcp_set_servers");
  return { id, changed };
}

/** Asks for servers and gets them. */
async function change(session: Session, servers: Record<string, McpServerOption>): Promise<void> {
  const { id, changed } = await given(session, servers);
  session.push(controlSuccess(id, DONE));
  await changed;
}

/** Asks for servers and stops waiting for them; gives the id of the request. */
async function givenUp(session: Session, servers: Record<string, McpServerOption>): Promise<string> {
  const { id, changed } = await given(session, servers, { timeoutMs: 50 });
  const late = assertRejects(() => changed, ControlError);
  session.clock.advance(50);
  assertEquals((await late).kind, "timeout");
  return id;
}

/** Whether a server of this name is there for the CLI. */
async function isThere(session: Session, name: string): Promise<boolean> {
  const { error } = await new Peer(session, name).ask({ jsonrpc: "2.0", id: 1, method: "ping" });
  return error === undefined;
}

async function there(session: Session): Promise<string[]> {
  const names = ["own", "old", "new", "newer"];
  const found = await Promise.all(names.map((name) => isThere(session, name)));
  return names.filter((_, index) => found[index]);
}

const OWN = withServers({ own: mcpServer("own", []) });

Deno.test(
  "setMcpServers() that nobody waits for any more holds once the CLI answers it",
  guarded(async ({ open }) => {
    const session = await open(OWN);
    const old = official();
    await change(session, { old });
    await client(session, "old");
    const id = await givenUp(session, { new: official() });
    // Nobody knows whether the CLI has done it.
    assertEquals([await there(session), old.isConnected()], [["own", "old", "new"], true]);
    session.push(controlSuccess(id, DONE));
    await session.barrier();
    assertEquals([await there(session), old.isConnected()], [["own", "new"], false]);
    await session.finish();
    assertEquals([session.end, session.diagnostics("noise")], ["completed", []]);
  }),
);

Deno.test(
  "setMcpServers() whose signal is aborted holds once the CLI answers it",
  guarded(async ({ open }) => {
    const session = await open(OWN);
    const abort = new AbortController();
    const { id, changed } = await given(session, { new: official() }, { signal: abort.signal });
    abort.abort(new Error("No patience"));
    await assertRejects(() => changed, Error, "No patience");
    session.push(controlSuccess(id, DONE));
    await session.barrier();
    assertEquals(await there(session), ["own", "new"]);
  }),
);

Deno.test(
  "setMcpServers() that nobody waits for any more changes nothing if it is refused",
  guarded(async ({ open }) => {
    const session = await open(OWN);
    const server = official();
    const id = await givenUp(session, { new: server });
    await client(session, "new");
    session.push(controlError(id, "No more servers"));
    await session.barrier();
    assertEquals([await there(session), server.isConnected()], [["own"], false]);
    // It was let go.
    await change(session, { newer: server });
    assertEquals(await there(session), ["own", "newer"]);
  }),
);

Deno.test(
  "setMcpServers() overtakes an earlier call without an answer, whose late answer or refusal changes nothing",
  guarded(async ({ open }) => {
    for (const late of [(id: string) => controlSuccess(id, DONE), (id: string) => controlError(id, "Too late")]) {
      const session = await open(OWN);
      const first = await givenUp(session, { new: official() });
      const second = await given(session, { newer: official() });
      assertEquals(await there(session), ["own", "new", "newer"]);
      session.push(controlSuccess(second.id, DONE));
      await second.changed;
      assertEquals(await there(session), ["own", "newer"]);
      session.push(late(first));
      await session.barrier();
      assertEquals(await there(session), ["own", "newer"]);
    }
  }),
);

Deno.test(
  "setMcpServers() that is refused leaves an earlier one without an answer as it was",
  guarded(async ({ open }) => {
    const session = await open(OWN);
    const first = await givenUp(session, { new: official() });
    const second = await given(session, { newer: official() });
    session.push(controlError(second.id, "No more servers"));
    await assertRejects(() => second.changed, ControlError, "No more servers");
    assertEquals(await there(session), ["own", "new"]);
    session.push(controlSuccess(first, DONE));
    await session.barrier();
    assertEquals(await there(session), ["own", "new"]);
  }),
);

Deno.test(
  "setMcpServers() that was never sent changes nothing, and lets the servers go",
  guarded(async ({ open }) => {
    const session = await open(OWN);
    const server = official();
    const signal = AbortSignal.abort(new Error("Not at all"));
    await assertRejects(() => session.agent.setMcpServers({ new: server }, { signal }), Error, "Not at all");
    await assertRejects(() => session.agent.setMcpServers({ new: server }, { timeoutMs: -1 }), Error, "timeoutMs");
    assertEquals(await there(session), ["own"]);
    await change(session, { newer: server });
    assertEquals(await there(session), ["own", "newer"]);
  }),
);

Deno.test(
  "tool() with allow counts no more once the removal of its server was sent, and again if that is refused",
  guarded(async ({ open }) => {
    const session = await open(OWN);
    const { id, changed } = await given(session, { kit });
    session.push(controlSuccess(id, DONE));
    await changed;
    await client(session, "kit");
    const asked = async (requestId: string) => {
      session.push(canUseTool("mcp__kit__push", {}, { requestId }));
      return (await session.response(requestId)).response.behavior;
    };
    assertEquals(await asked("p-1"), "allow");
    // Whose server bears the name now, nobody knows.
    const removed = await givenUp(session, {});
    assertEquals(await asked("p-2"), "deny");
    session.push(controlError(removed, "It is busy"));
    await session.barrier();
    assertEquals(await asked("p-3"), "allow");
  }),
);

Deno.test("AddedServers keeps a server as long as any change may keep it, and closes it once", () => {
  const closed: unknown[] = [];
  const [x, y] = [{ name: "x" }, { name: "y" }] as unknown as ServerLink[];
  const servers = new AddedServers((link) => closed.push(link));
  const first = servers.follow(new Map([["x", x!]]));
  const second = servers.follow(new Map([["x", x!], ["y", y!]]));
  first.onRefusal();
  assertEquals([[...servers.all.keys()], closed], [["x", "y"], []]);
  const third = servers.follow(new Map());
  assertEquals([[...servers.all.keys()], [...servers.wanted.keys()]], [["x", "y"], []]);
  second.onAnswer();
  first.onAnswer();
  assertEquals([[...servers.all.keys()], closed], [["x", "y"], []]);
  third.onAnswer();
  third.onRefusal();
  assertEquals([[...servers.all.keys()], closed], [[], [x, y]]);
});
