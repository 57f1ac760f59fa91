import type { Observable, Subscription } from "rxjs";
import type { AgentEvent } from "../../lib/agent/events.ts";
import type { Turn } from "../../lib/agent/turn.ts";

/** A subscription to an agent, with what it gave. */
export class Watched {
  readonly events: AgentEvent[] = [];
  readonly subscription: Subscription;
  /** Resolves when the stream has ended: with its error, or `undefined`. */
  readonly ended: Promise<unknown>;
  readonly #waiters = new Set<() => void>();

  constructor(source: Observable<AgentEvent>) {
    const ended = Promise.withResolvers<unknown>();
    this.ended = ended.promise;
    this.subscription = source.subscribe({
      next: (event) => {
        this.events.push(event);
        for (const look of this.#waiters) look();
      },
      error: (error) => ended.resolve(error),
      complete: () => ended.resolve(undefined),
    });
  }

  /** The turns that have ended. */
  get turns(): Turn[] {
    return this.events.flatMap((event) => event.type === "turn_end" ? [event.turn] : []);
  }

  /** How they ended. */
  get outcomes(): string[] {
    return this.turns.map(({ outcome }) => outcome);
  }

  /** The kinds of the events. */
  get kinds(): string[] {
    return this.events.map((event) => event.type);
  }

  /** Waits until something holds of what came so far. */
  until(holds: (watched: this) => boolean): Promise<void> {
    if (holds(this)) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (!holds(this)) return;
        this.#waiters.delete(look);
        resolve();
      };
      this.#waiters.add(look);
    });
  }

  /** Waits for an event of a kind, and its so-manieth coming. */
  untilType(type: AgentEvent["type"], times = 1): Promise<void> {
    return this.until(({ kinds }) => kinds.filter((kind) => kind === type).length >= times);
  }
}
