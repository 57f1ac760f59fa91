import type { Agent } from "./agent.ts";
import { shared } from "./brand.ts";

/** The key of an agent's method that tells whether it has nothing to do. */
export const IDLE: unique symbol = Symbol.for("turnstream/idle") as never;

/** What an agent tells of its idleness. */
export interface Idleness {
  /** Whether there is nothing to do: no turn runs or waits, no subagent works, and the CLI is idle. */
  readonly idle: boolean;
  /** Whether it has ended a turn. */
  readonly turnEnded: boolean;
  /** Who is called when that may have changed without an event. */
  readonly listeners: Set<() => void>;
}

/** What an agent tells of its idleness; `undefined` where it is none of ours. */
export function idlenessOf(agent: Agent): Idleness | undefined {
  return (agent as { [IDLE]?: Idleness })[IDLE];
}

/** Is told of an agent whose events are being subscribed. */
export type Finder = (agent: Agent) => void;

const finders: Finder[] = shared("finders", () => []);

/** Subscribes a source; the finder is told of the agents that it is the events of. */
export function whileFinding(found: Finder, subscribe: () => void): void {
  finders.push(found);
  try {
    subscribe();
  } finally {
    finders.splice(finders.lastIndexOf(found), 1);
  }
}

/** Tells those who are subscribing at this moment of an agent. */
export function findMe(agent: Agent): void {
  for (const found of finders.slice()) found(agent);
}
