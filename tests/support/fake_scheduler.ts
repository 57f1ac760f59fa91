import { type SchedulerAction, type SchedulerLike, Subscription } from "rxjs";
import { FakeClock } from "./fake_clock.ts";

/** A scheduler whose time a test moves by hand, for operators whose agents work in real promises. */
export class FakeScheduler implements SchedulerLike {
  /** The clock that it goes by. */
  readonly clock: FakeClock = new FakeClock();

  /** How many actions wait: none may, once a run is over. */
  get waiting(): number {
    return this.clock.waiting;
  }

  now(): number {
    return this.clock.now;
  }

  /** Moves the time on and does what is due. */
  advance(ms: number): void {
    this.clock.advance(ms);
  }

  schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay?: number, state?: T): Subscription {
    const action = new FakeAction<T>(this.clock, work);
    action.schedule(state, delay ?? 0);
    return action;
  }
}

class FakeAction<T> extends Subscription implements SchedulerAction<T> {
  readonly #clock: FakeClock;
  readonly #work: (this: SchedulerAction<T>, state: T) => void;

  constructor(clock: FakeClock, work: (this: SchedulerAction<T>, state: T) => void) {
    super();
    this.#clock = clock;
    this.#work = work;
  }

  schedule(state?: T, delay = 0): Subscription {
    this.add(this.#clock.after(delay, () => {
      if (!this.closed) this.#work.call(this, state as T);
    }));
    return this;
  }
}
