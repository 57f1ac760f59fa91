import type { MonoTypeOperatorFunction } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";
import type { Limiter } from "../agent/limiter.ts";
import { attached } from "./_attached.ts";

/**
 * Makes an operator that registers a limit on each agent's Opening and passes every event on. One instance serves as
 * many agents as it stands in; what it stands in may be subscribed more than once.
 */
export function limiting(limiter: Limiter): MonoTypeOperatorFunction<AgentEvent> {
  return attached(limiter, { instance: limiter, repeatable: true });
}
