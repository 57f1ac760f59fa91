import type { MonoTypeOperatorFunction } from "rxjs";
import { Observable } from "../agent/rxjs.ts";
import type { Agent } from "../agent/agent.ts";
import { findAgent, isAdded } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { expectation, missedOpening, whileExpecting } from "../agent/expectations.ts";
import { register, type Registration } from "../agent/opening.ts";

/** How an operator is attached to agents. */
export interface AttachedOptions {
  /** What it is known by: an agent takes each instance once. */
  instance: object;
  /** Whether what it stands in may be subscribed more than once: it then counts as one. @default false */
  repeatable?: boolean;
  /** Looks at an event behind the Opening. @default nothing: what is registered says it all */
  onEvent?: (event: AgentEvent) => void;
}

/**
 * Makes an operator that registers on each agent's Opening, looks at every event and passes every event on. An event of
 * an agent whose Opening it has not seen is an error: what it registers would not hold.
 *
 * @param registration What it registers.
 * @param options How it is attached.
 */
export function attached(
  registration: Registration,
  { instance, repeatable = false, onEvent }: AttachedOptions,
): MonoTypeOperatorFunction<AgentEvent> {
  const { name } = registration;
  const servedEver = new WeakSet<Agent>();
  return (source) =>
    new Observable((subscriber) => {
      const expected = expectation(name, instance, repeatable);
      const served = repeatable ? servedEver : new WeakSet<Agent>();
      // Most events come from the agent that the one before came from: a comparison in place of a look into a set.
      let last: Agent | undefined;
      const look = (event: AgentEvent): void => {
        // Behind a selector: what comes is no event, and no Opening will.
        if (typeof event !== "object" || event === null) throw missedOpening(name);
        const agent = findAgent(event);
        // The type is compared first: nearly all have another one, and the brand costs a walk to the prototype.
        if (event.type === "opening" && isAdded("opening", event)) {
          register(event, instance, registration);
          expected.met.add(event);
          if (agent !== undefined) served.add(agent);
          return;
        }
        if (agent !== undefined && agent !== last) {
          if (!served.has(agent)) throw missedOpening(name);
          last = agent;
        }
        onEvent?.(event);
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
