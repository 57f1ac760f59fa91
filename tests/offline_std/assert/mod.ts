/**
 * A stand-in for the part of `@std/assert` that this project uses, for machines that cannot reach JSR.
 *
 * @module
 */
export * from "./assert.ts";
export * from "./assertion_error.ts";
export * from "./equal.ts";
export * from "./equals.ts";
export * from "./exists.ts";
export * from "./fail.ts";
export * from "./false.ts";
export * from "./instance_of.ts";
export * from "./match.ts";
export * from "./not_equals.ts";
export * from "./rejects.ts";
export * from "./strict_equals.ts";
export * from "./string_includes.ts";
export * from "./throws.ts";
