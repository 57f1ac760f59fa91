/**
 * Builders of the frames that the CLI writes, with everything that a test does not care for filled in.
 *
 * @module
 */
export * from "./assistant.ts";
export * from "./control.ts";
export { type FrameOptions, SESSION_ID } from "./identity.ts";
export * from "./result.ts";
export * from "./system.ts";
export * from "./user.ts";
