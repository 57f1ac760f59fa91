import { isRecord } from "../protocol/is_record.ts";
import type { Actor } from "./_actor.ts";
import type { Call, Verdict } from "./_judge.ts";
import type { Machine } from "./_machine.ts";
import { EDIT_TOOLS, PERSON_TOOLS } from "./_rules.ts";

const MISSHAPEN = "The permission answer does not fit: expected {behavior: 'allow', updatedInput} or " +
  "{behavior: 'deny', message}";

/** Asks the script whether a call may run, and reads its answer as the CLI does: what does not fit is a deny. */
export async function askScript(
  machine: Machine,
  actor: Actor,
  call: Call,
  fields: Record<string, unknown>,
): Promise<Verdict> {
  const { id, name, input } = call;
  const request = {
    subtype: "can_use_tool",
    tool_name: name,
    ...machine.servers.origin(name),
    display_name: name,
    // What the model itself wrote of its plan is left out; a plan that stands in its file is put in by both versions.
    input: name === "ExitPlanMode" && machine.isNew && input.planFilePath === undefined ? {} : input,
    ...described(name, input),
    // What the CLI says of a command that is neither known as harmless nor as one that works on files.
    ...(name === "Bash" ? { decision_reason: "This command requires approval", decision_reason_type: "other" } : {}),
    ...suggested(name, input),
    tool_use_id: id,
    ...(PERSON_TOOLS.has(name) && machine.isNew ? { requires_user_interaction: true } : {}),
    ...(actor.agentId === undefined ? {} : { agent_id: actor.agentId }),
    ...fields,
  };
  const open = actor.openTools.get(id);
  if (open !== undefined) open.asking = true;
  machine.emitState("requires_action");
  const goesOn = () => machine.emitState("running");
  const reply = await machine.wire.request(request, actor, { onReply: goesOn });
  if (open !== undefined) open.asking = false;
  const refuse = (message: string, more: Partial<Verdict> = {}): Verdict => {
    return { behavior: "deny", input, message, source: "config", reasonType: "other", ...more };
  };
  if (reply.subtype === "aborted") return refuse("The request was withdrawn");
  if (reply.subtype === "eof") goesOn();
  if (reply.subtype === "eof") return refuse("Tool permission request failed: Error: Stream closed");
  if (reply.subtype === "error") return refuse(`Tool permission request failed: Error: ${reply.error}`);
  return readAnswer(machine, input, reply.response) ?? refuse(MISSHAPEN);
}

function readAnswer(machine: Machine, input: Verdict["input"], answer: unknown): Verdict | undefined {
  if (!isRecord(answer)) return undefined;
  if (answer.behavior === "deny" && typeof answer.message === "string") {
    const interrupts = answer.interrupt === true ? { interrupts: true } : {};
    return { behavior: "deny", input, message: answer.message, source: "user_reject", ...interrupts };
  }
  if (answer.behavior !== "allow") return undefined;
  const { updatedInput: updated, updatedPermissions } = answer;
  if (updated === undefined ? !machine.isNew : !isRecord(updated)) return undefined;
  if (Array.isArray(updatedPermissions)) { for (const one of updatedPermissions) update(machine, one); }
  const runs = isRecord(updated) && Object.keys(updated).length > 0 ? updated : input;
  return { behavior: "allow", input: runs, message: "", source: "user_temporary" };
}

/** Applies what can be applied to the session; the simulation writes no settings file. */
function update(machine: Machine, change: unknown): void {
  if (!isRecord(change)) return;
  if (change.type === "setMode" && typeof change.mode === "string") machine.setMode(change.mode);
  if (change.type !== "addRules" || !Array.isArray(change.rules)) return;
  const list = change.behavior === "deny" ? machine.flags.disallowed : machine.flags.allowed;
  for (const rule of change.rules) {
    if (!isRecord(rule) || typeof rule.toolName !== "string" || change.behavior === "ask") continue;
    list.push(rule.ruleContent === undefined ? rule.toolName : `${rule.toolName}(${rule.ruleContent})`);
  }
}

function described(name: string, input: Record<string, unknown>): Record<string, unknown> {
  const description = input.description ?? (name === "Bash" ? input.command : input.file_path);
  return typeof description === "string" ? { description } : {};
}

function suggested(name: string, input: Record<string, unknown>): Record<string, unknown> {
  return PERSON_TOOLS.has(name) ? {} : { permission_suggestions: suggestions(name, input) };
}

function suggestions(name: string, input: Record<string, unknown>): Record<string, unknown>[] {
  if (EDIT_TOOLS.has(name)) return [{ type: "setMode", mode: "acceptEdits", destination: "session" }];
  const rule = name === "Bash"
    ? { toolName: name, ruleContent: commandRule(String(input.command)) }
    : { toolName: name };
  return [{ type: "addRules", rules: [rule], behavior: "allow", destination: "localSettings" }];
}

/** The CLI offers a rule for a program and its first argument where both are plain words. */
function commandRule(command: string): string {
  return /^[a-z][\w-]* [a-z][\w-]*$/.test(command) ? `${command} *` : command;
}
