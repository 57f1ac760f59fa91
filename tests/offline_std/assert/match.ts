import { ending } from "./_ending.ts";
import { AssertionError } from "./assertion_error.ts";

/** Throws unless the pattern is found in the text. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  if (expected.test(actual)) return;
  throw new AssertionError(`Expected actual: "${actual}" to match: "${expected}"${ending(msg)}`);
}
