import type { MonoTypeOperatorFunction } from "rxjs";
import { lookAs } from "../agent/answer/answering.ts";
import { KIND } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import type { Registration } from "../agent/opening.ts";
import { attached } from "./_attached.ts";

/**
 * Makes an operator that registers on each agent's Opening, looks at every event but pieces of messages, passes every
 * event on, and serves each agent once. What it answers an event with is told as its own.
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
      // Nearly all events are pieces of messages, and nobody answers one: further looks took 1.5 % of an event.
      if (event.type === "stream_event") return;
      // A message of the agent cannot be answered.
      if (KIND in event) lookAs(name, () => onEvent(event));
      else onEvent(event);
    },
  });
}
