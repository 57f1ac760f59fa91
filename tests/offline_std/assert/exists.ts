import { ending } from "./_ending.ts";
import { AssertionError } from "./assertion_error.ts";

/** Throws for `null` and `undefined`. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T> {
  if (actual !== undefined && actual !== null) return;
  throw new AssertionError(`Expected actual: "${actual}" to not be null or undefined${ending(msg)}`);
}
