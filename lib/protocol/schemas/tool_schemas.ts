import { z } from "zod";
import type { ContentBlock } from "../content/block.ts";
import type {
  McpToolResultBlock,
  McpToolUseBlock,
  ServerToolError,
  ServerToolResultBlock,
  ServerToolUseBlock,
  ToolCaller,
  ToolReferenceBlock,
  ToolResultBlock,
  ToolUseBlock,
  WebSearchResult,
  WebSearchToolResultBlock,
} from "../content/tools.ts";
import { chosen, maybeFlag, maybeText, maybeTextOrNull, record } from "./fields.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";

type Content = z.ZodType<string | ContentBlock[]>;

/** The kinds of result that the model API's own tools give, but that of a search. */
export const SERVER_TOOL_RESULTS = [
  "advisor_tool_result",
  "bash_code_execution_tool_result",
  "code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
  "web_fetch_tool_result",
] as const satisfies ServerToolResultBlock["type"][];

/** The model's wish to use a tool. */
export function toolUseSchema(object: ObjectFactory): z.ZodType<ToolUseBlock> {
  return object<ToolUseBlock>({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: record(),
    caller: optional(callerSchema(object)),
  });
}

/** What a tool gave back. */
export function toolResultSchema(object: ObjectFactory, content: Content): z.ZodType<ToolResultBlock> {
  return object<ToolResultBlock>({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: optional(content),
    is_error: maybeFlag(),
  });
}

/** A tool that a search made known. */
export function toolReferenceSchema(object: ObjectFactory): z.ZodType<ToolReferenceBlock> {
  return object<ToolReferenceBlock>({ type: z.literal("tool_reference"), tool_name: z.string() });
}

/** A tool that the model's API runs. */
export function serverToolUseSchema(object: ObjectFactory): z.ZodType<ServerToolUseBlock> {
  return object<ServerToolUseBlock>({
    type: z.literal("server_tool_use"),
    id: z.string(),
    name: z.string(),
    input: record(),
    caller: optional(callerSchema(object)),
  });
}

/** What a search gave back: pages, or an error. */
export function webSearchResultSchema(object: ObjectFactory): z.ZodType<WebSearchToolResultBlock> {
  const pages = z.array(object<WebSearchResult>({
    type: z.literal("web_search_result"),
    url: z.string(),
    title: z.string(),
    encrypted_content: z.string(),
    page_age: maybeTextOrNull(),
  }));
  const error = object<ServerToolError>({
    type: z.string(),
    error_code: z.string(),
    error_message: maybeTextOrNull(),
  });
  return object<WebSearchToolResultBlock>({
    type: z.literal("web_search_tool_result"),
    tool_use_id: z.string(),
    content: chosen<WebSearchResult[] | ServerToolError>((value) => Array.isArray(value) ? pages : error),
    caller: optional(callerSchema(object)),
  });
}

/** What another tool of the model's API gave back. */
export function serverToolResultSchema(object: ObjectFactory): z.ZodType<ServerToolResultBlock> {
  return object<ServerToolResultBlock>({
    type: z.enum(SERVER_TOOL_RESULTS),
    tool_use_id: z.string(),
    content: record(),
    caller: optional(callerSchema(object)),
  });
}

/** A tool of an MCP server that the model's API calls. */
export function mcpToolUseSchema(object: ObjectFactory): z.ZodType<McpToolUseBlock> {
  return object<McpToolUseBlock>({
    type: z.literal("mcp_tool_use"),
    id: z.string(),
    name: z.string(),
    server_name: z.string(),
    input: record(),
  });
}

/** What such a tool gave back. */
export function mcpToolResultSchema(object: ObjectFactory, content: Content): z.ZodType<McpToolResultBlock> {
  return object<McpToolResultBlock>({
    type: z.literal("mcp_tool_result"),
    tool_use_id: z.string(),
    is_error: z.boolean(),
    content,
  });
}

function callerSchema(object: ObjectFactory): z.ZodType<ToolCaller> {
  return object<ToolCaller>({ type: z.string(), tool_id: maybeText() });
}
