import { ending } from "./_ending.ts";
import { AssertionError } from "./assertion_error.ts";

/** Always throws. */
export function fail(msg?: string): never {
  throw new AssertionError(`Failed assertion${ending(msg)}`);
}
