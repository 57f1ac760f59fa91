import { z } from "zod";
import { maybeFlag, maybeRecord, maybeText } from "../schemas/fields.ts";
import { type ObjectFactory, optional } from "../schemas/object_factory.ts";
import { type AnswerBuilders, nothing } from "./answer_builders.ts";
import type * as mcp from "./mcp.ts";

/** An MCP server and how it is. */
export function mcpServerStatus(object: ObjectFactory): z.ZodType<mcp.McpServerStatus> {
  const tool = object<mcp.McpToolInfo>({
    name: z.string(),
    description: maybeText(),
    annotations: optional(object<mcp.McpToolAnnotations>({
      readOnly: maybeFlag(),
      destructive: maybeFlag(),
      openWorld: maybeFlag(),
    })),
    _meta: maybeRecord(),
  });
  return object<mcp.McpServerStatus>({
    name: z.string(),
    status: z.string(),
    // What a server says of itself is its own: any further field may be in it.
    serverInfo: optional(z.looseObject({ name: z.string(), version: z.string() })),
    error: maybeText(),
    config: maybeRecord(),
    transport: maybeText(),
    scope: maybeText(),
    source: maybeText(),
    tools: optional(z.array(tool)),
  });
}

/** The answers to requests about MCP servers. */
export const mcpAnswers: AnswerBuilders<
  | "mcp_call"
  | "mcp_message"
  | "mcp_read_resource"
  | "mcp_reconnect"
  | "mcp_set_servers"
  | "mcp_status"
  | "mcp_toggle"
> = {
  mcp_call: (object) =>
    object<mcp.McpCallAnswer>({
      content: optional(z.unknown()),
      structuredContent: optional(z.unknown()),
      _meta: maybeRecord(),
      isError: maybeFlag(),
    }),
  mcp_message: nothing,
  mcp_read_resource: (object) =>
    object<mcp.McpReadResourceAnswer>({
      contents: z.array(object<mcp.McpResourceContent>({
        uri: z.string(),
        mimeType: maybeText(),
        text: maybeText(),
        blob: maybeText(),
        _meta: maybeRecord(),
      })),
    }),
  mcp_reconnect: nothing,
  mcp_set_servers: (object) =>
    object<mcp.McpSetServersAnswer>({
      added: z.array(z.string()),
      removed: z.array(z.string()),
      errors: z.record(z.string(), z.string()),
    }),
  mcp_status: (object) => object<mcp.McpStatusAnswer>({ mcpServers: z.array(mcpServerStatus(object)) }),
  mcp_toggle: nothing,
};
