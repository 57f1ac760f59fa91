import { UsageError } from "../../protocol/errors.ts";
import { type InProcessServer, type ServerFactory, toolServerFacts } from "../../protocol/mcp/in_process.ts";
import { shared } from "../brand.ts";

// Which agent a server object speaks to, for all copies of the package.
const owners: WeakMap<object, object> = shared("mcp-servers", () => new WeakMap());

/**
 * Notes that a server object serves an agent from now on.
 *
 * @throws {UsageError} If it serves another one: a server object of the MCP SDK speaks to one client at a time.
 */
export function claimServer(name: string, server: InProcessServer | ServerFactory, owner: object): void {
  if (servesMany(server)) return;
  const taken = owners.get(server);
  if (taken === undefined && !isConnected(server as InProcessServer)) return void owners.set(server, owner);
  const how = taken === owner ? "it stands under another name already" : "it serves another client already";
  throw new UsageError(
    `Cannot use the server object of the MCP server ${
      JSON.stringify(name)
    }: ${how}, and it can speak to one at a time. ` +
      "Give a function that makes a fresh one, as in { kit: () => new McpServer(…) }",
  );
}

/** Lets a server object go, so that another agent can have it. */
export function releaseServer(server: InProcessServer | ServerFactory, owner: object): void {
  if (owners.get(server) === owner) owners.delete(server);
}

function servesMany(server: InProcessServer | ServerFactory): boolean {
  return typeof server === "function" || toolServerFacts(server) !== undefined;
}

/** The MCP SDK's own signs of a connection: `Server` has its transport, `McpServer` a method. */
function isConnected(server: InProcessServer): boolean {
  const { transport, isConnected } = server as { transport?: unknown; isConnected?: unknown };
  return transport !== undefined || (typeof isConnected === "function" && isConnected.call(server) === true);
}
