import type { Clock } from "../clock.ts";
import { TimeoutReached } from "./evaluate.ts";

/** How an inbound request was answered, as it is written. */
export type Reply =
  | { subtype: "success"; response: Record<string, unknown> }
  | { subtype: "error"; error: string };

/** One inbound request that has no answer yet. */
export class Pending {
  /** The request's id. */
  readonly id: string;
  /** What is asked, in words, for the error of a process that ends meanwhile. */
  readonly label: string;
  /** How often the request was delivered: each delivery gets a response. */
  deliveries = 1;

  readonly #controller = new AbortController();
  readonly #clock: Clock;
  #stopTimer = () => {};
  #over = false;

  /** @param request The request's id and what it is about. */
  constructor(request: { id: string; label: string }, clock: Clock) {
    this.id = request.id;
    this.label = request.label;
    this.#clock = clock;
  }

  /** Fires when nobody wants the answer any more, or the time is up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the answer is known, or nobody wants it any more. */
  get over(): boolean {
    return this.#over;
  }

  /** Sets how long the answer may take, in milliseconds. */
  limit(ms: number | undefined): void {
    // A subscriber may have left while the request flowed past: a timer would then stay behind.
    if (ms === undefined || this.#over) return;
    this.#stopTimer = this.#clock.after(
      ms,
      () => this.#controller.abort(new TimeoutReached(`no answer within ${ms} ms`)),
    );
  }

  /** No more waiting: the answer is known, or nobody wants it. */
  stop(reason?: unknown): void {
    this.#over = true;
    this.#stopTimer();
    if (reason !== undefined) this.#controller.abort(reason);
  }
}

/**
 * The inbound requests of one agent: those that wait, and the answers of the last thousand, so that
 * a request that is delivered twice is decided once and answered twice.
 */
export class PendingTable {
  static readonly KEPT = 1_000;

  readonly #waiting = new Map<string, Pending>();
  readonly #answered = new Map<string, Reply | undefined>();

  /** The requests that wait for an answer. */
  get waiting(): Pending[] {
    return [...this.#waiting.values()];
  }

  /** The answer that a request already has; `undefined` within for one that was withdrawn. */
  answered(id: string): { reply: Reply | undefined } | undefined {
    return this.#answered.has(id) ? { reply: this.#answered.get(id) } : undefined;
  }

  /** Finds a request that waits. */
  find(id: string): Pending | undefined {
    return this.#waiting.get(id);
  }

  /** Notes a request. */
  open(pending: Pending): void {
    this.#waiting.set(pending.id, pending);
  }

  /** Notes a request's answer. Gives `false` if the request does not wait any more. */
  close(pending: Pending, reply: Reply | undefined): boolean {
    if (this.#waiting.get(pending.id) !== pending) return false;
    this.#waiting.delete(pending.id);
    this.#answered.set(pending.id, reply);
    if (this.#answered.size > PendingTable.KEPT) {
      const [oldest] = this.#answered.keys();
      if (oldest !== undefined) this.#answered.delete(oldest);
    }
    return true;
  }
}
