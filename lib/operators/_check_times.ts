import { LONGEST_MS } from "../process/mod.ts";
import { UsageError } from "../protocol/errors.ts";

/**
 * Checks that times can be used by a timer.
 *
 * @param operator The operator's name, for messages.
 * @param times The times by their names; those that are `undefined` are not given.
 * @throws {UsageError} If a value is no time above 0.
 */
export function checkTimes(operator: string, times: object): void {
  for (const [name, value] of Object.entries(times)) {
    if (value !== undefined) checkTime(`${operator} with ${name}:`, value);
  }
}

/**
 * Checks one time.
 *
 * @param what What the time is for, as it follows "Cannot use ".
 * @throws {UsageError} If it is no time above 0.
 */
export function checkTime(what: string, value: unknown): void {
  if (typeof value === "number" && value > 0 && value <= LONGEST_MS) return;
  throw new UsageError(
    `Cannot use ${what} ${String(value)}: give milliseconds above 0 and at most ${LONGEST_MS} (24 days)`,
  );
}
