import { ending } from "./_ending.ts";
import { plain } from "./_report.ts";
import { AssertionError } from "./assertion_error.ts";

/** A class of errors, abstract or not. */
// deno-lint-ignore no-explicit-any
export type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;

/** What `assertThrows` and `assertRejects` were told to expect. */
export interface Expected<E extends Error> {
  errorClass: ErrorClass<E> | undefined;
  msgIncludes: string | undefined;
  msg: string | undefined;
}

/** Sorts out the two ways in which both functions are called: with a class, or with a message alone. */
export function readExpected<E extends Error>(
  classOrMsg: ErrorClass<E> | string | undefined,
  second: string | undefined,
  third: string | undefined,
): Expected<E> {
  if (typeof classOrMsg === "string") return { errorClass: undefined, msgIncludes: undefined, msg: classOrMsg };
  if (classOrMsg === undefined) return { errorClass: undefined, msgIncludes: second, msg: third };
  const isErrorClass = classOrMsg?.prototype === Error.prototype || classOrMsg?.prototype instanceof Error;
  if (isErrorClass) return { errorClass: classOrMsg, msgIncludes: second, msg: third };
  return { errorClass: undefined, msgIncludes: undefined, msg: second };
}

/** Throws unless the error is the one that was expected. */
export function checkError<E extends Error>(error: unknown, expected: Expected<E>, verb: "thrown" | "rejected"): void {
  const { errorClass, msgIncludes, msg } = expected;
  if (!errorClass) return;
  if (!(error instanceof Error)) throw new AssertionError(`A non-Error object was ${verb}${ending(msg)}`);
  if (!(error instanceof errorClass)) {
    throw new AssertionError(
      `Expected error to be instance of "${errorClass.name}", but was "${error.constructor?.name}"${ending(msg)}`,
    );
  }
  if (msgIncludes && !plain(error.message).includes(plain(msgIncludes))) {
    throw new AssertionError(
      `Expected error message to include ${JSON.stringify(msgIncludes)}, but got ${JSON.stringify(error.message)}` +
        ending(msg),
    );
  }
}
