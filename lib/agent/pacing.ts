import type { Clock } from "../process/mod.ts";
import type { Message } from "../protocol/messages.ts";
import type { Pace } from "./pace.ts";

/** What pacing needs of the agent around it. */
export interface PacingPorts {
  /** Where the deadline comes from. */
  readonly clock: Clock;
  /**
   * How long a consumer may hold without taking anything, in milliseconds, while the pipe stands still or an asked turn's
   * end waits.
   */
  readonly stallMs: number | undefined;
  /** Whether a control request of ours is out: then the pipe is read whatever waits, or its answer would never come. */
  awaitsAnswer(): boolean;
  /** Whether somebody waits for a turn that the script asked for: a consumer that holds its end back may be who waits. */
  awaitsTurn(): boolean;
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
  /** How much waits that ends a turn. */
  #ends = 0;

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
      this.look();
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
    this.look();
  }

  /** Looks whether a consumer holds up what somebody waits for, and gives it so long. */
  look(): void {
    if (this.#isAwaited && this.held) this.#watchStall();
  }

  /** What ends a turn was read, and waits. */
  endWaits(): void {
    this.#ends++;
    this.look();
  }

  /** What ends a turn is delivered, whether it waited or not. */
  endComes(): void {
    if (this.#ends > 0) this.#ends--;
  }

  /** Whether a turn that the script asked for cannot end before the consumer takes more. */
  get holdsUpTurn(): boolean {
    return this.#ends > 0 && this.#ports.awaitsTurn();
  }

  /** Whether the pipe stands still, or somebody waits for a turn whose end was read. */
  get #isAwaited(): boolean {
    return this.#wake !== undefined || this.holdsUpTurn;
  }

  #watchStall(): void {
    const { stallMs, clock, onStall } = this.#ports;
    if (stallMs === undefined) return;
    this.#stopStall ??= clock.after(stallMs, () => {
      this.#stopStall = undefined;
      // The turn may have been taken back meanwhile.
      if (this.#isAwaited) onStall();
    });
  }

  // In a microtask: a consumer that is done at once would otherwise be called from inside itself.
  readonly #released = (): void => {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#drain?.();
      this.#wake?.();
      this.look();
    });
  };
}

/** Whether a message ends a turn, or tells that the next prompt may be written. */
export function endsTurn(message: Message): boolean {
  const { type } = message.type === "unknown" ? message.raw : message;
  return type === "result" ||
    (message.type === "system" && message.subtype === "session_state_changed" && message.state === "idle");
}
