import { ending } from "./_ending.ts";
import { AssertionError } from "./assertion_error.ts";

/** Throws unless the second text stands in the first. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  if (actual.includes(expected)) return;
  throw new AssertionError(`Expected actual: "${actual}" to contain: "${expected}"${ending(msg)}`);
}
