import type { ControlRequestFrame, HookCallbackRequest } from "../../protocol/control.ts";
import type { HookEventName, HookInput, HookOutput } from "../../protocol/hooks.ts";
import type { HookPlan } from "../opening.ts";
import { checkHookOutput } from "./check_hook_output.ts";
import { Collector, onTurn, type Responder } from "./collect.ts";
import { refusalOf, refuseHook } from "./defaults.ts";
import { evaluate, TimeoutReached } from "./evaluate.ts";
import { Built } from "./built.ts";
import { type CurrentInput, hookEvent } from "./hook_event.ts";
import { hookLimit, limitName, withOwnLimit } from "./hook_limit.ts";
import type { AnswerHost } from "./host.ts";
import { messageOf } from "./message_of.ts";
import type { Pending } from "./pending.ts";

/** What answering a hook needs. */
export interface HookContext {
  /** The agent around it. */
  host: AnswerHost;
  /** The request that waits. */
  pending: Pending;
  /** The registrations that the callback is for. */
  plans: readonly HookPlan[];
}

/** Emits a hook request and gives what the responders gave, once it has passed the pipeline. */
export function passHook(
  frame: ControlRequestFrame<HookCallbackRequest>,
  { host, pending, plans }: HookContext,
): readonly Responder<HookOutput, CurrentInput>[] {
  const collector = new Collector<HookOutput, CurrentInput>("respondWith");
  const built = new Built((message) => host.report("warning", message));
  host.emit(hookEvent(frame, { collector, plans, built }));
  const responders = collector.close();
  const each = plans.length > 1 ? responders.map((responder) => withOwnLimit(responder, host.clock)) : responders;
  return each.map((responder, index) =>
    onTurn(built.watch(responder, collector.nameOf(index)), () => pending.verdict.asked = collector.nameOf(index))
  );
}

/**
 * Waits for what a responder gives later, as long as the hooks of this call may take together. The time starts with the
 * first of them: most answers come at once, and setting a timer for each took a seventh of the time of an answer.
 */
export async function waitFor<T>(value: Promise<T>, { host, pending, plans }: HookContext): Promise<T> {
  if (!pending.limited) pending.limit(hookLimit(plans, host.hookMs));
  return await value;
}

/**
 * Answers a hook other than PreToolUse: the first answer that is not `undefined`, checked. A failure
 * refuses what the hook stands before, and lets everything else pass.
 *
 * @returns A promise that never rejects.
 */
export async function answerHook(
  frame: ControlRequestFrame<HookCallbackRequest>,
  context: HookContext,
): Promise<HookOutput> {
  const event = frame.request.input.hook_event_name as HookEventName;
  const input = frame.request.input as unknown as HookInput;
  try {
    for (const responder of passHook(frame, context)) {
      const given = evaluate(responder, { signal: context.pending.signal, current: input });
      const value = given instanceof Promise ? await waitFor(given, context) : given;
      if (value !== undefined) return checkHookOutput(event, value, input);
    }
    return {};
  } catch (error) {
    return hookFailed(event, error, context);
  }
}

/** The answer of a hook whose responder failed, with a diagnostic; none where nobody wants the answer. */
export function hookFailed(event: HookEventName, error: unknown, { host, pending, plans }: HookContext): HookOutput {
  const late = error instanceof TimeoutReached;
  pending.verdict.conclude(late ? "timed_out" : "failed");
  const what = late ? `it took longer than ${limitName(error, { plans, hookMs: host.hookMs })}` : messageOf(error);
  const message = `A responder of the ${event} hook failed, so ${refusalOf(event)}: ${what}`;
  if (!pending.over) host.report("responder_failed", message, error);
  return refuseHook(event, `A ${event} hook of the script ${late ? "took too long" : "failed"}, so this was not done`);
}
