import type { Actor } from "./_actor.ts";
import { askScript } from "./_ask.ts";
import { callHooks, type HookReply } from "./_hooks.ts";
import type { Machine } from "./_machine.ts";
import { EDIT_TOOLS, matchesRule, PERSON_TOOLS } from "./_rules.ts";
import type { ToolOptions } from "./scenario_options.ts";

/** A tool call that is judged. */
export interface Call {
  /** The tool use's id. */
  id: string;
  /** The tool's name. */
  name: string;
  /** The input, as far as it was rewritten. */
  input: Record<string, unknown>;
}

/** Whether a call may run, and in which form. */
export interface Verdict {
  /** Whether it may run. */
  behavior: "allow" | "deny";
  /** The input with which it runs. */
  input: Record<string, unknown>;
  /** Why it may not. */
  message: string;
  /** What the model reads where it may not, if that is not the message. */
  told?: string;
  /** Who decided, in the CLI's words. */
  source: "config" | "hook" | "user_temporary" | "user_reject";
  /** Whether the refusal ends the turn. */
  interrupts?: boolean;
  /** How the turn ends after the call, where a hook wants that. */
  ends?: "hook_stopped" | "tool_deferred";
}

/** Judges a call as the CLI does: hooks, refusing rules, modes, allowing rules, and last the script. */
export async function judge(machine: Machine, actor: Actor, call: Call, options: ToolOptions): Promise<Verdict> {
  const { id: tool_use_id, name } = call;
  const replies = await callHooks(machine, actor, {
    event: "PreToolUse",
    input: { tool_name: name, tool_input: call.input, tool_use_id },
    subject: name,
    toolUseId: tool_use_id,
  });
  const hook = foldHooks(machine, replies);
  const input = hook.updatedInput ?? call.input;
  const ends: Pick<Verdict, "ends"> = hook.stops ? { ends: "hook_stopped" } : {};
  const pass = (source: Verdict["source"]): Verdict => ({ behavior: "allow", input, message: "", source, ...ends });
  const refuse = (message: string, more: Partial<Verdict> = {}): Verdict => {
    return { behavior: "deny", input, message, source: "config", ...ends, ...more };
  };
  if (actor.isOver) return refuse("The turn was ended");
  if (hook.decision === "deny") {
    const told = machine.isNew ? `PreToolUse:${name} hook error: ${hook.reason}` : hook.reason;
    return refuse(hook.reason, { source: "hook", told });
  }
  if (hook.decision === "defer") return refuse("The call was deferred", { source: "hook", ends: "tool_deferred" });
  const rule = machine.flags.disallowed.find((one) => matchesRule(one, name, input));
  if (rule !== undefined) return refuse(`Permission to use ${name} has been denied by the rule ${rule}.`);
  const mustAsk = hook.decision === "ask" || PERSON_TOOLS.has(name);
  if (!mustAsk && hook.decision === "allow") return pass("hook");
  if (!mustAsk && passesUnasked(machine, name, input, options)) return pass("config");
  if (machine.mode === "dontAsk" && !mustAsk) {
    return refuse(`Permission to use ${name} has been denied because the mode is dontAsk.`);
  }
  if (!machine.flags.asks) {
    const message = `${name} needs approval, and nobody can be asked.`;
    if (machine.isNew) {
      machine.emit({ type: "system", subtype: "permission_denied", tool_name: name, tool_use_id, message });
    }
    return refuse(message);
  }
  const why = hook.decision === "ask"
    ? { decision_reason: hook.reason, decision_reason_type: "hook" }
    : options.reason === undefined
    ? {}
    : { decision_reason: options.reason, decision_reason_type: "other" };
  const answer = await askScript(machine, actor, { ...call, input }, { ...why, ...options.fields });
  return { ...answer, ...ends };
}

function passesUnasked(
  machine: Machine,
  name: string,
  input: Record<string, unknown>,
  options: ToolOptions,
): boolean {
  if (machine.mode === "bypassPermissions" || options.asks === false) return true;
  if (machine.mode === "acceptEdits" && EDIT_TOOLS.has(name)) return true;
  return machine.flags.allowed.some((rule) => matchesRule(rule, name, input));
}

interface HookVerdict {
  decision: "allow" | "deny" | "ask" | "defer" | undefined;
  reason: string;
  updatedInput: Record<string, unknown> | undefined;
  stops: boolean;
}

const RANKS = [undefined, "allow", "ask", "defer", "deny"] as const;

/** The strictest decision wins, and of several inputs the one that was answered last. */
function foldHooks(machine: Machine, replies: HookReply[]): HookVerdict {
  const verdict: HookVerdict = { decision: undefined, reason: "", updatedInput: undefined, stops: false };
  for (const reply of replies) {
    const one = readHook(machine, reply);
    if (RANKS.indexOf(one.decision) > RANKS.indexOf(verdict.decision)) {
      verdict.decision = one.decision;
      verdict.reason = one.reason;
    }
    verdict.updatedInput = one.updatedInput ?? verdict.updatedInput;
    verdict.stops ||= one.stops;
  }
  return verdict;
}

function readHook(machine: Machine, { output, missing }: HookReply): HookVerdict {
  const none: HookVerdict = { decision: undefined, reason: "", updatedInput: undefined, stops: false };
  if (output === undefined) {
    // The older CLI lets a call run when its hook can no longer answer.
    const refused = missing === "failed-blocks" || missing === "aborted" || (missing === "eof" && machine.isNew);
    return refused ? { ...none, decision: "deny", reason: "The hook did not answer" } : none;
  }
  const own = (output.hookSpecificOutput ?? {}) as Record<string, unknown>;
  const legacy = output.decision === "block" ? "deny" : output.decision === "approve" ? "allow" : undefined;
  return {
    decision: (own.permissionDecision ?? legacy) as HookVerdict["decision"],
    reason: String(own.permissionDecisionReason ?? output.reason ?? "Blocked by hook"),
    updatedInput: own.updatedInput as HookVerdict["updatedInput"],
    stops: output.continue === false,
  };
}
