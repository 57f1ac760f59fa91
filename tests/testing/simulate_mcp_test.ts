import { assertEquals, assertStringIncludes } from "@std/assert";
import { lastValueFrom, toArray } from "rxjs";
import { z } from "zod";
import { claude } from "../../lib/agent/claude.ts";
import { connect } from "../../lib/agent/connect.ts";
import type { AgentEvent } from "../../lib/agent/events.ts";
import { image, mcpServer, tool } from "../../lib/mcp/mod.ts";
import { allowTools } from "../../lib/operators/allow_tools.ts";
import { ofType } from "../../lib/operators/of_type.ts";
import { simulate } from "../../lib/testing/simulate.ts";

const nothing = z.object({});

/** A server of tools for the simulation, and what happened in them. */
function kit() {
  const stopped = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  const server = mcpServer("kit", [
    tool("echo", "Says it again", z.object({ text: z.string() }), ({ text }) => text, { allow: true }),
    tool("data", "Gives data", nothing, () => ({ a: 1 }), { allow: true }),
    tool("show", "Shows", nothing, () => [{ type: "text", text: "look" }, image("AQID")], { allow: true }),
    tool("fails", "Fails", nothing, () => Promise.reject(new Error("Out of paper")), { allow: true }),
    tool("wait", "Waits", nothing, (_args, { signal }) => {
      called.resolve();
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          stopped.resolve();
          reject(signal.reason);
        })
      );
    }, { allow: true }),
  ]);
  return { server, called: called.promise, stopped: stopped.promise };
}

for (const version of ["2.1.332", "2.1.197"] as const) {
  Deno.test(`simulate() calls the tools of the script's own servers, as the CLI does (${version})`, async () => {
    const results: unknown[] = [];
    const transport = simulate(async (cli) => {
      await cli.prompt();
      const call = async (name: string, input = {}, options = {}) => {
        const { behavior, result, message } = await cli.tool(`mcp__kit__${name}`, input, options);
        results.push(behavior === "allow" ? result : message);
      };
      await call("echo", { text: "hi" });
      await call("data");
      await call("show");
      await call("fails");
      await call("echo", { text: "hi" }, { result: "canned" });
      await call("nope");
      await cli.end();
    }, { version });
    const events = await lastValueFrom(
      claude("go", { transport, settingSources: [], mcpServers: { kit: kit().server } }).pipe(toArray()),
    );
    assertEquals(transport.failures, []);
    assertEquals(results, [
      "hi",
      '{"a":1}',
      "look",
      "Out of paper",
      "canned",
      "No such tool available: mcp__kit__nope",
    ]);
    const init = events.find((event) => event.type === "system" && event.subtype === "init") as
      & AgentEvent
      & { type: "system"; subtype: "init" };
    assertEquals(init.mcp_servers?.map(({ name, status }) => [name, status]), [["kit", "connected"]]);
    assertEquals(init.tools?.filter((name) => name.startsWith("mcp__")), [
      "mcp__kit__data",
      "mcp__kit__echo",
      "mcp__kit__fails",
      "mcp__kit__show",
      "mcp__kit__wait",
    ]);
    const failed = events.filter((event) => event.type === "user").flatMap(({ message: { content } }) =>
      typeof content === "string" ? [] : content.filter((block) => block.type === "tool_result" && block.is_error)
    );
    assertEquals(failed.length, 2);
  });
}

Deno.test("simulate() tells a tool of the script that its turn was interrupted", async () => {
  const own = kit();
  const transport = simulate(async (cli) => {
    await cli.prompt("wait");
    await cli.tool("mcp__kit__wait", {});
    await cli.prompt("go on");
    assertEquals((await cli.tool("mcp__kit__echo", { text: "here" })).result, "here");
    await cli.end();
  });
  await using agent = await connect({ transport, mcpServers: { kit: own.server } });
  const turn = agent.ask("wait");
  await own.called;
  await agent.interrupt();
  await own.stopped;
  assertEquals((await turn).outcome, "interrupted");
  assertEquals((await agent.ask("go on")).outcome, "success");
  assertEquals(transport.failures, []);
});

Deno.test("simulate() adds, removes and switches servers of the script, as each version does", async () => {
  for (const version of ["2.1.332", "2.1.197"] as const) {
    const results: unknown[] = [];
    const transport = simulate(async (cli) => {
      while (await cli.prompt()) {
        const { behavior, result, message } = await cli.tool("mcp__extra__echo", { text: "x" });
        results.push(behavior === "allow" ? result : message);
        await cli.end();
      }
    }, { version });
    await using agent = await connect(
      { transport, mcpServers: { kit: kit().server } },
      (events) => events.pipe(allowTools("mcp__extra")),
    );
    // The older CLI greets the servers of the launch when the first turn begins.
    assertEquals((await agent.mcpStatus()).length, version === "2.1.332" ? 1 : 0);
    const answer = await agent.setMcpServers({ extra: kit().server, out: { command: "x" } });
    assertEquals(answer, { added: ["out", "extra"], removed: [], errors: {} });
    await agent.ask("one");
    await agent.mcpToggle("extra", false);
    assertEquals((await agent.mcpStatus()).map(({ name }) => name), ["kit", "extra"]);
    await agent.ask("two");
    await agent.mcpToggle("extra", true);
    await agent.ask("three");
    assertEquals((await agent.setMcpServers({})).removed, ["out", "extra"]);
    const unknown = "No such tool available: mcp__extra__echo";
    const off = version === "2.1.332" ? unknown : "MCP error -32000: The server is switched off";
    assertEquals(results, ["x", off, "x"]);
    for (const call of [() => agent.mcpReconnect("kit"), () => agent.mcpCall("mcp__kit__echo", { text: "x" })]) {
      assertStringIncludes(await call().then(() => "", (error: Error) => error.message), "SDK");
    }
  }
});

Deno.test("simulate() waits with a turn until the script's servers are connected", async () => {
  const late = Promise.withResolvers<void>();
  const order: string[] = [];
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.end();
  });
  const mcpServers = {
    late: async () => {
      await late.promise;
      order.push("connected");
      return kit().server;
    },
  };
  const running = lastValueFrom(claude("go", { transport, mcpServers }).pipe(ofType("system"), toArray()));
  queueMicrotask(() => late.resolve());
  for (const { subtype } of await running) if (subtype === "init") order.push("init");
  assertEquals(order, ["connected", "init"]);
});
