/**
 * Tools that live in the script, and answers to what MCP servers and dialogs ask. Only scripts that import this load the
 * MCP SDK.
 *
 * @module
 */
export * from "./argument_schema.ts";
export { image } from "./image.ts";
export * from "./mcp_server.ts";
export * from "./tool.ts";
export type * from "./tool_context.ts";
export type * from "./tool_options.ts";
export type {
  MediaContent,
  ResourceContent,
  ResourceLink,
  TextContent,
  ToolContent,
  ToolResult,
} from "./tool_content.ts";
export { type DialogHandler, onDialog } from "../operators/on_dialog.ts";
export { type ElicitationHandler, onElicitation } from "../operators/on_elicitation.ts";
export type { InProcessServer, ServerTransport } from "../protocol/mcp/in_process.ts";
