/**
 * What rehearses a script without an agent: a simulation, a transport driven by hand, frames.
 *
 * @module
 */
export * as frames from "./frames.ts";
export type * from "./scenario.ts";
export { type ScriptTransport, scriptTransport } from "./script_transport.ts";
export { simulate, type SimulateOptions, type Simulation } from "./simulate.ts";
export type { WrittenLine } from "./written_line.ts";
