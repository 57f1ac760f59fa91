import type { Clock } from "../process/mod.ts";
import type { Pace } from "./pace.ts";

/** What pacing needs of the agent around it. */
export interface PacingPorts {
  /** Where the deadline comes from. */
  readonly clock: Clock;
  /** How long a consumer may hold without taking anything, in milliseconds, while the pipe stands still. */
  readonly stallMs: number | undefined;
  /** Whether a control request of ours is out: then the pipe is read whatever waits, or its answer would never come. */
  awaitsAnswer(): boolean;
  /** Told when a consumer has held too long. */
  onStall(): void;
}

/** How fast one agent's output may be taken in: as fast as the slowest of its paced consumers. */
export class Pacing {
  readonly #ports: PacingPorts;
  readonly #paces = new Set<Pace>();
  #active = false;
  #ended = false;
  #drain: (() => void) | undefined;
  #wake: (() => void) | undefined;
  #scheduled = false;
  #resting = false;
  /** For whoever waits for the end of a long delivery. */
  #rested: PromiseWithResolvers<void> | undefined;
  #stopStall: (() => void) | undefined;

  /** @param ports The agent around it. */
  constructor(ports: PacingPorts) {
    this.#ports = ports;
  }

  /** Whether there is a paced consumer, or was one. */
  get active(): boolean {
    return this.#active;
  }

  /** Whether a consumer holds. */
  get held(): boolean {
    if (this.#ended) return false;
    for (const pace of this.#paces) if (pace.held) return true;
    return false;
  }

  /** A consumer joins. */
  add(pace: Pace): void {
    if (pace.closed || this.#paces.has(pace)) return;
    for (const each of this.#paces) if (each.closed) this.#paces.delete(each);
    this.#active = true;
    this.#paces.add(pace);
    pace.onRelease(this.#released);
    pace.onTaken(() => this.progressed());
  }

  /** From now on nothing is held: the agent is ending, and what was read is delivered. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const pace of this.#paces) pace.forget(this.#released);
    this.#stopStall?.();
    this.#released();
  }

  /** A control request was written: its answer may stand behind what waits. */
  requested(): void {
    this.#wake?.();
  }

  /** Says what delivers what waits. */
  drainsBy(drain: () => void): void {
    this.#drain = drain;
  }

  /** Whether a long delivery rests: it goes on by itself. */
  get resting(): boolean {
    return this.#resting;
  }

  /** Resolves when the delivery that rests is done; `undefined` where none does. */
  get rested(): Promise<void> | undefined {
    return this.#rested?.promise;
  }

  /** Lets timers, signals and what was read have their turn in the middle of a long delivery. */
  rest(resume: () => void): void {
    this.#resting = true;
    this.#rested ??= Promise.withResolvers();
    this.#ports.clock.after(0, () => {
      this.#resting = false;
      resume();
      // It may rest again.
      if (!this.#resting) {
        this.#rested?.resolve();
        this.#rested = undefined;
      }
      this.#wake?.();
    });
  }

  /**
   * Waits while the consumers hold and there is no room, unless a control request of ours is out. While a delivery
   * rests, one chunk is read for each slice: otherwise more could come than is delivered.
   */
  async room(isFull: () => boolean): Promise<void> {
    if (this.resting) await this.#woken();
    while (isFull() && this.held && !this.#ports.awaitsAnswer()) await this.#woken();
  }

  /** Waits until the consumers have taken everything. */
  async emptied(isEmpty: () => boolean): Promise<void> {
    while (!isEmpty()) await this.#woken();
  }

  async #woken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    if (this.held) this.#watchStall();
    await promise;
    this.#wake = undefined;
  }

  /** Something was taken: whoever holds is slow, and not stuck. */
  progressed(): void {
    this.#stopStall?.();
    this.#stopStall = undefined;
    if (this.#wake !== undefined && this.held) this.#watchStall();
  }

  #watchStall(): void {
    const { stallMs, clock, onStall } = this.#ports;
    if (stallMs !== undefined) this.#stopStall ??= clock.after(stallMs, onStall);
  }

  // In a microtask: a consumer that is done at once would otherwise be called from inside itself.
  readonly #released = (): void => {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#drain?.();
      this.#wake?.();
    });
  };
}
