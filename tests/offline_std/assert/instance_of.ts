import { ending } from "./_ending.ts";
import { AssertionError } from "./assertion_error.ts";

/** Throws unless the value is an instance of the class. */
// deno-lint-ignore no-explicit-any
export function assertInstanceOf<T extends abstract new (...args: any[]) => any>(
  actual: unknown,
  expectedType: T,
  msg = "",
): asserts actual is InstanceType<T> {
  if (actual instanceof expectedType) return;
  throw new AssertionError(
    `Expected object to be an instance of "${expectedType.name}"${contrast(actual, expectedType.name)}${ending(msg)}`,
  );
}

function contrast(actual: unknown, expectedName: string): string {
  const name = describe(actual);
  if (name === expectedName) return "";
  return name === "function" ? " but was not an instanced object" : ` but was "${name}"`;
}

function describe(actual: unknown): string {
  if (actual === null) return "null";
  if (typeof actual !== "object") return typeof actual;
  return actual.constructor?.name ?? "Object";
}
