import type { Clock, TransportExit } from "../process/mod.ts";
import type { FullLimits } from "./check_limits.ts";
import type { LateSource } from "./load_late.ts";

/** Who is told of what an agent cannot settle by itself. */
export interface CoreOwner {
  /** The run cannot go on. */
  fail(error: unknown): void;
  /** Nothing can be written any more: the process is about to go, as a rule. */
  cannotWrite(error: unknown): void;
  /** Everything is done: the input can be closed. */
  finish(): void;
  /** Stop without an error; gives how the process ended. */
  stop(): Promise<TransportExit>;
}

/** What a conversation needs besides its options. */
export interface CoreParts {
  /** The limits of the options, which have been checked. */
  limits: FullLimits;
  /** Where deadlines come from. */
  clock: Clock;
  /** Where what reads and answers comes from. */
  late: LateSource;
  /** Who is told of what cannot be settled here. */
  owner: CoreOwner;
  /** Resolves when the process has gone. */
  exited: Promise<TransportExit>;
}
