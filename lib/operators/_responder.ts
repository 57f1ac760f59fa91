import { type MonoTypeOperatorFunction, Observable } from "rxjs";
import type { Agent } from "../agent/agent.ts";
import { lookAs } from "../agent/answer/answering.ts";
import { findAgent, isAdded, KIND } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { expectation, missedOpening, whileExpecting } from "../agent/expectations.ts";
import { register, type Registration } from "../agent/opening.ts";

/**
 * Makes an operator that registers on each agent's Opening, looks at every event and passes every
 * event on. An event of an agent whose Opening it has not seen is an error: its rules would not hold.
 *
 * @param registration What it registers.
 * @param onEvent Looks at an event, and may answer it. @default nothing: what is registered says it all
 */
export function responder(
  registration: Registration,
  onEvent: (event: AgentEvent) => void = () => {},
): MonoTypeOperatorFunction<AgentEvent> {
  const { name } = registration;
  // One for each call of the operator's function, however often what it gave is subscribed.
  const instance = {};
  return (source) =>
    new Observable((subscriber) => {
      const expected = expectation(name, instance);
      const served = new WeakSet<Agent>();
      const look = (event: AgentEvent): void => {
        const agent = findAgent(event);
        if (isAdded("opening", event)) {
          register(event, instance, registration);
          expected.met.add(event);
          if (agent !== undefined) served.add(agent);
          return;
        }
        if (agent !== undefined && !served.has(agent)) throw missedOpening(name);
        // A message of the agent cannot be answered, and there are many.
        if (KIND in event) lookAs(name, () => onEvent(event));
        else onEvent(event);
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
