/**
 * Bytes to lines to frames, and lines to bytes: a pure transform that any NDJSON program can be driven with.
 *
 * @module
 */
export * from "./errors.ts";
export * from "./frames.ts";
export * from "./line_splitter.ts";
export * from "./line_writer.ts";
export * from "./read_ahead.ts";
export * from "./read_ahead_ports.ts";
