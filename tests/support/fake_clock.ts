import type { Clock } from "../../lib/process/mod.ts";

interface Alarm {
  at: number;
  callback: () => void;
}

/** A clock that a test moves by hand. */
export class FakeClock implements Clock {
  /** How far the clock has been moved, in milliseconds. */
  now = 0;
  readonly #alarms = new Set<Alarm>();

  /** How many callbacks wait: none may, once a run is over. */
  get waiting(): number {
    return this.#alarms.size;
  }

  after(ms: number, callback: () => void): () => void {
    const alarm = { at: this.now + ms, callback };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  /** Moves the clock on and calls what is due, in order, also what is set meanwhile. */
  advance(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const [next] = [...this.#alarms].filter((alarm) => alarm.at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#alarms.delete(next);
      this.now = next.at;
      next.callback();
    }
    this.now = until;
  }
}
