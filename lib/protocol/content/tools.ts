import type { ContentBlock } from "./block.ts";

/** Who made a tool call: the model itself, or a program that it runs. */
export interface ToolCaller {
  /** `direct`, or the kind of the program's tool. */
  type: string;
  /** The tool use that the program runs in. */
  tool_id?: string;
}

/** The model's wish to use a tool. */
export interface ToolUseBlock {
  /** The block's kind. */
  type: "tool_use";
  /** The id that the permission request, the hooks and the result carry too. */
  id: string;
  /** The tool's name, such as `Bash` or `mcp__server__tool`. */
  name: string;
  /** The tool's input, as the model wrote it. */
  input: Record<string, unknown>;
  /** Who made the call. */
  caller?: ToolCaller;
}

/** What a tool gave back. */
export interface ToolResultBlock {
  /** The block's kind. */
  type: "tool_result";
  /** The id of the tool use that this answers. */
  tool_use_id: string;
  /** The result as text or as blocks; absent for an empty result. */
  content?: string | ContentBlock[];
  /** Whether the tool failed, was denied or was interrupted. */
  is_error?: boolean;
}

/** A tool that a search made known to the model; stands in the result of that search. */
export interface ToolReferenceBlock {
  /** The block's kind. */
  type: "tool_reference";
  /** The tool's name. */
  tool_name: string;
}

/** A tool that the model's API runs itself: no permission is asked and no hook called for it. */
export interface ServerToolUseBlock {
  /** The block's kind. */
  type: "server_tool_use";
  /** The id that its result carries too. */
  id: string;
  /** The tool's name, such as `web_search`. */
  name: string;
  /** The tool's input. */
  input: Record<string, unknown>;
  /** Who made the call. */
  caller?: ToolCaller;
}

/** A page that a search of the model's API found. */
export interface WebSearchResult {
  /** Always `web_search_result`. */
  type: "web_search_result";
  /** The page's address. */
  url: string;
  /** The page's title. */
  title: string;
  /** The page's text, for the model alone. */
  encrypted_content: string;
  /** How old the page is, in words. */
  page_age?: string | null;
}

/** What a tool of the model's API gave back in place of a result. */
export interface ServerToolError {
  /** The error's kind, such as `web_search_tool_result_error`. */
  type: string;
  /** The code, such as `max_uses_exceeded`. */
  error_code: string;
  /** What else the tool says about it. */
  error_message?: string | null;
}

/** What a search of the model's API gave back. */
export interface WebSearchToolResultBlock {
  /** The block's kind. */
  type: "web_search_tool_result";
  /** The id of the server tool use that this answers. */
  tool_use_id: string;
  /** The pages, or the error. */
  content: WebSearchResult[] | ServerToolError;
  /** Who made the call. */
  caller?: ToolCaller;
}

/** What another tool of the model's API gave back. */
export interface ServerToolResultBlock {
  /** The block's kind. */
  type:
    | "advisor_tool_result"
    | "bash_code_execution_tool_result"
    | "code_execution_tool_result"
    | "text_editor_code_execution_tool_result"
    | "tool_search_tool_result"
    | "web_fetch_tool_result";
  /** The id of the server tool use that this answers. */
  tool_use_id: string;
  /** The result or the error; which fields it has depends on the tool. */
  content: Record<string, unknown>;
  /** Who made the call. */
  caller?: ToolCaller;
}

/** A tool of an MCP server that the model's API calls itself. */
export interface McpToolUseBlock {
  /** The block's kind. */
  type: "mcp_tool_use";
  /** The id that its result carries too. */
  id: string;
  /** The tool's name. */
  name: string;
  /** The server's name. */
  server_name: string;
  /** The tool's input. */
  input: Record<string, unknown>;
}

/** What such a tool gave back. */
export interface McpToolResultBlock {
  /** The block's kind. */
  type: "mcp_tool_result";
  /** The id of the MCP tool use that this answers. */
  tool_use_id: string;
  /** Whether the tool failed. */
  is_error: boolean;
  /** The result as text or as blocks. */
  content: string | ContentBlock[];
}
