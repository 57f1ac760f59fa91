import type { Observable } from "rxjs";
import type { Agent } from "./agent.ts";
import type { DecisionRecord } from "./events.ts";

/** The key under which an agent gives its records. */
export const RECORDS: unique symbol = Symbol.for("turnstream/records") as never;

/** How an agent's requests about tool calls are decided, from the subscription on; completes with the agent. */
export function recordsOf(agent: Agent): Observable<DecisionRecord> | undefined {
  return (agent as { [RECORDS]?: Observable<DecisionRecord> })[RECORDS];
}
