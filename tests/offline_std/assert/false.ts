import { AssertionError } from "./assertion_error.ts";

/** The values that count as false. */
export type Falsy = false | 0 | 0n | "" | null | undefined;

/** Throws unless the value is falsy. */
export function assertFalse(expr: unknown, msg = ""): asserts expr is Falsy {
  if (expr) throw new AssertionError(msg);
}
