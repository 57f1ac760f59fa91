import { ending } from "./_ending.ts";
import { difference } from "./_report.ts";
import { AssertionError } from "./assertion_error.ts";
import { equal } from "./equal.ts";

/** Throws unless the two are equal all the way down. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) return;
  throw new AssertionError(`Values are not equal${ending(msg)}\n${difference(actual, expected)}`);
}
