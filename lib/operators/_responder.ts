import { type MonoTypeOperatorFunction, Observable } from "rxjs";
import type { Agent } from "../agent/agent.ts";
import { findAgent, isAdded } from "../agent/brand.ts";
import type { AgentEvent, Opening } from "../agent/events.ts";
import { expectation, missedOpening, whileExpecting } from "../agent/expectations.ts";

/** What a responder does. */
export interface ResponderParts {
  /** The operator's name, for messages. */
  name: string;
  /** Registers on an agent's Opening. The instance is the same for each call of the operator's function. */
  onOpening(opening: Opening, instance: object): void;
  /** Looks at an event, and may answer it. */
  onEvent(event: AgentEvent): void;
}

/**
 * Makes an operator that registers on each agent's Opening, looks at every event and passes every
 * event on. An event of an agent whose Opening it has not seen is an error: its rules would not hold.
 */
export function responder(parts: ResponderParts): MonoTypeOperatorFunction<AgentEvent> {
  const instance = {};
  return (source) =>
    new Observable((subscriber) => {
      const expected = expectation(parts.name, instance);
      const served = new WeakSet<Agent>();
      const look = (event: AgentEvent): void => {
        const agent = findAgent(event);
        if (isAdded("opening", event)) {
          parts.onOpening(event, instance);
          expected.met.add(event);
          if (agent !== undefined) served.add(agent);
          return;
        }
        if (agent !== undefined && !served.has(agent)) throw missedOpening(parts.name);
        parts.onEvent(event);
      };
      subscriber.add(() => expected.closed = true);
      whileExpecting(expected, () => {
        subscriber.add(source.subscribe({
          next: (event) => {
            try {
              look(event);
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
