import type { SchedulerLike } from "rxjs";
import { Subscription, timer } from "../agent/rxjs.ts";
import type { RunWatch } from "../agent/limiter.ts";

/** Lets one after another go, at least so long apart. */
export class StartQueue {
  readonly #ms: number;
  readonly #scheduler: SchedulerLike;
  readonly #waiting = new Set<() => void>();
  #last = -Infinity;
  #timer: Subscription | undefined;

  /**
   * @param ms How long apart.
   * @param scheduler What measures the time.
   */
  constructor(ms: number, scheduler: SchedulerLike) {
    this.#ms = ms;
    this.#scheduler = scheduler;
  }

  /** A place for one run. */
  place(): RunWatch {
    let go: (() => void) | undefined;
    return {
      ready: () =>
        new Promise<void>((resolve) => {
          go = resolve;
          this.#waiting.add(resolve);
          this.#next();
        }),
      over: () => {
        // Whoever waits for its start and is left gives its place to the next.
        if (go === undefined || !this.#waiting.delete(go)) return;
        go();
        if (this.#waiting.size === 0) this.#rest();
      },
    };
  }

  #next(): void {
    const [go] = this.#waiting;
    if (this.#timer !== undefined || go === undefined) return;
    const now = this.#scheduler.now();
    // A clock that was set back makes nobody wait for longer than once.
    const wait = Math.min(this.#ms, this.#last + this.#ms - now);
    if (wait > 0) {
      this.#timer = new Subscription();
      this.#timer.add(
        timer(wait, this.#scheduler).subscribe(() => {
          this.#rest();
          this.#next();
        }),
      );
      return;
    }
    this.#waiting.delete(go);
    this.#last = now;
    go();
    this.#next();
  }

  #rest(): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
  }
}
