import type { ControlRequestFrame, HookCallbackRequest } from "../../protocol/control.ts";
import type { HookEventName, HookInput, HookOutput } from "../../protocol/hooks.ts";
import { brand } from "../brand.ts";
import type { HookRequest, HookRequestBase } from "../events.ts";
import type { HookPlan } from "../opening.ts";
import type { Built } from "./built.ts";
import type { Collector, Responder } from "./collect.ts";
import { buildersFor, misuseOf } from "./hook_makers.ts";

/** The key under which a hook request names the registrations that it is for. */
const PLANS: unique symbol = Symbol.for("turnstream/plans") as never;

/** Whether a hook request is for a given registration. */
export function isFor(request: HookRequest, plan: HookPlan): boolean {
  return (request as { [PLANS]?: readonly HookPlan[] })[PLANS]?.includes(plan) ?? false;
}

/** The hook input that a responder sees: as it came, or as the responders before it rewrote it. */
export type CurrentInput = HookInput;

/** Makes the event of a hook request, with the methods that make answers to its event. */
export function hookEvent(
  frame: ControlRequestFrame<HookCallbackRequest>,
  parts: { collector: Collector<HookOutput, CurrentInput>; plans: readonly HookPlan[]; built: Built },
): HookRequest {
  const event = frame.request.input.hook_event_name as HookEventName;
  const input = frame.request.input as unknown as HookInput;
  const common: Omit<HookRequestBase, "event"> = {
    type: "hook",
    input,
    frame,
    respondWith: (answer) => parts.collector.add(answer as Responder<HookOutput, CurrentInput>),
  };
  const hook = Object.assign(Object.create(misuseOf(event)), common, { event }, buildersFor(event, input, parts.built));
  Object.defineProperty(hook, PLANS, { value: parts.plans });
  // One object for whichever event it is: the compiler cannot see that `event` and its methods belong together.
  return brand("hook", hook as HookRequest);
}
