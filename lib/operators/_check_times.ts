import { UsageError } from "../protocol/errors.ts";

/** The longest time that a timer can measure, in milliseconds: about 24 days. */
export const LONGEST_MS: number = 2 ** 31 - 1;

/**
 * Checks that times can be used by a timer.
 *
 * @param operator The operator's name, for messages.
 * @param times The times by their names; those that are `undefined` are not given.
 * @param names The names that there are.
 * @throws {UsageError} If a name is unknown, or a value no time above 0.
 */
export function checkTimes(operator: string, times: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(times)) {
    if (value === undefined) continue;
    if (!names.includes(name)) {
      throw new UsageError(`Cannot use ${operator} with "${name}": its options are ${names.join(", ")}`);
    }
    checkTime(`${operator} with ${name}:`, value);
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
