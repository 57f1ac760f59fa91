import { type MonoTypeOperatorFunction, pipe } from "rxjs";
import type { AgentEvent } from "../../lib/agent/events.ts";
import { denyTools, onHook, onPermission } from "../../lib/operators/mod.ts";
import type { Plan, Temper } from "./plan.ts";

/** What the script said itself. */
export interface Said {
  /** The tool uses that a responder allowed. */
  readonly allowed: Set<string>;
  /** How often each request was decided, by its id. */
  readonly asked: Map<string, number>;
}

/** The operators of a plan: a gate always, and responders of every temper. */
export function policyOf(plan: Plan, said: Said): MonoTypeOperatorFunction<AgentEvent> {
  const answer = onPermission((request) => {
    const id = request.frame.request_id;
    said.asked.set(id, (said.asked.get(id) ?? 0) + 1);
    return react(plan.permission, {
      allow: () => {
        said.allowed.add(request.toolUseId);
        return request.allow();
      },
      deny: () => request.deny("No"),
    });
  });
  const gate = denyTools("Bash(forbidden *)");
  if (plan.hook === undefined) return pipe(gate, answer);
  const { hook } = plan;
  const watch = onHook("PreToolUse", (input, request) => {
    // A harmless call becomes a refused one.
    if (hook === "rewrite") return request.rewrite({ ...input.tool_input as object, command: "forbidden push" });
    return react(hook, {
      allow: () => {
        said.allowed.add(String(input.tool_use_id));
        return request.allow();
      },
      deny: () => request.deny("No"),
    });
  });
  return pipe(watch, gate, answer);
}

// deno-lint-ignore no-explicit-any -- answers of all kinds, wrong ones among them
function react(temper: Temper, how: { allow: () => any; deny: () => any }): any {
  switch (temper) {
    case "allow":
      return how.allow();
    case "deny":
      return how.deny();
    case "throw":
      throw new Error("The responder threw");
    case "reject":
      return Promise.reject(new Error("The responder rejected"));
    case "wrong":
      return { behavior: "maybe", updatedInput: 7 };
    case "late":
      return new Promise((resolve) => setTimeout(resolve, 1)).then(how.allow);
    case "never":
      return new Promise(() => {});
    case "nothing":
      return undefined;
  }
}
