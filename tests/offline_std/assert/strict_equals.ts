import { ending } from "./_ending.ts";
import { difference, indented, show } from "./_report.ts";
import { AssertionError } from "./assertion_error.ts";

/** Throws unless the two are the same, as `Object.is` has it. */
export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): asserts actual is T {
  if (Object.is(actual, expected)) return;
  const shown = show(actual);
  throw new AssertionError(
    shown === show(expected)
      ? `Values have the same structure but are not reference-equal${ending(msg)}\n\n${indented(shown)}\n`
      : `Values are not strictly equal${ending(msg)}\n${difference(actual, expected)}`,
  );
}
