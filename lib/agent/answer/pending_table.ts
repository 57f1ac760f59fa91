import type { Pending, Reply } from "./pending.ts";
import { RecentMap } from "./recent_map.ts";

/**
 * The inbound requests of one agent: those that wait, and the answers of the last thousand (fewer where they are large),
 * so that a request that is delivered twice is decided once and answered twice.
 */
export class PendingTable {
  readonly #waiting = new Map<string, Pending>();
  readonly #answered = new RecentMap<Reply | undefined>(1_000);

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
    return true;
  }
}
