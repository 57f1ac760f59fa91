import type { Agent } from "./agent.ts";

/** The key of an agent's method that tells whether it has nothing to do. */
export const IDLE: unique symbol = Symbol.for("turnstream/idle") as never;

/** What an agent tells of its idleness. */
export interface Idleness {
  /** Whether there is nothing to do: no turn runs or waits, no subagent works, and the CLI is idle. */
  readonly idle: boolean;
  /** Who is called when that may have changed without an event. */
  readonly listeners: Set<() => void>;
}

/** What an agent tells of its idleness; `undefined` where it is none of ours. */
export function idlenessOf(agent: Agent): Idleness | undefined {
  return (agent as { [IDLE]?: Idleness })[IDLE];
}
