import type { Clock } from "../process/mod.ts";

/**
 * The time that a process gets to end by itself which can neither be read nor written any more: its
 * end tells more than the broken pipe, and comes within moments as a rule.
 */
export class LastWait {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #giveUp: () => void;
  #stop: (() => void) | undefined;
  #over = false;
  /** What went wrong first. */
  cause: unknown;

  /**
   * @param clock What measures the time.
   * @param options How long it may take, in milliseconds, and what is done then.
   */
  constructor(clock: Clock, options: { ms: number; giveUp: () => void }) {
    this.#clock = clock;
    this.#ms = options.ms;
    this.#giveUp = options.giveUp;
  }

  /** Begins to wait, if that has not begun. */
  begin(cause?: unknown): void {
    this.cause ??= cause;
    if (!this.#over) this.#stop ??= this.#clock.after(this.#ms, this.#giveUp);
  }

  /** No more waiting: the process has gone. */
  end(): void {
    this.#over = true;
    this.#stop?.();
  }
}
