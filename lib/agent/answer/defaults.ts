import type { CanUseToolRequest, PermissionAnswer } from "../../protocol/control.ts";
import type { HookOutput } from "../../protocol/hooks.ts";

/** The answer to a permission request that nobody decided. */
export function undecided(toolName: string): PermissionAnswer {
  return deny(`No policy allowed the tool ${toolName}, so it was not run`);
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

const PERSON_TOOLS = new Set(["AskUserQuestion", "ExitPlanMode"]);

/**
 * Whether a permission request is a question for a person, which no tool rule may answer. The older
 * CLI does not mark AskUserQuestion and ExitPlanMode; both say "rule" where an ask rule matched.
 */
export function isForPerson(request: CanUseToolRequest): boolean {
  return PERSON_TOOLS.has(request.tool_name) || request.requires_user_interaction === true ||
    request.decision_reason_type === "rule" || (request.matched_ask_rule ?? undefined) !== undefined;
}
