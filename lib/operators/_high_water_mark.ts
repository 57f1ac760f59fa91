import { UsageError } from "../protocol/errors.ts";

/** How many values may wait unless told otherwise. */
export const DEFAULT_HIGH_WATER_MARK = 16;

/** Refuses a mark that is no whole number above 0. */
export function checkHighWaterMark(operator: string, mark: number): void {
  if (Number.isSafeInteger(mark) && mark > 0) return;
  throw new UsageError(
    `Cannot use ${operator} with highWaterMark ${String(mark)}: give a whole number above 0, how many values may wait`,
  );
}
