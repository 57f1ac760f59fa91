import type { Clock } from "../../process/mod.ts";
import type { HookOutput } from "../../protocol/hooks.ts";
import type { HookPlan } from "../opening.ts";
import type { Responder } from "./collect.ts";
import { evaluate, TimeoutReached } from "./evaluate.ts";
import type { CurrentInput } from "./hook_event.ts";

/** The key under which the function of a hook carries its own time limit. */
const LIMIT: unique symbol = Symbol.for("turnstream/hook-limit") as never;

/** Marks the function of a hook with the hook's own time limit, in milliseconds. */
export function limited<Answering extends object>(answer: Answering, timeoutMs: number | undefined): Answering {
  return timeoutMs === undefined ? answer : Object.defineProperty(answer, LIMIT, { value: timeoutMs });
}

/**
 * How long a call of the given hooks may take, in milliseconds: one after another those that have a limit of their own,
 * and once more `hookMs` for all the others together.
 */
export function hookLimit(plans: readonly HookPlan[], hookMs: number): number {
  const own = plans.flatMap(({ timeoutMs }) => timeoutMs ?? []);
  const others = own.length === plans.length && plans.length > 0 ? 0 : hookMs;
  return own.reduce((sum, ms) => sum + ms, others);
}

/** The name of the limit that was passed. */
export function limitName(error: TimeoutReached, plans: readonly HookPlan[]): string {
  const isOwn = error.cause === LIMIT || (plans.length === 1 && plans[0]?.timeoutMs !== undefined);
  return isOwn ? "the timeoutMs of its hook" : "limits.hookMs";
}

/** The same responder, which fails when its own time is up; for calls that several hooks share. */
export function withOwnLimit(
  responder: Responder<HookOutput, CurrentInput>,
  clock: Clock,
): Responder<HookOutput, CurrentInput> {
  const ms = (responder as { [LIMIT]?: number } | undefined)?.[LIMIT];
  if (ms === undefined) return responder;
  return (signal: AbortSignal, current: CurrentInput) => {
    const own = new AbortController();
    const stop = clock.after(
      ms,
      () => own.abort(new TimeoutReached(`no answer within ${ms} ms`, { cause: LIMIT })),
    );
    try {
      const answer = evaluate(responder, { signal: AbortSignal.any([signal, own.signal]), current });
      if (answer instanceof Promise) return answer.finally(stop);
      stop();
      return answer;
    } catch (error) {
      stop();
      throw error;
    }
  };
}
