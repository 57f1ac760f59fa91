import type { ControlRequestFrame, HookCallbackRequest } from "../../protocol/control.ts";
import type { HookEventName, HookInput, HookOutput } from "../../protocol/hooks.ts";
import { UsageError } from "../../protocol/errors.ts";
import { brand } from "../brand.ts";
import type { HookRequest, HookRequests } from "../events.ts";
import type { HookPlan } from "../opening.ts";
import type { Built } from "./built.ts";
import type { Collector, Responder } from "./collect.ts";
import { denyCall } from "./defaults.ts";

/** The key under which a hook request names the registrations that it is for. */
export const PLANS: unique symbol = Symbol.for("turnstream/plans") as never;

/** Whether a hook request is for a given registration. */
export function isFor(request: HookRequest, plan: HookPlan): boolean {
  return (request as { [PLANS]?: readonly HookPlan[] })[PLANS]?.includes(plan) ?? false;
}

/** The hook input that a responder sees: as it came, or as the responders before it rewrote it. */
export type CurrentInput = HookInput;

/** Makes the event of a hook request. */
export function hookEvent(
  frame: ControlRequestFrame<HookCallbackRequest>,
  parts: { collector: Collector<HookOutput, CurrentInput>; plans: readonly HookPlan[]; built: Built },
): HookRequests[HookEventName] {
  const { built } = parts;
  const event = frame.request.input.hook_event_name as HookEventName;
  const hook: HookRequest = {
    type: "hook",
    event,
    input: frame.request.input as HookInput,
    frame,
    respondWith: (answer) => parts.collector.add(answer as Responder<HookOutput, CurrentInput>),
    allow: (input) => preToolUse(event, "allow", input === undefined ? {} : { updatedInput: input }),
    deny: (message) => {
      checkEvent(event, "deny");
      return built.note("deny", denyCall(message));
    },
    ask: () => built.note("ask", preToolUse(event, "ask", {})),
    rewrite: (input) => built.note("rewrite", preToolUse(event, undefined, { updatedInput: input })),
  };
  Object.defineProperty(hook, PLANS, { value: parts.plans });
  // One object for whichever event it is: the compiler cannot see that `event` and `input` belong together.
  return brand("hook", hook as HookRequests[HookEventName]);
}

function preToolUse(
  event: string,
  permissionDecision: "allow" | "ask" | undefined,
  rest: { updatedInput?: Record<string, unknown> },
): HookOutput<"PreToolUse"> {
  checkEvent(event, permissionDecision ?? "rewrite");
  const decision = permissionDecision === undefined ? {} : { permissionDecision };
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...decision, ...rest } };
}

function checkEvent(event: string, method: string): void {
  if (event === "PreToolUse") return;
  throw new UsageError(`Cannot call ${method}() on a ${event} hook request: only PreToolUse decides about a tool call`);
}
