import type { PermissionAnswer } from "../../protocol/control.ts";
import type { HookEventName, HookOutput } from "../../protocol/hooks.ts";

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

/** The hooks that stand before something: it does not happen where their responder fails. */
const REFUSALS: Partial<Record<HookEventName, { effect: string; refuse(reason: string): HookOutput }>> = {
  PreToolUse: { effect: "the call was denied", refuse: denyCall },
  PreSkillShellCommand: {
    effect: "the command was denied",
    refuse: (reason) => decide("PreSkillShellCommand", reason),
  },
  PreModelSwitch: { effect: "the change was denied", refuse: (reason) => decide("PreModelSwitch", reason) },
  UserPromptSubmit: { effect: "the prompt was blocked", refuse: block },
  UserPromptExpansion: { effect: "the prompt was blocked", refuse: block },
  ConfigChange: { effect: "the change was blocked", refuse: block },
};

/** The events of which the CLI can be told that a failed callback holds back what they announce. */
export const BLOCKING_EVENTS: readonly HookEventName[] = [
  "PreToolUse",
  "PreSkillShellCommand",
  "PreModelSwitch",
  "UserPromptSubmit",
  "UserPromptExpansion",
];

/**
 * The output of a hook whose responder failed or that came while the agent was ending: what it announces is refused,
 * where it stands before something, and passes otherwise.
 */
export function refuseHook(event: HookEventName, reason: string): HookOutput {
  return REFUSALS[event]?.refuse(reason) ?? {};
}

/** What such an output does, in words. */
export function refusalOf(event: HookEventName): string {
  return REFUSALS[event]?.effect ?? "it had no effect";
}

function block(reason: string): HookOutput<"UserPromptSubmit"> {
  return { decision: "block", reason };
}

function decide(event: "PreSkillShellCommand" | "PreModelSwitch", reason: string): HookOutput {
  const own = { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: reason };
  return { hookSpecificOutput: own } as HookOutput;
}

/**
 * The answer of the hook that stands beside every gate: settings, hooks and skills that change while the agent works
 * are not taken up before the next start, or an agent that may write files could write hooks, which run without a gate.
 */
export function refuseConfigChange(): HookOutput {
  return { decision: "block", reason: "Gates stand, so a changed configuration is not taken up while the agent runs" };
}
