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
export * from "./guards.ts";
export * from "./hook_events.ts";
export * from "./hooks.ts";
export { checkHookInput } from "./hooks/check_hook_input.ts";
export * from "./messages.ts";
export { type InboundFrame, parseFrame, type ParseFrameOptions } from "./parse.ts";
export { parseMessage } from "./parse_message.ts";
export * from "./plan.ts";
export * from "./questions.ts";
export type * from "./requests/mod.ts";
export * from "./rules/mod.ts";
export { serialiseFrame } from "./serialise.ts";
