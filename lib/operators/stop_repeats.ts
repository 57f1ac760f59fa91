import type { MonoTypeOperatorFunction } from "rxjs";
import type { Agent } from "../agent/agent.ts";
import { findAgent, isAdded } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { responder } from "./responder.ts";
import { RepeatWatch } from "./_repeat_watch.ts";

/** So many times an agent may be refused the same call, where nothing else is said. */
const LIMIT = 3;

/**
 * Stops the turn of an agent that asks again and again for what was refused.
 *
 * A model that gets a refusal may try the very same call again, up to several times. The call that has the same tool
 * and the same input as earlier ones in this turn that were refused, and is asked for the `limit`-th time, is denied
 * and ends the turn, whose outcome is then `denied`. Calls that were allowed do not count, however often they come.
 *
 * Put it in front of the policy, or what decides before it is not stopped by the deny but by an interrupt after it; so
 * is a call that a gate or a hook refuses each time. The outcome is `interrupted` then.
 *
 * @example The third time ends the turn
 * ```ts
 * import { claude, lastTurn, onPermission, stopRepeats } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * let calls = 0;
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   while (!cli.aborted) {
 *     calls++;
 *     await cli.tool("Bash", { command: "git push" });
 *   }
 * });
 * const turn = await lastValueFrom(claude("publish it", { transport }).pipe(
 *   stopRepeats(3),
 *   onPermission((request) => request.deny("Not today")),
 *   lastTurn(),
 * ));
 * assertEquals([calls, turn.outcome], [3, "denied"]);
 * ```
 *
 * @param limit The how many-th request for the same call ends the turn. @default 3
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the limit is no whole number above 1.
 */
export function stopRepeats(limit: number = LIMIT): MonoTypeOperatorFunction<AgentEvent> {
  if (!Number.isInteger(limit) || limit < 2) {
    throw new UsageError(`Give stopRepeats() a whole number above 1, not ${limit}: the first request is no repetition`);
  }
  const watches = new WeakMap<Agent, RepeatWatch>();
  return responder({ kind: "permission", name: "stopRepeats()" }, (event) => {
    const agent = findAgent(event);
    if (agent === undefined) return;
    const watch = watches.get(agent) ?? new RepeatWatch(agent, limit);
    watches.set(agent, watch);
    if (event.type === "turn_end") watch.forget();
    if (isAdded("permission", event)) {
      event.respondWith(() => {
        if (!watch.isLast(event)) return undefined;
        const times = limit === 2 ? "once" : `${limit - 1} times`;
        return event.deny(`The same call was refused ${times} before, so the turn ends`, { interrupt: true });
      });
    }
  });
}
