import type { McpServerOption } from "../../protocol/mcp/in_process.ts";
import type {
  McpCallAnswer,
  McpResourceContent,
  McpServerStatus,
  McpSetServersAnswer,
} from "../../protocol/requests/mod.ts";
import type { RequestOptions } from "./request_options.ts";

/**
 * What a script can ask about MCP servers. All of it works before the first turn, in a turn and between turns alike; a
 * change is seen by the model from its next call on.
 *
 * @example A server that is added while the agent runs
 * ```ts
 * import { connect } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => void await cli.prompt());
 * await using agent = await connect({ transport });
 * const { added, errors } = await agent.setMcpServers({ kit: { command: "kit-server" } });
 * assertEquals([added, errors], [["kit"], {}]);
 * ```
 */
export interface McpControls {
  /**
   * Tells how the MCP servers are.
   *
   * @returns One entry a server. Their configurations may hold keys: do not log them.
   */
  mcpStatus(): Promise<McpServerStatus[]>;

  /**
   * Connects an MCP server anew.
   *
   * @param serverName Its name, as `mcpStatus` tells it.
   * @param options How long it may take.
   * @returns When it is connected. Rejects with a `ControlError` of kind `refused` for an unknown server, and for one
   * that does not connect.
   */
  mcpReconnect(serverName: string, options?: RequestOptions): Promise<void>;

  /**
   * Switches an MCP server on or off. One that lives in the script is greeted anew when it comes back. On 2.1.197 the
   * model goes on seeing the tools of such a server while it is off; a call of one is then an error.
   *
   * @param serverName Its name.
   * @param enabled Whether it is on.
   * @param options How long it may take.
   * @returns When it is done. Rejects with a `ControlError` of kind `refused` for an unknown server.
   */
  mcpToggle(serverName: string, enabled: boolean, options?: RequestOptions): Promise<void>;

  /**
   * Gives the MCP servers that were added while the session runs, all of them: those of an earlier call that are not
   * among them go. Servers of the launch stay. Their tools pass the gates and responders as all do. A server that lives
   * in the script is greeted within the call or right after it.
   *
   * @param servers The servers by name, as in the option `mcpServers`, those that live in the script too.
   * @param options How long it may take.
   * @returns What came, what went, and what failed: a server that does not start is no rejection.
   */
  setMcpServers(
    servers: Readonly<Record<string, McpServerOption>>,
    options?: RequestOptions,
  ): Promise<McpSetServersAnswer>;

  /**
   * Calls a tool of an MCP server at once. The call is the script's own: the CLI calls no hook and asks for no
   * permission. The agent's gates judge it nevertheless, so that no call gets past them by this way; responders do not.
   *
   * @param tool The tool's full name, `mcp__server__tool`.
   * @param input Its input.
   * @param options How long it may take.
   * @returns What it gave. Rejects with a `ControlError` of kind `refused` where a gate refuses it, the server is not
   * connected, or the tool fails.
   */
  mcpCall(tool: string, input?: Record<string, unknown>, options?: RequestOptions): Promise<McpCallAnswer>;

  /**
   * Reads a resource of an MCP server. Not there on 2.1.197 (`ControlError` of kind `unsupported`).
   *
   * @param serverName The server.
   * @param uri The resource; 2.1.332 takes addresses that begin with `ui://` only.
   * @param options How long it may take.
   * @returns The parts of the resource.
   */
  mcpReadResource(serverName: string, uri: string, options?: RequestOptions): Promise<McpResourceContent[]>;
}
