/**
 * The stream-json protocol of the `claude` CLI as types, and the functions that read and write it.
 *
 * No RxJS, no Deno, no input or output.
 *
 * @module
 */
export * from "./content.ts";
export * from "./control.ts";
export * from "./errors.ts";
export * from "./hook_events.ts";
export * from "./hooks.ts";
export * from "./messages.ts";
export { type InboundFrame, parseFrame, parseMessage } from "./parse.ts";
export * from "./rules/mod.ts";
export { serialiseFrame } from "./serialise.ts";
