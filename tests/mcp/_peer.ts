import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { ClaudeOptions } from "../../lib/agent/options.ts";
import { controlRequest } from "../../lib/testing/frames/mod.ts";
import { type Body, isRequest, type Session } from "../agent/requests/mod.ts";

/** The MCP SDK's own client at the CLI's end of the control channel. */
export class Peer implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"] & object;
  /** What the answers to notifications were. */
  readonly acknowledged: Body[] = [];
  readonly #session: Session;
  readonly #server: string;
  #isOpen = false;

  constructor(session: Session, server = "kit") {
    this.#session = session;
    this.#server = server;
  }

  start(): Promise<void> {
    this.#isOpen = true;
    void this.#listen();
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const answer = this.ask(message);
    if (!("method" in message) || !("id" in message)) this.acknowledged.push(await answer);
    else answer.then((response) => this.onmessage?.(response)).catch((error) => this.onerror?.(error));
  }

  close(): Promise<void> {
    this.#isOpen = false;
    this.onclose?.();
    return Promise.resolve();
  }

  /** Sends anything, and gives the `mcp_response`. */
  async ask(message: object): Promise<Body> {
    const request = { subtype: "mcp_message", server_name: this.#server, message };
    const { response } = await this.#session.ask(controlRequest(request, this.#session.nextId()));
    return response.mcp_response;
  }

  /** Takes what the server says by itself. */
  async #listen(): Promise<void> {
    try {
      while (this.#isOpen) {
        const { transport } = this.#session;
        const line = await transport.nextLine(isRequest("mcp_message"));
        transport.answer(line);
        this.onmessage?.((line.request as unknown as { message: JSONRPCMessage }).message);
      }
    } catch {
      // The session is over.
    }
  }
}

/** A client of the MCP SDK that is connected to a server of the script. */
export async function client(session: Session, server?: string): Promise<{ client: Client; peer: Peer }> {
  const peer = new Peer(session, server);
  const client = new Client({ name: "peer", version: "1.0.0" });
  await client.connect(peer);
  return { client, peer };
}

/** The options of a session with servers. */
export function withServers(mcpServers: NonNullable<ClaudeOptions["mcpServers"]>): { options: ClaudeOptions } {
  return { options: { mcpServers } };
}
