/**
 * A stand-in for the part of `@std/cli` that this project uses, for machines that cannot reach JSR.
 *
 * @module
 */
export * from "./parse_args.ts";
export * from "./unicode_width.ts";
