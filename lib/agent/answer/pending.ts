import type { Clock } from "../../process/mod.ts";
import { TimeoutReached } from "./evaluate.ts";
import type { RecordedCall } from "./record.ts";
import { unknownRequest } from "./replies.ts";
import { Verdict } from "./verdict.ts";

/** How an inbound request was answered, as it is written. */
export type Reply =
  | { subtype: "success"; response: Record<string, unknown> }
  | { subtype: "error"; error: string };

/** One inbound request that has no answer yet. */
export class Pending {
  /** The request's id. */
  readonly id: string;
  /** How often the request was delivered: each delivery gets a response. */
  deliveries = 1;
  /** Makes what it gets where its answer cannot be had any more; `undefined` for a request that nobody declared. */
  refuse: (() => Reply) | undefined;
  /** How it comes to a decision, where it is about a tool call. */
  readonly verdict: Verdict = new Verdict();
  /** When it came, in milliseconds since 1970. */
  readonly since: number;
  /** Tells the tool call that it is about, for the record. */
  call: (() => RecordedCall) | undefined;
  /** Whether the question is for a person; known once its event was made. */
  forPerson: boolean | undefined;

  readonly #label: () => string;
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  #stopTimer: (() => void) | undefined;
  #over = false;

  /** @param request The request's id and what tells in words what it is about. */
  constructor(request: { id: string; label: () => string }, clock: Clock) {
    this.id = request.id;
    this.#label = request.label;
    this.#clock = clock;
    this.since = clock.now;
  }

  /** What is asked, in words, for the error of a process that ends meanwhile. */
  get label(): string {
    return this.#label();
  }

  /** What it gets where its answer cannot be had any more. */
  get refusal(): Reply {
    return this.refuse?.() ?? unknownRequest(this.label);
  }

  /** Fires when nobody wants the answer any more, or the time is up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the answer is known, or nobody wants it any more. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether the time that the answer may take is set. */
  get limited(): boolean {
    return this.#stopTimer !== undefined;
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
    this.#stopTimer?.();
    if (reason !== undefined) this.#controller.abort(reason);
  }
}
