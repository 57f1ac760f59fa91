import type { ContentBlock } from "./block.ts";

/** Every kind of block that has an interface. As a record, so that the compiler finds the missing one. */
const KINDS: Record<ContentBlock["type"], true> = {
  advisor_tool_result: true,
  bash_code_execution_tool_result: true,
  code_execution_tool_result: true,
  container_upload: true,
  document: true,
  image: true,
  mcp_tool_result: true,
  mcp_tool_use: true,
  redacted_thinking: true,
  search_result: true,
  server_tool_use: true,
  text: true,
  text_editor_code_execution_tool_result: true,
  thinking: true,
  tool_reference: true,
  tool_result: true,
  tool_search_tool_result: true,
  tool_use: true,
  web_fetch_tool_result: true,
  web_search_tool_result: true,
};

/** The kinds of content block that this version knows. */
export const KNOWN_BLOCKS: ReadonlySet<string> = new Set(Object.keys(KINDS));
