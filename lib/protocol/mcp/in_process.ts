import { isRecord } from "../is_record.ts";

/**
 * What an MCP server in the script speaks through: the transport of the MCP TypeScript SDK, as far as a server needs it.
 */
export interface ServerTransport {
  /** Called by the server once its callbacks are set. */
  start(): Promise<void>;
  /**
   * Takes a message of the server's.
   *
   * @param message A JSON-RPC message.
   */
  send(message: object): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
  /** Set by the server: called when the connection has ended. */
  onclose?: (() => void) | undefined;
  /** Set by the server: called with what went wrong and ended nothing. */
  onerror?: ((error: Error) => void) | undefined;
  /** Set by the server: called with each JSON-RPC message of the CLI's. */
  onmessage?: ((message: never) => void) | undefined;
}

/**
 * An MCP server that lives in the script: what `mcpServer` gives, or any server object of the MCP TypeScript SDK
 * (`McpServer`, `Server`), unchanged.
 */
export interface InProcessServer {
  /**
   * Connects the server.
   *
   * @param transport What it speaks through.
   */
  connect(transport: ServerTransport): Promise<void>;
}

/** Makes a server for one agent: a server object of the MCP SDK speaks to one client at a time. */
export type ServerFactory = () => InProcessServer | Promise<InProcessServer>;

/**
 * An MCP server in options: one that the CLI starts or reaches, as in its own configuration, or one that lives in the
 * script.
 */
export type McpServerOption = Readonly<Record<string, unknown>> | InProcessServer | ServerFactory;

/** The key of what `mcpServer` tells of the server that it made. */
export const TOOL_SERVER: unique symbol = Symbol.for("turnstream/tool-server") as never;

/** What `mcpServer` tells of the server that it made. */
export interface ToolServerFacts {
  /** The tools that were declared allowed where they are defined. */
  readonly allowed: readonly {
    /** The tool's own name. */
    readonly name: string;
    /** Whether it says that it changes nothing. */
    readonly readOnly: boolean;
  }[];
}

/** What `mcpServer` tells of a server; `undefined` for one of another make. */
export function toolServerFacts(server: unknown): ToolServerFacts | undefined {
  return (server as { [TOOL_SERVER]?: ToolServerFacts } | undefined)?.[TOOL_SERVER];
}

/** The server in the script that an option stands for; `undefined` for a configuration. */
export function inProcessOf(option: unknown): InProcessServer | ServerFactory | undefined {
  if (typeof option === "function") return option as ServerFactory;
  if (isServer(option)) return option;
  // As other libraries wrap a server object.
  if (isRecord(option) && option.type === "sdk" && isServer(option.instance)) return option.instance;
  return undefined;
}

/** Whether a value is a server object. */
export function isServer(value: unknown): value is InProcessServer {
  return typeof value === "object" && value !== null && typeof (value as { connect?: unknown }).connect === "function";
}

/** A name as it stands in the names of tools: `mcp__my_server__tool` (seen on 2.1.332 and 2.1.197). */
export function toolNamePart(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}
