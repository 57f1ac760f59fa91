import { ending } from "./_ending.ts";
import { checkError, type ErrorClass, readExpected } from "./_expected_error.ts";
import { AssertionError } from "./assertion_error.ts";

/** Calls the function, throws unless it throws, and returns what was thrown. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Calls the function, throws unless it throws an error of the class, and returns that error. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  // deno-lint-ignore no-explicit-any
  ErrorClass: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  classOrMsg?: ErrorClass<E> | string,
  second?: string,
  third?: string,
): unknown {
  const expected = readExpected(classOrMsg, second, third);
  try {
    fn();
  } catch (error) {
    checkError(error, expected, "thrown");
    return error;
  }
  throw new AssertionError(`Expected function to throw${ending(expected.msg)}`);
}
