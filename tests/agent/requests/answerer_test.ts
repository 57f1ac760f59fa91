import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import type { AnswererPlan } from "../../../lib/agent/opening.ts";
import { controlRequest } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";
import { registers } from "./_asker.ts";

const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };

function server(name: string, answer: AnswererPlan["answer"]) {
  return registers({
    kind: "answerer",
    name: `server ${name}`,
    subtype: "mcp_message",
    takes: (request) => request.server_name === name,
    answer,
  });
}

function mcp(name: string, id: string) {
  return controlRequest({ subtype: "mcp_message", server_name: name, message }, id);
}

Deno.test(
  "mcp_message without a server in the host is a JSON-RPC error and an unhandled diagnostic",
  guarded(async ({ open }) => {
    const session = await open();
    const { response } = await session.ask(mcp("notes", "m-1"));
    assertEquals(response, {
      mcp_response: {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32601, message: 'The script has no MCP server "notes"' },
      },
    });
    assertEquals(session.diagnostics("unhandled").length, 1);
  }),
);

Deno.test(
  "an answerer answers the requests that it takes, and no others",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(
        server("notes", () => ({ mcp_response: { jsonrpc: "2.0", id: 1, result: "notes" } })),
        server("maps", () => Promise.resolve({ mcp_response: { jsonrpc: "2.0", id: 1, result: "maps" } })),
      ),
    });
    const results = [];
    for (const name of ["notes", "maps"]) {
      results.push((await session.ask(mcp(name, `m-${name}`))).response.mcp_response.result);
    }
    assertEquals(results, ["notes", "maps"]);
    assertEquals((await session.ask(mcp("other", "m-3"))).response.mcp_response.error.code, -32601);
  }),
);

const BROKEN: [string, AnswererPlan["answer"]][] = [
  ["throws", () => {
    throw new Error("boom");
  }],
  ["gives nothing", () => undefined],
  ["gives no object", () => "x" as never],
  ["gives what is no JSON", () => ({ count: 1n }) as never],
];

for (const [what, answer] of BROKEN) {
  Deno.test(
    `an answerer that ${what} is a control error and a responder_failed diagnostic`,
    guarded(async ({ open, printed }) => {
      const session = await open({ pipeline: server("notes", answer) });
      const { subtype, error } = await session.ask(mcp("notes", "m-1"));
      assertEquals([subtype, error], ["error", "The script failed to answer mcp_message notes"]);
      assertStringIncludes(printed[0] ?? "", "server notes gave no answer to mcp_message notes");
    }),
  );
}

Deno.test(
  "an answerer that is late is a control error at limits.hookMs, and its signal fires",
  guarded(async ({ open, printed }) => {
    let signal: AbortSignal | undefined;
    const session = await open({
      options: { limits: { hookMs: 70 } },
      pipeline: server("notes", (_request, given) => {
        signal = given;
        return new Promise(() => {});
      }),
    });
    session.push(mcp("notes", "m-1"));
    await session.barrier();
    session.clock.advance(70);
    assertEquals((await session.response("m-1")).subtype, "error");
    assert(signal?.aborted);
    assertEquals(printed.length, 1);
  }),
);

Deno.test(
  "keep_alive reaches nobody, and no diagnostic tells of it",
  guarded(async ({ open }) => {
    const session = await open();
    session.push({ type: "keep_alive" });
    await session.barrier();
    assertEquals(session.events.filter(({ type }) => (type as string) === "keep_alive"), []);
    assertEquals(session.diagnostics(), []);
  }),
);
