import { AssertionError } from "@std/assert";
import { isRecord } from "../protocol/is_record.ts";

/** How one value of a list is compared and shown. */
export interface ListExpectation<Expected, Actual> {
  /** What the values are called, in the plural. */
  what: string;
  /** What is wrong with a value: the fields that differ, as `field: shown`; nothing where it is as expected. */
  differences(expected: Expected, actual: Actual): string[];
  /** An expected value in a line. */
  showExpected(expected: Expected): string;
  /** A value that came, in a line. */
  showActual(actual: Actual): string;
}

/**
 * Compares a list with what was expected, one by one and in order.
 *
 * @throws {AssertionError} Showing what was expected with a minus and what came with a plus, each with its number.
 */
export function expectList<Expected, Actual>(
  expected: readonly Expected[],
  actual: readonly Actual[],
  how: ListExpectation<Expected, Actual>,
): void {
  const lines: string[] = [];
  let isWrong = expected.length !== actual.length;
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const number = `${index + 1}.`;
    const isBoth = index < expected.length && index < actual.length;
    const differences = isBoth ? how.differences(expected[index]!, actual[index]!) : [];
    if (isBoth && differences.length === 0) {
      lines.push(`  ${number} ${how.showActual(actual[index]!)}`);
      continue;
    }
    isWrong = true;
    if (index < expected.length) lines.push(`- ${number} ${how.showExpected(expected[index]!)}`);
    if (index < actual.length) lines.push(`+ ${number} ${[how.showActual(actual[index]!), ...differences].join(", ")}`);
  }
  if (!isWrong) return;
  throw new AssertionError(
    `Expected ${expected.length} ${how.what} (-), and ${actual.length} came (+):\n${lines.join("\n")}`,
  );
}

/** Whether a text is the expected one, or one that a pattern matches. */
export function fitsText(expected: string | RegExp, actual: string): boolean {
  return typeof expected === "string" ? expected === actual : new RegExp(expected).test(actual);
}

/**
 * Refuses an expectation that would hold whatever came: one that is no object, or has a field that nothing looks at.
 *
 * @throws {TypeError} Naming it.
 */
export function checkFields(what: string, expected: unknown, names: Readonly<Record<string, true>>): void {
  if (!isRecord(expected)) {
    throw new TypeError(`Cannot expect ${JSON.stringify(expected)} of a ${what}: give a text or an object of fields`);
  }
  const unknown = Object.keys(expected).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const known = Object.keys(names).join(", ");
  throw new TypeError(`Cannot expect "${unknown}" of a ${what}: there is no such field, the fields are ${known}`);
}
