import type { Clock } from "../process/mod.ts";
import type { ControlResponseFrame } from "../protocol/control.ts";
import { UsageError } from "../protocol/errors.ts";
import type { ControlRequestProgressMessage } from "../protocol/messages.ts";
import { ControlError } from "./errors.ts";

/** What a control request gave back. */
export type ControlPayload = Record<string, unknown>;

/** What follows for the agent when a request is sent, and when the CLI answers it. */
export interface Consequences {
  /** Told when it is written: from then on the CLI may do it. @default nobody */
  onSent?: (() => void) | undefined;
  /**
   * Told of the answer as it is read, before anything that the CLI wrote after it, and also when nobody waits any more:
   * for what is so from then on. A promise tells it too late, when all of one piece of output has been read.
   *
   * @default nobody
   */
  onAnswer?: ((answer: ControlPayload) => void) | undefined;
  /** Told of a refusal in the same way. @default nobody */
  onRefusal?: ((error: ControlError) => void) | undefined;
}

/** What a control request is sent with. */
export interface SendOptions extends Consequences {
  /** Its fields. @default none */
  payload?: object | undefined;
  /** How long the CLI may take, in milliseconds; progress starts the time anew. */
  timeoutMs: number;
  /** Whether only the request fails when the time is up, and not the run. @default false */
  spare?: boolean;
  /** Ends the waiting. @default none */
  signal?: AbortSignal | undefined;
  /** Told how it goes. @default nobody */
  onProgress?: ((progress: ControlRequestProgressMessage) => void) | undefined;
}

/** What the correlator needs of the agent around it. */
export interface CorrelatorPorts {
  /** Sends a frame. */
  write(frame: object): void;
  /** Told of a request that was not answered in time. */
  onTimeout(error: ControlError): void;
}

interface Waiting {
  subtype: string;
  options: SendOptions;
  resolve(payload: ControlPayload): void;
  reject(error: unknown): void;
  stopTimer(): void;
  forget(): void;
}

/** Matches the CLI's control responses to our control requests, by id alone: they may come in any order. */
export class Correlator {
  readonly #waiting = new Map<string, Waiting>();
  /** Requests that nobody waits for any more, and whose answers are still to come. */
  readonly #abandoned = new Map<string, Waiting>();
  readonly #clock: Clock;
  readonly #ports: CorrelatorPorts;
  #count = 0;
  #closed: { error: unknown } | undefined;

  /**
   * @param clock Where deadlines come from.
   * @param ports The agent around it.
   */
  constructor(clock: Clock, ports: CorrelatorPorts) {
    this.#clock = clock;
    this.#ports = ports;
  }

  /** The kinds of the requests that wait for their answers. */
  get pending(): string[] {
    return [...this.#waiting.values()].map((each) => each.subtype);
  }

  /**
   * Sends a control request.
   *
   * @param subtype The request's kind.
   * @param options Its fields, and how long it is waited for.
   * @returns The answer's payload; `{}` where the CLI gives none. The promise never goes unhandled.
   */
  request(subtype: string, options: SendOptions): Promise<ControlPayload> {
    const promise = new Promise<ControlPayload>((resolve, reject) => {
      if (this.#closed !== undefined) return reject(this.#closed.error);
      const { signal } = options;
      if (signal?.aborted === true) return reject(signal.reason);
      const id = `turnstream-${++this.#count}`;
      const onAbort = () => this.#abandon(id, signal?.reason);
      signal?.addEventListener("abort", onAbort);
      const forget = () => signal?.removeEventListener("abort", onAbort);
      const waiting: Waiting = { subtype, options, resolve, reject, stopTimer: () => {}, forget };
      this.#waiting.set(id, waiting);
      this.#startTimer(id, waiting);
      try {
        this.#ports.write({ type: "control_request", request_id: id, request: { ...options.payload, subtype } });
      } catch (cause) {
        // Nothing was sent, so nothing is waited for.
        const message = `Cannot send the control request "${subtype}": its payload cannot be written as JSON`;
        return this.#take(id)?.reject(new UsageError(message, { cause }));
      }
      options.onSent?.();
    });
    promise.catch(() => {});
    return promise;
  }

  /** Takes a response. Gives back `false` for one that nobody has waited for. */
  settle({ response }: ControlResponseFrame): boolean {
    const waiting = this.#take(response.request_id) ?? this.#abandoned.get(response.request_id);
    if (waiting === undefined) return false;
    this.#abandoned.delete(response.request_id);
    if (response.subtype === "success") {
      const answer = response.response ?? {};
      waiting.options.onAnswer?.(answer);
      waiting.resolve(answer);
    } else {
      const error = refusal(waiting.subtype, response);
      waiting.options.onRefusal?.(error);
      waiting.reject(error);
    }
    return true;
  }

  /**
   * Takes word of how a request goes: it is at work, so its time starts anew. Throws what the script's callback throws,
   * and gives back what that gives.
   */
  progress(message: ControlRequestProgressMessage): unknown {
    const waiting = this.#waiting.get(message.request_id);
    if (waiting === undefined) return;
    this.#startTimer(message.request_id, waiting);
    return waiting.options.onProgress?.(message);
  }

  /** Takes a response of which only the id can be read. Gives back `false` for one that nobody waits for. */
  settleMalformed(id: string, { reason, answer }: { reason: string; answer: unknown }): boolean {
    const waiting = this.#take(id);
    if (waiting === undefined) return this.#abandoned.delete(id);
    const { subtype } = waiting;
    const message = `The CLI answered the control request "${subtype}" with ${reason}; the error carries the answer`;
    waiting.reject(new ControlError(message, { kind: "malformed", subtype, answer }));
    return true;
  }

  /** Fails everything that waits, and everything that is asked later. */
  close(error: unknown): void {
    this.#closed ??= { error };
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error);
    this.#abandoned.clear();
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.stopTimer();
    waiting?.forget();
    return waiting;
  }

  #startTimer(id: string, waiting: Waiting): void {
    waiting.stopTimer();
    waiting.stopTimer = this.#clock.after(waiting.options.timeoutMs, () => this.#expire(id));
  }

  /** Nobody waits any more: the CLI is told, and an answer that comes all the same is no news. */
  #abandon(id: string, reason: unknown): void {
    const waiting = this.#take(id);
    if (waiting === undefined) return;
    this.#abandoned.set(id, waiting);
    this.#ports.write({ type: "control_cancel_request", request_id: id });
    waiting.reject(reason);
  }

  #expire(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    const { subtype, options: { timeoutMs, spare } } = waiting;
    const details = { kind: "timeout", subtype } as const;
    const what = `The CLI did not answer the control request "${subtype}" within ${timeoutMs} ms`;
    if (spare === true) {
      return this.#abandon(id, new ControlError(`${what}: give it more time with "timeoutMs"`, details));
    }
    const option = subtype === "initialize" ? "limits.initializeMs" : "limits.controlMs";
    const cure = "A process that does not answer is not usable any more, so it is ended";
    const error = new ControlError(`${what} (${option}). ${cure}`, details);
    this.#take(id)?.reject(error);
    this.#ports.onTimeout(error);
  }
}

function refusal(subtype: string, { error, error_code: code }: { error: string; error_code?: string }): ControlError {
  // The older CLI gives no code.
  if (code === "unsupported_request" || error.startsWith("Unsupported control request subtype")) {
    const message = `This version of the CLI does not know the control request "${subtype}": ${error}`;
    return new ControlError(message, { kind: "unsupported", subtype, code });
  }
  return new ControlError(`The CLI refused the control request "${subtype}": ${error}`, {
    kind: "refused",
    subtype,
    code,
  });
}
