import { type MonoTypeOperatorFunction, Observable } from "rxjs";
import type { Agent } from "../agent/agent.ts";
import { findAgent, isAdded } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { expectation, missedOpening, whileExpecting } from "../agent/expectations.ts";
import type { Limiter } from "../agent/limiter.ts";
import { register } from "../agent/opening.ts";

/**
 * Makes an operator that registers a limit on each agent's Opening and passes every event on. One instance serves as
 * many agents as it stands in; what it stands in may be subscribed more than once.
 */
export function limiting(limiter: Limiter): MonoTypeOperatorFunction<AgentEvent> {
  const served = new WeakSet<Agent>();
  const look = (event: AgentEvent): object | undefined => {
    const agent = findAgent(event);
    if (isAdded("opening", event)) {
      register(event, limiter, limiter);
      if (agent !== undefined) served.add(agent);
      return event;
    }
    if (agent !== undefined && !served.has(agent)) throw missedOpening(limiter.name);
    return undefined;
  };
  return (source) =>
    new Observable((subscriber) => {
      const expected = expectation(limiter.name, limiter, true);
      subscriber.add(() => expected.closed = true);
      whileExpecting(expected, () => {
        subscriber.add(source.subscribe({
          next: (event) => {
            try {
              const opening = look(event);
              if (opening !== undefined) expected.met.add(opening);
            } catch (error) {
              return subscriber.error(error);
            }
            subscriber.next(event);
          },
          error: (error) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }));
      });
    });
}
