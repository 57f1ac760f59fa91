import { assertEquals, assertStringIncludes } from "@std/assert";
import { lastValueFrom, type MonoTypeOperatorFunction, pipe } from "rxjs";
import { z } from "zod";
import { claude } from "../../lib/agent/claude.ts";
import type { AgentEvent, DecisionRecord } from "../../lib/agent/events.ts";
import type { ClaudeOptions } from "../../lib/agent/options.ts";
import { mcpServer, tool } from "../../lib/mcp/mod.ts";
import { decisions, denyTools, onlyTools, onPermission } from "../../lib/operators/mod.ts";
import { canUseTool, controlSuccess } from "../../lib/testing/frames/mod.ts";
import { simulate } from "../../lib/testing/simulate.ts";
import type { ToolOutcome } from "../../lib/testing/scenario_options.ts";
import { guarded, isRequest } from "../agent/requests/mod.ts";
import { client, withServers } from "./_peer.ts";

const nothing = z.object({});
const kit = mcpServer("kit", [
  tool("look", "Looks", nothing, () => "looked", { allow: true, readOnly: true }),
  tool("push", "Pushes", nothing, () => "pushed", { allow: true }),
  tool("drop", "Drops", nothing, () => "dropped"),
]);
const NAMES = ["look", "push", "drop"].map((name) => `mcp__kit__${name}`);

/** Calls every tool under a policy, and gives what came of it. */
async function play(
  policy: MonoTypeOperatorFunction<AgentEvent> = pipe(),
  options: ClaudeOptions & { version?: "2.1.332" | "2.1.197" } = {},
): Promise<ToolOutcome[]> {
  const outcomes: ToolOutcome[] = [];
  const { version = "2.1.332", ...rest } = options;
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (const name of NAMES) outcomes.push(await cli.tool(name, {}));
    await cli.end();
  }, { version });
  const all = { settingSources: [], transport, mcpServers: { kit }, onDiagnostic: () => {}, ...rest };
  await lastValueFrom(claude("go", all).pipe(policy));
  return outcomes;
}

const behaviors = (outcomes: ToolOutcome[]) => outcomes.map(({ behavior }) => behavior);

for (const version of ["2.1.332", "2.1.197"] as const) {
  Deno.test(`tool() with allow is allowed without a rule, others are not (${version})`, async () => {
    const outcomes = await play(pipe(), { version });
    assertEquals(outcomes.map(({ behavior, result }) => result ?? behavior), ["looked", "pushed", "deny"]);
  });
}

Deno.test("tool() with allow is allowed where a function makes the server", async () => {
  assertEquals(behaviors(await play(pipe(), { mcpServers: { kit: () => kit } })), ["allow", "allow", "deny"]);
});

Deno.test("tool() with allow does not get past a gate", async () => {
  assertEquals(behaviors(await play(denyTools("mcp__kit__push"))), ["allow", "deny", "deny"]);
  assertEquals(behaviors(await play(denyTools("mcp__kit"))), ["deny", "deny", "deny"]);
  assertEquals(behaviors(await play(onlyTools("mcp__kit__look"))), ["allow", "deny", "deny"]);
});

Deno.test("tool() with allow comes after every responder of the pipeline", async () => {
  const asked: string[] = [];
  const policy = onPermission((request) => {
    asked.push(request.toolName);
    return request.toolName === "mcp__kit__push" ? request.deny("Not today") : undefined;
  });
  const outcomes = await play(policy);
  assertEquals(asked, NAMES);
  assertEquals(behaviors(outcomes), ["allow", "deny", "deny"]);
  assertEquals(outcomes[1]?.message, "Not today");
});

Deno.test("tool() with allow is no answer where a responder failed", async () => {
  const broken = onPermission(() => {
    throw new Error("broken");
  });
  assertEquals(behaviors(await play(broken)), ["deny", "deny", "deny"]);
  const forgotten = onPermission((request) => void request.deny("Not today") as undefined);
  assertEquals(behaviors(await play(forgotten)), ["deny", "deny", "deny"]);
});

Deno.test("tool() with allow is allowed in plan mode where it changes nothing", async () => {
  assertEquals(behaviors(await play(pipe(), { permissionMode: "plan" })), ["allow", "deny", "deny"]);
});

Deno.test("tool() with allow stands in the record of decisions", async () => {
  const records: DecisionRecord[] = [];
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.tool("mcp__kit__look", {});
    await cli.end();
  });
  await claude("go", { settingSources: [], transport, mcpServers: { kit } }).pipe(decisions()).forEach((record) => {
    records.push(record);
  });
  assertEquals(records.map(({ toolName, decision, by, rule }) => [toolName, decision, by, rule]), [
    ["mcp__kit__look", "allow", "tool()", "mcp__kit__look"],
  ]);
});

Deno.test(
  "tool() with allow: a call of somebody else's tool, and a question for a person, are not answered",
  guarded(async ({ open }) => {
    const session = await open(withServers({ kit }));
    const ask = async (fields: object) => (await session.permission("mcp__kit__look", {}, fields)).behavior;
    // Before the server has answered, the name may be another server's.
    assertEquals(await ask({ mcp_server: { name: "kit", source: "sdk" } }), "deny");
    await client(session);
    assertEquals(await ask({ mcp_server: { name: "kit", source: "sdk" } }), "allow");
    assertEquals(await ask({}), "allow");
    assertEquals(await ask({ mcp_server: { name: "kit", source: "project" } }), "deny");
    assertEquals(await ask({ mcp_server: { name: "k it", source: "sdk" } }), "deny");
    assertEquals(await ask({ requires_user_interaction: true }), "deny");
    const { response } = await session.ask(canUseTool("mcp__kit__looks", {}, { requestId: session.nextId() }));
    assertStringIncludes(response.message, "No policy allowed the tool mcp__kit__looks");
  }),
);

Deno.test(
  "tool() with allow: a server that is switched off allows nothing, and its tools are not called",
  guarded(async ({ open }) => {
    const session = await open(withServers({ kit }));
    const { client: peer } = await client(session);
    const toggle = async (enabled: boolean, error?: string) => {
      const done = session.agent.mcpToggle("kit", enabled).catch((reason: Error) => reason.message);
      const line = await session.transport.nextLine(isRequest("mcp_toggle"));
      if (error === undefined) session.transport.answer(line);
      else {
        session.push({
          type: "control_response",
          response: { subtype: "error", request_id: line.request_id, error },
        });
      }
      return await done;
    };
    const call = () => peer.callTool({ name: "look", arguments: {} });
    const ask = async () => (await session.permission("mcp__kit__look", {})).behavior;
    assertStringIncludes(String(await toggle(false, "Server not found: kit")), "Server not found");
    assertEquals(await ask(), "allow");
    await toggle(false);
    assertEquals(await ask(), "deny");
    assertStringIncludes(await call().then(() => "it ran", (error: Error) => error.message), "switched off");
    // As 2.1.197 answers, which never switched it off.
    assertEquals(await toggle(true, "SDK servers should be handled in print.ts"), undefined);
    assertEquals(await ask(), "allow");
    assertEquals((await call()).content, [{ type: "text", text: "looked" }]);
  }),
);

Deno.test(
  "tool() with allow: a server is off for what the CLI asks behind its answer, in one piece",
  guarded(async ({ open }) => {
    const session = await open(withServers({ kit }));
    await client(session);
    const done = session.agent.mcpToggle("kit", false);
    const line = await session.transport.nextLine(isRequest("mcp_toggle"));
    session.push(controlSuccess(line.request_id!), canUseTool("mcp__kit__look", {}, { requestId: "p-1" }));
    await done;
    assertEquals((await session.response("p-1")).response.behavior, "deny");
  }),
);
