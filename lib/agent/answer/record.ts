import type { CanUseToolRequest, ControlRequestFrame, HookCallbackRequest } from "../../protocol/control.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { unreadLinks } from "../../protocol/rules/mod.ts";
import type { DecisionFlags, DecisionRecord, Door } from "../events.ts";
import type { AnswerHost } from "./host.ts";
import type { Pending, Reply } from "./pending.ts";

/** The tool call that a request is about. */
export interface RecordedCall {
  readonly door: Door;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly toolUseId: string;
  readonly subagentId?: string;
  readonly flags?: DecisionFlags;
}

/** The call of a permission request, whatever its shape. */
export function callOfPermission({ request }: ControlRequestFrame<CanUseToolRequest>): RecordedCall {
  const { tool_name, input, tool_use_id, agent_id } = request;
  return { ...callOf({ tool_name, tool_input: input, tool_use_id, agent_id }, "permission"), flags: flagsOf(request) };
}

/** The call that a PreToolUse hook stands before, whatever its shape. */
export function callOfHook(
  { request: { input, tool_use_id } }: ControlRequestFrame<HookCallbackRequest>,
): RecordedCall {
  return callOf({ tool_use_id, ...input }, "hook");
}

function callOf(fields: Readonly<Record<string, unknown>>, door: Door): RecordedCall {
  const { tool_name, tool_input, tool_use_id, agent_id } = fields;
  return {
    door,
    toolName: typeof tool_name === "string" ? tool_name : "",
    input: isRecord(tool_input) ? tool_input : {},
    toolUseId: typeof tool_use_id === "string" ? tool_use_id : "",
    ...(typeof agent_id === "string" ? { subagentId: agent_id } : {}),
  };
}

function flagsOf(request: CanUseToolRequest): DecisionFlags {
  return {
    ...(request.decision_reason_type === undefined ? {} : { reasonType: request.decision_reason_type }),
    ...(request.requires_user_interaction === undefined
      ? {}
      : { requiresUserInteraction: request.requires_user_interaction }),
    ...(request.matched_ask_rule === undefined ? {} : { matchedAskRule: request.matched_ask_rule }),
    ...(request.default_to_no === undefined ? {} : { defaultToNo: request.default_to_no }),
    ...(request.suppress_always_allow_rule === undefined
      ? {}
      : { suppressAlwaysAllowRule: request.suppress_always_allow_rule }),
    ...(request.classifier_approvable === undefined ? {} : { classifierApprovable: request.classifier_approvable }),
  };
}

/** What an answer says, as the record has it. */
type Told = Pick<DecisionRecord, "decision" | "message" | "interrupt">;

/**
 * The record of a request that was settled.
 *
 * @param pending The request.
 * @param reply Its answer; `undefined` where it got none.
 * @param host The agent around it.
 */
export function recordOf(
  { call, reply, pending }: { call: RecordedCall; reply: Reply | undefined; pending: Pending },
  host: AnswerHost,
): DecisionRecord {
  const { verdict, since, id, forPerson } = pending;
  const { cwd, home, resolvePath, mode, sessionId } = host;
  const told = toldBy(reply);
  const rule = verdict.note?.rule;
  const unproved = verdict.note?.unproved ??
    (told.decision === "allow" && rule?.includes("(") === true
      ? unreadLinks({
        toolName: call.toolName,
        input: verdict.updatedInput ?? call.input,
        cwd,
        ...(home === undefined ? {} : { home }),
        ...(resolvePath === undefined ? {} : { resolvePath }),
      })
      : undefined);
  const { door, toolName, input, toolUseId, subagentId, flags } = call;
  return {
    at: new Date(host.clock.now).toISOString(),
    ms: host.clock.now - since,
    door,
    toolName,
    cwd,
    ...(home === undefined ? {} : { home }),
    input,
    toolUseId,
    ...(subagentId === undefined ? {} : { subagentId }),
    ...(mode === undefined ? {} : { mode }),
    decision: told.decision,
    cause: verdict.cause,
    ...(verdict.by === undefined ? {} : { by: verdict.by }),
    ...(rule === undefined ? {} : { rule }),
    ...(told.message === undefined ? {} : { message: told.message }),
    ...(told.interrupt === undefined ? {} : { interrupt: told.interrupt }),
    ...(verdict.updatedInput === undefined ? {} : { updatedInput: verdict.updatedInput }),
    ...(unproved === undefined ? {} : { unproved }),
    ...(forPerson === undefined ? {} : { forPerson }),
    ...(flags === undefined ? {} : { flags }),
    requestId: id,
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

function toldBy(reply: Reply | undefined): Told {
  if (reply === undefined) return { decision: "cancelled" };
  if (reply.subtype === "error") return { decision: "deny", message: reply.error };
  const { behavior, message, interrupt, hookSpecificOutput: specific } = reply.response;
  if (behavior === "allow") return { decision: "allow" };
  if (behavior === "deny") {
    return { decision: "deny", message: message as string, ...(interrupt === true ? { interrupt: true } : {}) };
  }
  const { permissionDecision, permissionDecisionReason } = isRecord(specific) ? specific : {};
  return {
    decision: (permissionDecision as Told["decision"] | undefined) ?? "none",
    ...(typeof permissionDecisionReason === "string" ? { message: permissionDecisionReason } : {}),
    ...(reply.response.continue === false ? { interrupt: true } : {}),
  };
}
