/**
 * What rehearses a script without an agent: a simulation, a recording, a transport driven by hand, frames, checks.
 *
 * @module
 */
export type { Launch, Transport, TransportExit, TransportFactory } from "../process/transport.ts";
export { expectDecisions, type ExpectedDecision, type ExpectedDecisionFields } from "./expect_decisions.ts";
export { type ExpectedTurn, type ExpectedTurnFields, expectTurns } from "./expect_turns.ts";
export { type MarbleEvents, marbleEvents, type MarbleHelpers, marbles, type MarbleSource, turnEnd } from "./marbles.ts";
/** Builders of the frames that the CLI writes. */
export * as frames from "./frames/mod.ts";
export type { Misbehaviour } from "./misbehaviour.ts";
export type { RecordedLine } from "./recorded_line.ts";
export { type Recording, type Replay, replay, type ReplayOptions } from "./replay.ts";
export { ReplayError, type ReplayErrorDetails } from "./replay_error.ts";
export type * from "./scenario.ts";
export type * from "./scenario_options.ts";
export { type ScriptTransport, scriptTransport } from "./script_transport.ts";
export { simulate, type SimulateOptions, type Simulation } from "./simulate.ts";
export type { WrittenLine } from "./written_line.ts";
