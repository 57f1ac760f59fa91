import type { Clock } from "./clock.ts";

/** How it is told whether something is quiet. */
export interface Quiet {
  /** What measures the time. */
  readonly clock: Clock;
  /** Whether anything has happened since the last call; it is called at once, for the beginning. */
  stirred(): boolean;
  /** Told when nothing has happened for so long. */
  onQuiet(): void;
}

/**
 * Waits until nothing has happened for a time. That is two spells of half of it in a row: after one alone, the event loop
 * may have been too busy to read what is there.
 *
 * @param ms How long it must be quiet, in milliseconds.
 * @param quiet How that is told.
 * @returns A function that calls it off.
 */
export function whenQuiet(ms: number, { clock, stirred, onQuiet }: Quiet): () => void {
  let callOff = () => {};
  const watch = (spells: number): void => {
    callOff = clock.after(ms / 2, () => {
      if (stirred()) watch(0);
      else if (spells === 0) watch(1);
      else onQuiet();
    });
  };
  stirred();
  watch(0);
  return () => callOff();
}
