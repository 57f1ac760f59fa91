import type { ControlRequestFrame, HookCallbackRequest } from "../../protocol/control.ts";
import type { HookOutput, HookPermissionDecision, PreToolUseInput } from "../../protocol/hooks.ts";
import { isRecord } from "../../protocol/is_record.ts";
import type { ToolCall } from "../events.ts";
import { checkHookOutput } from "./check_hook_output.ts";
import type { Responder } from "./collect.ts";
import { denyCall } from "./defaults.ts";
import { evaluate } from "./evaluate.ts";
import { judge, personReason, withInput } from "./gates.ts";
import { type HookContext, hookFailed, passHook, waitFor } from "./hook.ts";
import type { CurrentInput } from "./hook_event.ts";
import type { HookAllows } from "./permission.ts";
import { snapshot } from "./snapshot.ts";
import { checkInput } from "./wrong_answer.ts";

/** What the responders said so far about one call. */
interface Draft {
  input: Record<string, unknown>;
  rewritten: boolean;
  decision: HookPermissionDecision | undefined;
  reason: string | undefined;
  notes: string[];
  rest: { continue?: false; stopReason?: string; systemMessage?: string; suppressOutput?: boolean };
}

type PreToolUseContext = HookContext & { hookAllows: HookAllows };

/**
 * Answers PreToolUse, which all responders of an agent share: answers that only rewrite or remark
 * are applied in pipe order and the next responder sees the rewritten input; the first decision
 * ends the walk; the gates judge the call as it came and the call as it would run.
 *
 * @returns One output, or a promise of it that never rejects; never an error, which would let the call run.
 */
export function answerPreToolUse(
  frame: ControlRequestFrame<HookCallbackRequest>,
  context: PreToolUseContext,
): HookOutput | Promise<HookOutput> {
  try {
    const call = toolCall(frame, context);
    const responders = passHook(frame, context);
    const refused = judge(context, call);
    if (refused !== undefined) return denyCall(refused);
    const draft = walk({ input: frame.request.input as unknown as PreToolUseInput, responders, context });
    return draft instanceof Promise
      ? draft.then((walked) => concluded(call, walked, context), (error) => hookFailed("PreToolUse", error, context))
      : concluded(call, draft, context);
  } catch (error) {
    return hookFailed("PreToolUse", error, context);
  }
}

/** What comes of the responders' answers: the gates judge the call as it would run. Never throws. */
function concluded(call: ToolCall, draft: Draft, context: PreToolUseContext): HookOutput {
  const { host } = context;
  try {
    if (draft.rewritten && draft.decision !== "deny") {
      draft.input = snapshot(draft.input);
      const refusedNow = judge(context, withInput(call, draft.input));
      if (refusedNow !== undefined) return denyCall(refusedNow);
      context.pending.verdict.updatedInput = draft.input;
    }
    const settled = draft.decision === "deny" || draft.decision === "defer";
    let gate = "";
    const forPerson = settled ? undefined : personReason(host, withInput(call, draft.input), (name) => gate = name);
    if (forPerson !== undefined) {
      // An allow of a hook answers for no person; at the permission door the request is one for a person alone.
      draft.decision = "ask";
      draft.reason = forPerson;
      context.pending.verdict.gate(gate);
    } else if (host.gates.some((gate) => gate.asks) && !settled) {
      // The allow is kept for the permission door, for exactly this input.
      if (draft.decision === "allow") {
        context.hookAllows.set(call.toolUseId, {
          input: JSON.stringify(draft.input),
          by: context.pending.verdict.by,
        });
      }
      if (draft.decision !== "ask") context.pending.verdict.gate(host.gates.find((gate) => gate.asks)!.name);
      draft.decision = "ask";
    }
    return output(draft);
  } catch (error) {
    return hookFailed("PreToolUse", error, context);
  }
}

function toolCall(frame: ControlRequestFrame<HookCallbackRequest>, { host }: HookContext): ToolCall {
  const { input, tool_use_id } = frame.request;
  const { tool_name, tool_input, agent_id } = input;
  if (typeof tool_name !== "string" || !isRecord(tool_input)) {
    throw new TypeError("the CLI sent a PreToolUse call without tool_name or tool_input");
  }
  return {
    toolName: tool_name,
    // A copy: who changes the event in place on its way through the pipeline does not change what the CLI runs.
    input: snapshot(tool_input),
    toolUseId: String(input.tool_use_id ?? tool_use_id ?? ""),
    ...(typeof agent_id === "string" ? { subagentId: agent_id } : {}),
    door: "hook",
    mode: host.mode,
    cwd: host.cwd,
    ...(host.home === undefined ? {} : { home: host.home }),
    ...(host.resolvePath === undefined ? {} : { resolvePath: host.resolvePath }),
  };
}

interface Walk {
  /** What the hook is told. */
  readonly input: PreToolUseInput;
  readonly responders: readonly Responder<HookOutput, CurrentInput>[];
  readonly context: HookContext;
}

/** Asks one responder after another; stays synchronous as long as their answers are. */
function walk(parts: Walk): Draft | Promise<Draft> {
  const draft: Draft = {
    input: parts.input.tool_input,
    rewritten: false,
    decision: undefined,
    reason: undefined,
    notes: [],
    rest: {},
  };
  return walkOn(0, draft, parts);
}

function walkOn(from: number, draft: Draft, parts: Walk): Draft | Promise<Draft> {
  const { responders, input, context } = parts;
  for (let index = from; index < responders.length && draft.decision === undefined; index++) {
    // Each gets a copy: an input that is changed in place is not the one that runs, so nobody may judge by it.
    const current = snapshot({ ...input, tool_input: draft.input });
    const value = evaluate(responders[index]!, { signal: context.pending.signal, current });
    if (value instanceof Promise) return waitOn(value, { next: index + 1, draft, parts });
    take(value, draft, context);
  }
  return draft;
}

async function waitOn(
  value: Promise<HookOutput | undefined>,
  { next, draft, parts }: { next: number; draft: Draft; parts: Walk },
): Promise<Draft> {
  take(await waitFor(value, parts.context), draft, parts.context);
  return await walkOn(next, draft, parts);
}

function take(value: HookOutput | undefined, draft: Draft, { pending }: HookContext): void {
  if (value === undefined) return;
  const checked = checkHookOutput("PreToolUse", value);
  checkInput(checked.hookSpecificOutput?.updatedInput, draft.input);
  apply(draft, checked);
  pending.verdict.conclude("answered");
}

function apply(draft: Draft, answer: HookOutput<"PreToolUse">): void {
  const { hookSpecificOutput: specific, continue: goesOn, stopReason, systemMessage, suppressOutput } = answer;
  if (specific?.updatedInput !== undefined) {
    draft.input = specific.updatedInput;
    draft.rewritten = true;
  }
  if (specific?.additionalContext !== undefined) draft.notes.push(specific.additionalContext);
  const legacy = answer.decision === "block" ? "deny" : answer.decision === "approve" ? "allow" : undefined;
  draft.decision = legacy === "deny" ? legacy : specific?.permissionDecision ?? legacy;
  draft.reason = specific?.permissionDecisionReason ?? answer.reason;
  if (stopReason !== undefined) draft.rest.stopReason = stopReason;
  if (systemMessage !== undefined) draft.rest.systemMessage = systemMessage;
  if (suppressOutput !== undefined) draft.rest.suppressOutput = suppressOutput;
  if (goesOn === false) {
    // The CLI would still run the tool before it ends the turn.
    draft.rest.continue = false;
    draft.decision = "deny";
    draft.reason ??= stopReason ?? "The script ends the turn";
  }
}

function output(draft: Draft): HookOutput<"PreToolUse"> {
  const { decision, notes, rest } = draft;
  const reason = draft.reason || (decision === "deny" ? "A PreToolUse hook of the script denied the call" : undefined);
  const specific = {
    ...(decision === undefined ? {} : { permissionDecision: decision }),
    ...(decision === undefined || reason === undefined ? {} : { permissionDecisionReason: reason }),
    ...(draft.rewritten ? { updatedInput: draft.input } : {}),
    ...(notes.length === 0 ? {} : { additionalContext: notes.join("\n") }),
  };
  const nothing = Object.keys(specific).length === 0;
  return { ...rest, ...(nothing ? {} : { hookSpecificOutput: { hookEventName: "PreToolUse", ...specific } }) };
}
