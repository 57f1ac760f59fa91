import type { PermissionAnswer } from "../../protocol/control.ts";
import type { HookOutput } from "../../protocol/hooks.ts";

/** The answer to a permission request that nobody decided, with what those who looked at it remarked. */
export function undecided(toolName: string, notes: readonly string[] = []): PermissionAnswer {
  const remarks = notes.length === 0 ? "" : `: ${notes.join("; ")}`;
  return deny(`No policy allowed the tool ${toolName}, so it was not run${remarks}`);
}

/** A deny with its reason. */
export function deny(message: string, interrupt = false): PermissionAnswer {
  return interrupt ? { behavior: "deny", message, interrupt } : { behavior: "deny", message };
}

/** The output of a PreToolUse hook that refuses the call. */
export function denyCall(reason: string): HookOutput<"PreToolUse"> {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  };
}

/**
 * The output of a hook whose responder failed or that came while the agent was ending: PreToolUse
 * denies, UserPromptSubmit blocks, the others let pass.
 */
export function refuseHook(event: string, reason: string): HookOutput {
  if (event === "PreToolUse") return denyCall(reason);
  if (event === "UserPromptSubmit") return { decision: "block", reason };
  return {};
}

/**
 * The answer of the hook that stands beside every gate: settings, hooks and skills that change while the agent works
 * are not taken up before the next start, or an agent that may write files could write hooks, which run without a gate.
 */
export function refuseConfigChange(): HookOutput {
  return { decision: "block", reason: "Gates stand, so a changed configuration is not taken up while the agent runs" };
}
