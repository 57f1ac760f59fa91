import { type InProcessServer, isServer, type ServerFactory } from "../../protocol/mcp/in_process.ts";
import { acknowledged, readRpc, type RpcAnswer, rpcError, rpcIdOf } from "../../protocol/mcp/json_rpc.ts";
import { messageOf } from "../answer/message_of.ts";
import { ServerChannel } from "./server_channel.ts";

/** What a server's connection needs of the agent around it. */
export interface LinkPorts {
  /** Sends a message of the server's to the CLI. */
  send(message: object): Promise<void>;
  /** Throws where a server cannot be used under its name. */
  check(server: InProcessServer): void;
  /** Told that the server could not be connected. */
  failed(error: unknown): void;
}

/** One server of the script, connected to one agent when the CLI first speaks to it. */
export class ServerLink {
  /** Whether the script switched it off. */
  off = false;
  /** Whether it answered the CLI's greeting: from then on the tools of its name are its own (seen on both versions). */
  greeted = false;
  /** The server, or what makes it. */
  readonly server: InProcessServer | ServerFactory;
  /** The server itself, once it is connected. */
  connected: InProcessServer | undefined;
  readonly #channel: ServerChannel;
  readonly #ports: LinkPorts;
  #connected: Promise<void> | undefined;

  /** @param server The server, or what makes it. */
  constructor(server: InProcessServer | ServerFactory, ports: LinkPorts) {
    this.server = server;
    this.#ports = ports;
    this.#channel = new ServerChannel((message) => this.#forward(message));
  }

  /** Takes a message of the CLI's. Gives what it is answered with; never rejects. */
  async receive(message: unknown, signal: AbortSignal): Promise<RpcAnswer> {
    const read = readRpc(message);
    if (read === undefined) return rpcError(rpcIdOf(message), "invalidRequest", "This is no JSON-RPC message");
    const call = "call" in read ? read.call : undefined;
    try {
      await unlessAborted(this.#connected ??= this.#connect(), signal);
    } catch (error) {
      const why = `The server could not be connected: ${messageOf(error)}`;
      return call?.id === undefined ? acknowledged() : rpcError(call.id, "internal", why);
    }
    if (this.off && call?.method === "tools/call") {
      return rpcError(call.id ?? null, "gone", "The server is switched off");
    }
    if (call?.id !== undefined) {
      const answer = await this.#channel.ask(call, signal);
      if (call.method === "initialize" && answer.result !== undefined) this.greeted = true;
      return answer;
    }
    this.#channel.tell("call" in read ? read.call : read.answer);
    return acknowledged();
  }

  /** Ends the connection: handlers that are at work are told. */
  close(): void {
    void this.#channel.close();
  }

  async #connect(): Promise<void> {
    try {
      const server = typeof this.server === "function" ? await this.server() : this.server;
      if (!isServer(server)) throw new TypeError("The function gave no server: it must give one that can be connected");
      this.#ports.check(server);
      if (this.#channel.closed) return;
      await server.connect(this.#channel);
      // It came too late to hear of the end.
      if (this.#channel.closed) return this.#channel.onclose?.();
      this.connected = server;
    } catch (error) {
      this.#ports.failed(error);
      throw error;
    }
  }

  /** A message that the CLI does not take is an error to the server where it waits for an answer. */
  async #forward(message: object): Promise<void> {
    try {
      await this.#ports.send(message);
    } catch (error) {
      const id = rpcIdOf(message);
      if (id !== null) this.#channel.tell(rpcError(id, "gone", messageOf(error)));
    }
  }
}

/** Waits for a connection, but no longer than somebody waits for the answer. */
function unlessAborted(connected: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(new Error("Nobody waits for it any more"));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort);
  void connected.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  return promise;
}
