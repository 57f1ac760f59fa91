import "./_zod_first.ts";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { progressMaker } from "./_progress.ts";
import { runHandler } from "./_run_handler.ts";
import type { McpServerOptions } from "./mcp_server.ts";
import type { McpTool } from "./tool.ts";
import type { ToolContext } from "./tool_context.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What the CLI puts into a call besides its arguments. */
const TOOL_USE_ID = "claudecode/toolUseId";
/** What a tool says so that the model sees it at once. */
const ALWAYS_LOAD = "anthropic/alwaysLoad";

/** A server of the MCP SDK for one connection. */
export function sdkServer(
  ...[name, tools, options]: [name: string, tools: readonly McpTool[], options: McpServerOptions]
): Server {
  const { version = "1.0.0", instructions, alwaysLoad = true } = options;
  const server = new Server({ name, version }, {
    capabilities: { tools: {} },
    ...(instructions === undefined ? {} : { instructions }),
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map((tool) => listed(tool, alwaysLoad)) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }: CallToolRequest, extra: Extra) => {
    const { signal, sendNotification, _meta } = extra;
    const tool = tools.find((each) => each.name === params.name);
    if (tool === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `The server "${name}" has no tool "${params.name}"`);
    }
    const token = _meta?.progressToken;
    const progressOf = progressMaker();
    const toolUseId = _meta?.[TOOL_USE_ID];
    let ended = false;
    const context: ToolContext = {
      signal,
      toolUseId: typeof toolUseId === "string" ? toolUseId : undefined,
      progress: (value) => {
        if (token === undefined || signal.aborted || ended) return;
        const method = "notifications/progress";
        // News that nobody takes any more fail nothing.
        sendNotification({ method, params: { progressToken: token, ...progressOf(value) } }).catch(() => {});
      },
    };
    try {
      return await runHandler(tool, params.arguments, context) as CallToolResult;
    } finally {
      ended = true;
    }
  });
  return server;
}

function listed({ name, description, inputSchema, outputSchema, options }: McpTool, alwaysLoad: boolean): Tool {
  const { title, readOnly, destructive, idempotent, openWorld } = options;
  const hints = {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
  const annotations = Object.fromEntries(Object.entries(hints).filter(([, hint]) => hint !== undefined));
  return {
    name,
    description,
    inputSchema: inputSchema as Tool["inputSchema"],
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as NonNullable<Tool["outputSchema"]> }),
    ...(title === undefined ? {} : { title }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(options.alwaysLoad ?? alwaysLoad ? { _meta: { [ALWAYS_LOAD]: true } } : {}),
  };
}
