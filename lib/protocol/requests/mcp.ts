/** The MCP servers. */
export interface McpStatusAnswer {
  /** One entry a server. */
  mcpServers: McpServerStatus[];
}

/** An MCP server and how it is. */
export interface McpServerStatus {
  /** Its name. */
  name: string;
  /** `pending`, `connected`, `failed`, `needs-auth` or `disabled`. */
  status: string;
  /** What the server says of itself. */
  serverInfo?: McpServerInfo;
  /** Why it failed. */
  error?: string;
  /** How it is started or reached; may hold keys. */
  config?: Record<string, unknown>;
  /** How it is spoken to, such as `stdio` (newer CLI). */
  transport?: string;
  /** Where it was configured. */
  scope?: string;
  /** Where it comes from (newer CLI). */
  source?: string;
  /** Its tools, where it is connected. */
  tools?: McpToolInfo[];
}

/** What an MCP server says of itself. */
export interface McpServerInfo {
  /** Its name. */
  name: string;
  /** Its version. */
  version: string;
  /** What else it says. */
  [field: string]: unknown;
}

/** A tool of an MCP server. */
export interface McpToolInfo {
  /** Its name, without the server's. */
  name: string;
  /** What it does. */
  description?: string;
  /** What it says of its own harmlessness. */
  annotations?: McpToolAnnotations;
  /** What the server adds. */
  _meta?: Record<string, unknown>;
}

/** What a tool says of its own harmlessness; nobody checks it. */
export interface McpToolAnnotations {
  /** Changes nothing. */
  readOnly?: boolean;
  /** Destroys something. */
  destructive?: boolean;
  /** Reaches beyond this machine. */
  openWorld?: boolean;
}

/** Names an MCP server. */
export interface McpServerFields {
  /** Its name. */
  serverName: string;
}

/** Switches an MCP server on or off. */
export interface McpToggleFields extends McpServerFields {
  /** Whether it is on. */
  enabled: boolean;
}

/** Gives the MCP servers that were added while the session ran. */
export interface McpSetServersFields {
  /** All of them, by name, as in `mcpServers` of the options. */
  servers: Record<string, Record<string, unknown>>;
}

/** What became of the servers. */
export interface McpSetServersAnswer {
  /** The names of those that came. */
  added: string[];
  /** The names of those that went. */
  removed: string[];
  /** Those that failed, and why. */
  errors: Record<string, string>;
}

/** Carries a message of a server that lives in the script. */
export interface McpMessageFields {
  /** The server's name. */
  server_name: string;
  /** The JSON-RPC message. */
  message: Record<string, unknown>;
}

/** Calls a tool of an MCP server. */
export interface McpCallFields {
  /** The tool's full name, `mcp__server__tool`. */
  tool: string;
  /** Its input. */
  arguments?: Record<string, unknown>;
  /** How long it may take, in milliseconds (newer CLI). */
  timeout_ms?: number;
}

/** What a tool of an MCP server gave. */
export interface McpCallAnswer {
  /** The result: a text, or blocks of content. */
  content?: unknown;
  /** The result as data. */
  structuredContent?: unknown;
  /** What the server adds. */
  _meta?: Record<string, unknown>;
  /** Whether it failed. */
  isError?: boolean;
}

/** Reads a resource of an MCP server (newer CLI). */
export interface McpReadResourceFields extends McpServerFields {
  /** The resource; the CLI takes addresses that begin with `ui://` only. */
  uri: string;
}

/** What a resource holds. */
export interface McpReadResourceAnswer {
  /** Its parts. */
  contents: McpResourceContent[];
}

/** A part of a resource. */
export interface McpResourceContent {
  /** Its address. */
  uri: string;
  /** Its kind. */
  mimeType?: string;
  /** The text, where it is one. */
  text?: string;
  /** The bytes as base64, where it is none. */
  blob?: string;
  /** What the server adds. */
  _meta?: Record<string, unknown>;
}
