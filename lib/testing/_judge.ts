import type { Actor } from "./_actor.ts";
import { askScript } from "./_ask.ts";
import { callHooks, contextOf, type HookReply } from "./_hooks.ts";
import type { Machine } from "./_machine.ts";
import { EDIT_TOOLS, matchesRule, PERSON_TOOLS } from "./_rules.ts";
import { safetyCheck } from "./_safety.ts";
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
  /** What kind of reason that was, in the CLI's words. */
  reasonType?: string;
  /** Whether the refusal ends the turn. */
  interrupts?: boolean;
  /** How the turn ends after the call, where a hook wants that. */
  ends?: "hook_stopped" | "tool_deferred";
  /** What hooks told the model about the call. */
  context?: string[];
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
  const context = contextOf(replies);
  const ends: Pick<Verdict, "ends" | "context"> = { context, ...(hook.stops ? { ends: "hook_stopped" } : {}) };
  const pass = (source: Verdict["source"], reasonType?: string): Verdict => {
    const reason = reasonType === undefined ? {} : { reasonType };
    return { behavior: "allow", input, message: "", source, ...reason, ...ends };
  };
  const refuseAtOnce = (reasonType: string, message: string): Verdict => {
    const about = { tool_name: name, tool_use_id, decision_reason_type: reasonType, message };
    machine.emit({ type: "system", subtype: "permission_denied", ...about });
    return refuse(message, { reasonType });
  };
  const refuse = (message: string, more: Partial<Verdict> = {}): Verdict => {
    return { behavior: "deny", input, message, source: "config", ...ends, ...more };
  };
  if (actor.isOver) return refuse("The turn was ended");
  if (hook.decision === "deny") {
    const told = machine.isNew ? `PreToolUse:${name} hook error: ${hook.reason}` : hook.reason;
    return refuse(hook.reason, { source: "hook", told, reasonType: "hook" });
  }
  if (hook.decision === "defer") return refuse("The call was deferred", { source: "hook", ends: "tool_deferred" });
  const rule = machine.flags.disallowed.find((one) => matchesRule(one, name, input));
  if (rule !== undefined) {
    const call = name === "Bash" ? ` with command ${input.command}` : "";
    return refuseAtOnce(ruleReason(name), `Permission to use ${name}${call} has been denied.`);
  }
  const safety = safetyCheck(machine, name, input);
  const mustAsk = hook.decision === "ask" || PERSON_TOOLS.has(name) || safety !== undefined;
  if (!mustAsk && hook.decision === "allow") return pass("hook", "hook");
  const unasked = mustAsk ? undefined : passesUnasked(machine, name, input, options);
  if (unasked !== undefined) return pass("config", unasked === "" ? undefined : unasked);
  if (machine.mode === "dontAsk" && (!mustAsk || safety !== undefined)) {
    return refuseAtOnce("mode", `Permission to use ${name} has been denied because the mode is dontAsk.`);
  }
  if (!machine.flags.asks) {
    const message = `${name} needs approval, and nobody can be asked.`;
    if (machine.isNew) {
      machine.emit({ type: "system", subtype: "permission_denied", tool_name: name, tool_use_id, message });
    }
    return refuse(message);
  }
  const why = safety !== undefined
    ? safety
    : hook.decision === "ask"
    ? askedByHook(machine, hook.reason)
    : options.reason === undefined
    ? {}
    : { decision_reason: options.reason, decision_reason_type: "other" };
  const answer = await askScript(machine, actor, { ...call, input }, { ...why, ...options.fields });
  return { ...answer, ...ends };
}

function askedByHook(machine: Machine, reason: string): Record<string, unknown> {
  const source = { decision_reason_hook_event: "PreToolUse", decision_reason_hook_source: "settings" };
  return {
    ...{ decision_reason: reason, decision_reason_type: "hook", permission_suggestions: undefined },
    ...(machine.isNew ? source : {}),
  };
}

/** Why a call passes without a question, in the CLI's words, which may be none; `undefined` where it does not. */
function passesUnasked(
  machine: Machine,
  name: string,
  input: Record<string, unknown>,
  options: ToolOptions,
): string | undefined {
  if (options.asks === false) return "";
  if (machine.mode === "bypassPermissions") return "mode";
  if (machine.mode === "acceptEdits" && EDIT_TOOLS.has(name)) return "mode";
  return machine.flags.allowed.some((rule) => matchesRule(rule, name, input)) ? ruleReason(name) : undefined;
}

/** Commands are looked at part by part. */
function ruleReason(name: string): string {
  return name === "Bash" ? "subcommandResults" : "rule";
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
