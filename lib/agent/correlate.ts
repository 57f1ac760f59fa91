import type { Clock } from "../process/mod.ts";
import type { ControlRequestFrame, ControlResponseFrame } from "../protocol/control.ts";
import { UsageError } from "../protocol/errors.ts";
import { ControlError } from "./errors.ts";

/** What a control request gave back. */
export type ControlPayload = Record<string, unknown>;

interface Waiting {
  subtype: string;
  resolve(payload: ControlPayload): void;
  reject(error: unknown): void;
  stopTimer(): void;
}

/** Matches the CLI's control responses to our control requests, by id alone: they may come in any order. */
export class Correlator {
  readonly #waiting = new Map<string, Waiting>();
  readonly #clock: Clock;
  readonly #write: (frame: ControlRequestFrame) => void;
  readonly #onTimeout: (error: ControlError) => void;
  #count = 0;
  #closed: { error: unknown } | undefined;

  /**
   * @param clock Where deadlines come from.
   * @param ports `write` sends a frame; `onTimeout` is told of a request that was not answered.
   */
  constructor(
    clock: Clock,
    ports: { write: (frame: ControlRequestFrame) => void; onTimeout: (error: ControlError) => void },
  ) {
    this.#clock = clock;
    this.#write = ports.write;
    this.#onTimeout = ports.onTimeout;
  }

  /** The kinds of the requests that wait for their answers. */
  get pending(): string[] {
    return [...this.#waiting.values()].map((each) => each.subtype);
  }

  /**
   * Sends a control request.
   *
   * @param subtype The request's kind.
   * @param options The payload, and how long the CLI may take, in milliseconds.
   * @returns The answer's payload; `{}` where the CLI gives none. The promise never goes unhandled.
   */
  request(subtype: string, options: { payload?: object | undefined; timeoutMs: number }): Promise<ControlPayload> {
    const promise = new Promise<ControlPayload>((resolve, reject) => {
      if (this.#closed !== undefined) return reject(this.#closed.error);
      const id = `turnstream-${++this.#count}`;
      const stopTimer = this.#clock.after(options.timeoutMs, () => this.#expire(id, options.timeoutMs));
      this.#waiting.set(id, { subtype, resolve, reject, stopTimer });
      try {
        this.#write({ type: "control_request", request_id: id, request: { ...options.payload, subtype } });
      } catch (cause) {
        // Nothing was sent, so nothing is waited for.
        const message = `Cannot send the control request "${subtype}": its payload cannot be written as JSON`;
        this.#take(id)?.reject(new UsageError(message, { cause }));
      }
    });
    promise.catch(() => {});
    return promise;
  }

  /** Takes a response. Gives back `false` for one that nobody waits for. */
  settle({ response }: ControlResponseFrame): boolean {
    const waiting = this.#take(response.request_id);
    if (waiting === undefined) return false;
    if (response.subtype === "success") {
      waiting.resolve(response.response ?? {});
    } else {
      const message = `The CLI refused the control request "${waiting.subtype}": ${response.error}`;
      waiting.reject(new ControlError(message, { kind: "refused", subtype: waiting.subtype }));
    }
    return true;
  }

  /** Fails everything that waits, and everything that is asked later. */
  close(error: unknown): void {
    this.#closed ??= { error };
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error);
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.stopTimer();
    return waiting;
  }

  #expire(id: string, limit: number): void {
    const waiting = this.#take(id);
    if (waiting === undefined) return;
    const option = waiting.subtype === "initialize" ? "limits.initializeMs" : "limits.controlMs";
    const error = new ControlError(
      `The CLI did not answer the control request "${waiting.subtype}" within ${limit} ms (${option}). ` +
        "A process that does not answer is not usable any more, so it is ended",
      { kind: "timeout", subtype: waiting.subtype },
    );
    waiting.reject(error);
    this.#onTimeout(error);
  }
}
