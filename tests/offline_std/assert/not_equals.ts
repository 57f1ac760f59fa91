import { ending } from "./_ending.ts";
import { show } from "./_report.ts";
import { AssertionError } from "./assertion_error.ts";
import { equal } from "./equal.ts";

/** Throws when the two are equal all the way down. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (!equal(actual, expected)) return;
  throw new AssertionError(`Expected actual: ${show(actual)} not to be: ${show(expected)}${ending(msg)}`);
}
