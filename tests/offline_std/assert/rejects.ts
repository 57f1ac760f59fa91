import { ending } from "./_ending.ts";
import { checkError, type ErrorClass, readExpected } from "./_expected_error.ts";
import { AssertionError } from "./assertion_error.ts";

/** Calls the function, rejects unless its promise rejects, and resolves to the reason. */
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
/** Calls the function, rejects unless its promise rejects with an error of the class, and resolves to that error. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any
  ErrorClass: abstract new (...args: any[]) => E,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  classOrMsg?: ErrorClass<E> | string,
  second?: string,
  third?: string,
): Promise<unknown> {
  const expected = readExpected(classOrMsg, second, third);
  const promise = call(fn);
  if (!promise) throw new AssertionError(`Function throws when expected to reject${ending(expected.msg)}`);
  try {
    await promise;
  } catch (error) {
    checkError(error, expected, "rejected");
    return error;
  }
  throw new AssertionError(`Expected function to reject${ending(expected.msg)}`);
}

/** The promise, or undefined for a function that throws or returns something else. */
function call(fn: () => PromiseLike<unknown>): PromiseLike<unknown> | undefined {
  try {
    const result: unknown = fn();
    const thenable = typeof result === "object" && result !== null && "then" in result;
    return thenable && typeof result.then === "function" ? result as PromiseLike<unknown> : undefined;
  } catch {
    return undefined;
  }
}
