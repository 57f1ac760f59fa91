import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag, type OptionNames } from "../protocol/option_bag.ts";
import {
  type InProcessServer,
  type ServerTransport,
  TOOL_SERVER,
  type ToolServerFacts,
} from "../protocol/mcp/in_process.ts";
import { sdkServer } from "./_sdk_server.ts";
import type { McpTool } from "./tool.ts";

/** Options of `mcpServer`. */
export interface McpServerOptions {
  /** The server's version. @default "1.0.0" */
  version?: string;
  /** What the model is told about the tools as a whole. @default nothing */
  instructions?: string;
  /**
   * Whether the model sees the tools at once. 2.1.332 otherwise tells it their names alone, and it has to search for a
   * tool before it can call it.
   *
   * @default true
   */
  alwaysLoad?: boolean;
}

const OPTIONS: OptionNames<McpServerOptions> = { version: true, instructions: true, alwaysLoad: true };

/** An MCP server made of tools. It can serve any number of agents, each by a connection of its own. */
export interface ToolServer extends InProcessServer {
  /** What the server calls itself. The names of tools are made of the name in the option `mcpServers`. */
  readonly name: string;
  /** Its tools. */
  readonly tools: readonly McpTool[];
}

/**
 * Makes an MCP server of tools, for the option `mcpServers` and for `agent.setMcpServers`. It lives in the script: no
 * process, no port.
 *
 * The CLI asks about calls of its tools as about others, and rules name them `mcp__server__tool`: `allowTools("mcp__kit")`
 * allows all of a server `kit`, `denyTools("mcp__kit__drop")` refuses one. A tool with `allow: true` needs no rule.
 *
 * @example Tools that a rule allows
 * ```ts
 * import { allowTools, claude } from "@turnstream/turnstream";
 * import { mcpServer, tool } from "@turnstream/turnstream/mcp";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 * import { z } from "zod";
 *
 * const stock = new Map([["apples", 3]]);
 * const kit = mcpServer("stock", [
 *   tool("count", "How many there are", z.object({ what: z.string() }), ({ what }) => stock.get(what) ?? 0),
 *   tool("drop", "Throws all away", z.object({ what: z.string() }), ({ what }) => stock.delete(what)),
 * ]);
 * const seen: unknown[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   seen.push((await cli.tool("mcp__stock__count", { what: "apples" })).result);
 *   seen.push((await cli.tool("mcp__stock__drop", { what: "apples" })).behavior);
 *   await cli.end();
 * });
 * await lastValueFrom(claude("How many?", { transport, mcpServers: { stock: kit } }).pipe(
 *   allowTools("mcp__stock__count"),
 * ));
 * assertEquals(seen, ["3", "deny"]);
 * ```
 *
 * @example A server object of the MCP SDK, unchanged
 * ```ts
 * import { allowTools, claude } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 * import { z } from "zod";
 *
 * const server = new McpServer({ name: "greeter", version: "1.0.0" });
 * server.registerTool(
 *   "greet",
 *   { description: "Greets", inputSchema: { who: z.string() } },
 *   ({ who }: { who: string }) => ({ content: [{ type: "text", text: `Hello, ${who}` }] }),
 * );
 * let greeting: string | undefined;
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   greeting = (await cli.tool("mcp__greeter__greet", { who: "Ada" })).result;
 *   await cli.end();
 * });
 * await lastValueFrom(claude("Greet Ada", { transport, mcpServers: { greeter: server } }).pipe(
 *   allowTools("mcp__greeter"),
 * ));
 * assertEquals(greeting, "Hello, Ada");
 * ```
 *
 * @example A server that comes, is switched off, and goes while the agent runs
 * ```ts
 * import { connect } from "@turnstream/turnstream";
 * import { mcpServer } from "@turnstream/turnstream/mcp";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => void await cli.prompt());
 * await using agent = await connect({ transport });
 * await agent.setMcpServers({ kit: mcpServer("kit", []) });
 * await agent.mcpToggle("kit", false);
 * assertEquals((await agent.mcpStatus()).map(({ name, status }) => [name, status]), [["kit", "disabled"]]);
 * assertEquals((await agent.setMcpServers({})).removed, ["kit"]);
 * ```
 *
 * @param name What the server calls itself.
 * @param tools Its tools.
 * @param options Its version, its instructions. @default none
 * @returns The server.
 * @throws {UsageError} If two tools have one name, or something is no tool.
 */
export function mcpServer(name: string, tools: readonly McpTool[], options: McpServerOptions = {}): ToolServer {
  if (typeof name !== "string" || name.trim() === "") {
    throw new UsageError(`Cannot use ${JSON.stringify(name)} as the name of an MCP server: it must say something`);
  }
  checkOptionBag(`mcpServer("${name}")`, options, OPTIONS);
  const names = new Set<string>();
  for (const each of Array.isArray(tools) ? tools as readonly McpTool[] : [undefined]) {
    if (typeof each?.handler !== "function" || typeof each.name !== "string") {
      throw new UsageError(`Cannot make the MCP server "${name}" of this: give a list of what tool(…) gave`);
    }
    if (names.has(each.name)) {
      throw new UsageError(`Cannot give the MCP server "${name}" two tools of the name "${each.name}": rename one`);
    }
    names.add(each.name);
  }
  const own = [...tools];
  const facts: ToolServerFacts = {
    allowed: own.filter(({ options: { allow } }) => allow === true)
      .map(({ name, options: { readOnly } }) => ({ name, readOnly: readOnly === true })),
  };
  const server: ToolServer = {
    name,
    tools: own,
    connect: (transport: ServerTransport) =>
      sdkServer(name, own, options).connect(transport as unknown as Parameters<Server["connect"]>[0]),
  };
  return Object.defineProperty(server, TOOL_SERVER, { value: facts });
}
