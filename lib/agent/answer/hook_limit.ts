import type { Clock } from "../../process/mod.ts";
import type { HookOutput } from "../../protocol/hooks.ts";
import type { HookPlan } from "../opening.ts";
import type { Responder } from "./collect.ts";
import { TimeoutReached } from "./evaluate.ts";
import { evaluateFor } from "./evaluate_for.ts";
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

/** The limit that was passed, as a message tells it. */
export function limitName(
  error: TimeoutReached,
  { plans, hookMs }: { plans: readonly HookPlan[]; hookMs: number },
): string {
  const [only] = plans.length === 1 ? plans : [];
  const ownMs = error instanceof HookLimitReached ? error.ms : only?.timeoutMs;
  return ownMs === undefined ? `limits.hookMs of ${hookMs}` : `its timeoutMs of ${ownMs}`;
}

/** The time of one hook among several is up. */
class HookLimitReached extends TimeoutReached {
  constructor(readonly ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/** The same responder, which fails when its own time is up; for calls that several hooks share. */
export function withOwnLimit(
  responder: Responder<HookOutput, CurrentInput>,
  clock: Clock,
): Responder<HookOutput, CurrentInput> {
  const ms = (responder as { [LIMIT]?: number } | undefined)?.[LIMIT];
  if (ms === undefined) return responder;
  const late = () => new HookLimitReached(ms);
  return (signal: AbortSignal, current: CurrentInput) => evaluateFor(responder, { ms, clock, signal, current, late });
}
