import type { MonoTypeOperatorFunction } from "rxjs";
import { lookAs } from "../agent/answer/answering.ts";
import { KIND } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import type { Registration } from "../agent/opening.ts";
import { attached } from "./_attached.ts";

/**
 * Makes an operator that registers on each agent's Opening, looks at every event and passes every event on, and serves
 * each agent once. What it answers an event with is told as its own.
 *
 * @param registration What it registers.
 * @param onEvent Looks at an event, and may answer it. @default nothing: what is registered says it all
 */
export function responder(
  registration: Registration,
  onEvent: (event: AgentEvent) => void = () => {},
): MonoTypeOperatorFunction<AgentEvent> {
  const { name } = registration;
  return attached(registration, {
    // One for each call of the operator's function, however often what it gave is subscribed.
    instance: {},
    onEvent: (event) => {
      // A message of the agent cannot be answered, and there are many.
      if (KIND in event) lookAs(name, () => onEvent(event));
      else onEvent(event);
    },
  });
}
