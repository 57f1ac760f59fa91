import type { ServerTransport } from "../../protocol/mcp/in_process.ts";
import { isRpcId, type RpcAnswer, type RpcCall, rpcError, type RpcId } from "../../protocol/mcp/json_rpc.ts";
import { messageOf } from "../answer/message_of.ts";

interface Waiting {
  /** The id that the CLI gave. */
  theirs: RpcId;
  resolve(answer: RpcAnswer): void;
}

/**
 * The two ends between which one server and the CLI speak: to the server it is a transport of the MCP SDK, to the agent
 * it is a function that gives each message its answer.
 *
 * The CLI greets a server anew whenever its servers change, and then counts its ids from the start while a call may
 * still run (seen on 2.1.332 and 2.1.197). So the server sees ids of this channel's own, and the answers carry the CLI's.
 */
export class ServerChannel implements ServerTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: never) => void) | undefined;
  readonly #send: (message: object) => Promise<void>;
  readonly #waiting = new Map<RpcId, Waiting>();
  #count = 0;
  #closed = false;

  /** @param send Sends what is no answer to the CLI: news, progress, a request of the server's own. */
  constructor(send: (message: object) => Promise<void>) {
    this.#send = send;
  }

  /** Whether the connection has ended. */
  get closed(): boolean {
    return this.#closed;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  async send(message: object): Promise<void> {
    if (this.#closed) return;
    const { id, method } = message as Partial<RpcCall>;
    if (method !== undefined) return await this.#send(message);
    if (!isRpcId(id)) return;
    const waiting = this.#take(id);
    waiting?.resolve({ ...message as RpcAnswer, id: waiting.theirs });
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    for (const id of [...this.#waiting.keys()]) this.#refuse(id, "The server was closed");
    this.onclose?.();
    return Promise.resolve();
  }

  /** Hands a request of the CLI's to the server, and waits for its answer; at the signal the server is told to stop. */
  ask(call: RpcCall, signal: AbortSignal): Promise<RpcAnswer> {
    const theirs = call.id!;
    if (this.#closed) return Promise.resolve(rpcError(theirs, "gone", "The server was closed"));
    const ours = ++this.#count;
    const { promise, resolve } = Promise.withResolvers<RpcAnswer>();
    const onAbort = () => this.#cancel(ours, "Nobody waits for the answer any more");
    this.#waiting.set(ours, {
      theirs,
      resolve: (answer) => {
        signal.removeEventListener("abort", onAbort);
        resolve(answer);
      },
    });
    if (signal.aborted) onAbort();
    else {
      signal.addEventListener("abort", onAbort);
      this.#deliver({ ...call, id: ours });
    }
    return promise;
  }

  /** Hands a notification, or an answer to a request of the server's own, to it. */
  tell(message: RpcCall | RpcAnswer): void {
    if (this.#closed) return;
    if (!("method" in message) || message.method !== "notifications/cancelled") return this.#deliver(message);
    const { requestId, reason } = message.params ?? {};
    const ours = [...this.#waiting].findLast(([, { theirs }]) => theirs === requestId)?.[0];
    if (ours !== undefined) this.#cancel(ours, typeof reason === "string" ? reason : "The request was cancelled");
  }

  /** The server need not answer a request that was cancelled, but the CLI waits for an answer all the same. */
  #cancel(ours: RpcId, reason: string): void {
    this.#deliver({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: ours, reason } });
    this.#refuse(ours, "The request was cancelled");
  }

  #refuse(ours: RpcId, why: string): void {
    const waiting = this.#take(ours);
    waiting?.resolve(rpcError(waiting.theirs, "gone", why));
  }

  #take(ours: RpcId): Waiting | undefined {
    const waiting = this.#waiting.get(ours);
    this.#waiting.delete(ours);
    return waiting;
  }

  #deliver(message: RpcCall | RpcAnswer): void {
    try {
      if (this.onmessage === undefined) throw new TypeError("It takes no messages");
      const taken: unknown = this.onmessage(message as never);
      // One that is asynchronous, against what is agreed, may fail later.
      if (taken instanceof Promise) taken.catch((error) => this.#failed(message, error));
    } catch (error) {
      this.#failed(message, error);
    }
  }

  #failed(message: RpcCall | RpcAnswer, error: unknown): void {
    const why = messageOf(error);
    try {
      this.onerror?.(error instanceof Error ? error : new Error(why));
    } catch {
      // Its own way to tell of failures failed: the answer tells it.
    }
    if ("method" in message && isRpcId(message.id)) this.#refuse(message.id, `The server failed: ${why}`);
  }
}
