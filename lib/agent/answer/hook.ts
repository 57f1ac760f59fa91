import type { ControlRequestFrame, HookCallbackRequest } from "../../protocol/control.ts";
import type { HookInput, HookOutput } from "../../protocol/hooks.ts";
import type { HookPlan } from "../opening.ts";
import { checkHookOutput } from "./check_hook_output.ts";
import { Collector, type Responder } from "./collect.ts";
import { refuseHook } from "./defaults.ts";
import { evaluate, TimeoutReached } from "./evaluate.ts";
import { Built } from "./built.ts";
import { type CurrentInput, hookEvent } from "./hook_event.ts";
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
  const built = new Built();
  host.emit(hookEvent(frame, { collector, plans, built }));
  pending.limit(host.hookMs);
  return collector.close().map((responder) => built.watch(responder));
}

/**
 * Answers a hook other than PreToolUse: the first answer that is not `undefined`, checked. A failure
 * blocks a prompt and lets everything else pass.
 *
 * @returns A promise that never rejects.
 */
export async function answerHook(
  frame: ControlRequestFrame<HookCallbackRequest>,
  context: HookContext,
): Promise<HookOutput> {
  const { hook_event_name: event } = frame.request.input;
  const input = frame.request.input as HookInput;
  try {
    for (const responder of passHook(frame, context)) {
      const value = await evaluate(responder, { signal: context.pending.signal, current: input });
      if (value !== undefined) return checkHookOutput(event as "Stop", value);
    }
    return {};
  } catch (error) {
    return hookFailed(event, error, context);
  }
}

/** The answer of a hook whose responder failed, with a diagnostic; none where nobody wants the answer. */
export function hookFailed(event: string, error: unknown, { host, pending }: HookContext): HookOutput {
  const late = error instanceof TimeoutReached;
  const what = late ? "it took longer than limits.hookMs" : messageOf(error);
  const effect = event === "PreToolUse"
    ? "the call was denied"
    : event === "UserPromptSubmit"
    ? "the prompt was blocked"
    : "it had no effect";
  const message = `A responder of the ${event} hook failed, so ${effect}: ${what}`;
  if (!pending.over) host.report("responder_failed", message, error);
  return refuseHook(event, `A ${event} hook of the script ${late ? "took too long" : "failed"}, so this was not done`);
}
