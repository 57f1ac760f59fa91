/** The longest time that a timer can measure, in milliseconds: about 24 days. */
export const LONGEST_MS: number = 2 ** 31 - 1;

/** Where deadlines come from; passed in, so that tests do not wait. */
export interface Clock {
  /** The time, in milliseconds since 1970. */
  readonly now: number;

  /**
   * Calls back once, after a time.
   *
   * @param ms How long, in milliseconds.
   * @param callback What to call.
   * @returns A function that calls it off.
   */
  after(ms: number, callback: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  get now(): number {
    return Date.now();
  },
  after(ms: number, callback: () => void): () => void {
    if (ms === Infinity) return () => {};
    const timer = setTimeout(callback, Math.min(ms, LONGEST_MS));
    return () => clearTimeout(timer);
  },
};
