/**
 * A stand-in for the part of `@std/streams` that this project uses, for machines that cannot reach JSR.
 *
 * @module
 */
export * from "./text_line_stream.ts";
