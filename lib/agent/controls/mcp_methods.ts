import { UsageError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { inProcessOf, type McpServerOption } from "../../protocol/mcp/in_process.ts";
import type {
  McpCallAnswer,
  McpResourceContent,
  McpServerStatus,
  McpSetServersAnswer,
} from "../../protocol/requests/mod.ts";
import { isNeverOff } from "./consequences.ts";
import { present } from "./control_methods.ts";
import type { McpControls } from "./mcp_controls.ts";
import type { RequestOptions } from "./request_options.ts";
import { SettingsMethods } from "./settings_methods.ts";

/** The methods about MCP servers. */
export abstract class McpMethods extends SettingsMethods implements McpControls {
  async mcpStatus(): Promise<McpServerStatus[]> {
    return (await this.desk.call("mcp_status", {})).mcpServers;
  }

  async mcpReconnect(serverName: string, options?: RequestOptions): Promise<void> {
    await this.desk.call("mcp_reconnect", { serverName }, options);
  }

  async mcpToggle(
    ...[serverName, enabled, options]: [serverName: string, enabled: boolean, options?: RequestOptions]
  ): Promise<void> {
    try {
      await this.desk.call("mcp_toggle", { serverName, enabled }, options);
    } catch (error) {
      if (!enabled || !isNeverOff(error)) throw error;
    }
  }

  async setMcpServers(
    servers: Readonly<Record<string, McpServerOption>>,
    options?: RequestOptions,
  ): Promise<McpSetServersAnswer> {
    // What is no object is refused there.
    if (!isRecord(servers)) return await this.desk.call("mcp_set_servers", { servers }, options);
    for (const [name, server] of Object.entries(servers)) {
      if (!isRecord(server) || server.type !== "sdk" || inProcessOf(server) !== undefined) continue;
      throw new UsageError(
        `Cannot add the MCP server ${JSON.stringify(name)} of type "sdk" to a running agent: nothing in the script ` +
          "would answer it; give the server object itself, or one that the CLI starts or reaches",
      );
    }
    return await this.desk.servers.change(
      servers,
      (told, follow) => this.desk.call("mcp_set_servers", { servers: told }, options, follow),
    );
  }

  mcpCall(
    ...[tool, input, options]: [tool: string, input?: Record<string, unknown>, options?: RequestOptions]
  ): Promise<McpCallAnswer> {
    return this.desk.call("mcp_call", { tool, ...present({ arguments: input }) }, options);
  }

  async mcpReadResource(
    ...[serverName, uri, options]: [serverName: string, uri: string, options?: RequestOptions]
  ): Promise<McpResourceContent[]> {
    return (await this.desk.call("mcp_read_resource", { serverName, uri }, options)).contents;
  }
}
