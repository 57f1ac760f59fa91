import { eventStream, gone, happened, pause, wholeMessage } from "./model_reply.ts";
import { findPlace, type Match, type ModelRequest, type Reply, type Script, type Step } from "./model_script.ts";

export { toolResults } from "./model_script.ts";
export { type Match, type ModelRequest, type ModelRequestBody, type Reply, type Step, tool } from "./model_script.ts";

const encoder = new TextEncoder();

/** Starts a model server: a Messages API on loopback that answers by scripts. */
export function startModelServer(): ModelServer {
  return new ModelServer();
}

/**
 * A Messages API on loopback that answers by scripts.
 *
 * The newest user text that a script matches decides: the first request after it gets the script's step 0, the next
 * one step 1 and so on, and then "Done.". What was interrupted is over: later requests get what later texts match, or
 * "Done.". Subagents are conversations of their own, told by their prompt.
 */
export class ModelServer implements AsyncDisposable {
  /** Every request for a message, oldest first. */
  readonly requests: ModelRequest[] = [];
  readonly #scripts: Script[] = [];
  readonly #closing = new AbortController();
  readonly #waiting = new Set<() => void>();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  /** The server's address, for `ANTHROPIC_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Scripts a conversation. A script that comes later wins over an earlier one for the same text. */
  on(match: Match, steps: readonly Step[]): this {
    this.#scripts.push({ match, steps, taken: 0, errors: new Map() });
    return this;
  }

  /** Waits for the first request, come or still to come, for which `wanted` holds. */
  async request(wanted: (request: ModelRequest) => boolean): Promise<ModelRequest> {
    for (let next = 0;; next++) {
      while (next >= this.requests.length) {
        if (this.#closing.signal.aborted) throw new Error("Cannot wait for a request: the model server is closed");
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
      const request = this.requests[next];
      if (request && wanted(request)) return request;
    }
  }

  /** Ends every answer that is under way, and the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#server.shutdown();
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const sent = await request.text().catch(() => undefined);
    // A client that is interrupted may go before all of its request has come.
    if (sent === undefined) return failure(400, "invalid_request_error", "The request was cut off");
    if (pathname === "/v1/messages/count_tokens") return Response.json({ input_tokens: 10 });
    if (pathname !== "/v1/messages" || request.method !== "POST") return failure(404, "not_found_error", "Not found");
    const received: ModelRequest = { body: JSON.parse(sent), headers: request.headers };
    const number = this.requests.push(received);
    this.#wake();
    return await this.#reply(received, number);
  }

  async #reply(request: ModelRequest, number: number): Promise<Response> {
    const place = findPlace(request.body, this.#scripts);
    const reply = resolve(place?.script.steps[place.index], request);
    if (reply.delayMs) await pause(reply.delayMs, this.#closing.signal);
    if (reply.startWhen) await happened(reply.startWhen, this.#closing.signal);
    if (reply.error) {
      const sent = place?.script.errors.get(place.index) ?? 0;
      place?.script.errors.set(place.index, sent + 1);
      const { status, type = "api_error", message = "Scripted failure", times = Infinity } = reply.error;
      if (sent < times) return failure(status, type, message);
    }
    const client = new AbortController();
    const signal = AbortSignal.any([client.signal, this.#closing.signal]);
    const context = { number, model: request.body.model, signal };
    if (!request.body.stream) {
      if (reply.hang) await gone(this.#closing.signal);
      return Response.json(wholeMessage(reply, context));
    }
    const events = eventStream(reply, context);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await events.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: () => client.abort(),
    });
    const headers = { "content-type": "text/event-stream", "request-id": `req_${number}`, ...reply.headers };
    return new Response(body, { headers });
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

function resolve(step: Step | undefined, request: ModelRequest): Reply {
  const made = typeof step === "function" ? step(request) : step ?? "Done.";
  return typeof made === "string" ? { text: made } : made;
}

function failure(status: number, type: string, message: string): Response {
  return Response.json({ type: "error", error: { type, message } }, { status });
}
