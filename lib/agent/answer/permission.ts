import type { CanUseToolRequest, ControlRequestFrame, PermissionAnswer } from "../../protocol/control.ts";
import type { Decision, PermissionRequest } from "../events.ts";
import { checkDecision } from "./check_decision.ts";
import { Collector, type Responder } from "./collect.ts";
import { deny, undecided } from "./defaults.ts";
import { evaluate, TimeoutReached } from "./evaluate.ts";
import { judge, withInput } from "./gates.ts";
import type { AnswerHost } from "./host.ts";
import { messageOf } from "./message_of.ts";
import type { Pending } from "./pending.ts";
import { notesOf, permissionEvent } from "./permission_event.ts";
import { snapshot } from "./snapshot.ts";

/** What hook responders allowed for a call, so that a gate that makes the CLI ask does not lose it. */
export type HookAllows = Map<string, string>;

/**
 * Decides one permission request: the gates judge it as it came, then the answers are evaluated in
 * pipe order until one is not `undefined`, then the gates judge what an answer rewrote. Whatever
 * goes wrong is a deny.
 *
 * @returns The answer, or a promise of it that never rejects.
 */
export function decidePermission(
  frame: ControlRequestFrame<CanUseToolRequest>,
  context: { host: AnswerHost; pending: Pending; hookAllows: HookAllows },
): PermissionAnswer | Promise<PermissionAnswer> {
  const { host, pending, hookAllows } = context;
  const collector = new Collector<Decision>("respondWith");
  const request = permissionEvent(frame, { collector, circumstances: host });
  host.emit(request);
  const answers = collector.close();
  const refused = judge(host, request);
  if (refused !== undefined) return deny(refused);
  const allowedByHook = hookAllows.get(request.toolUseId) === JSON.stringify(request.input);
  hookAllows.delete(request.toolUseId);
  if (allowedByHook && !request.forPerson) return { behavior: "allow", updatedInput: snapshot(frame.request.input) };
  pending.limit(host.permissionMs);
  return walk(request, answers, { host, pending });
}

interface Walk {
  host: AnswerHost;
  pending: Pending;
}

function walk(
  request: PermissionRequest,
  answers: readonly Responder<Decision, undefined>[],
  context: Walk,
): PermissionAnswer | Promise<PermissionAnswer> {
  for (const [index, answer] of answers.entries()) {
    try {
      const value = evaluate(answer, { signal: context.pending.signal, current: undefined });
      if (value instanceof Promise) return wait(value, { request, rest: answers.slice(index + 1), context });
      if (value !== undefined) return conclude(request, value, context);
    } catch (error) {
      return failed(request, error, context);
    }
  }
  return undecided(request.toolName, notesOf(request));
}

async function wait(
  value: Promise<Decision | undefined>,
  next: { request: PermissionRequest; rest: readonly Responder<Decision, undefined>[]; context: Walk },
): Promise<PermissionAnswer> {
  const { request, rest, context } = next;
  try {
    const decision = await value;
    if (decision !== undefined) return conclude(request, decision, context);
  } catch (error) {
    return failed(request, error, context);
  }
  return await walk(request, rest, context);
}

function conclude(request: PermissionRequest, value: unknown, context: Walk): PermissionAnswer {
  const { host, pending } = context;
  if (pending.over) return undecided(request.toolName); // Nobody will read it.
  let decision: Decision;
  try {
    decision = checkDecision(value, request.input);
  } catch (error) {
    return failed(request, error, context);
  }
  if (decision.behavior === "deny") {
    if (decision.interrupt === true) host.mark("deniedAndStopped");
    return deny(decision.message, decision.interrupt === true);
  }
  const input = decision.updatedInput ?? snapshot(request.input);
  const refused = judge(host, withInput(request, input));
  if (refused !== undefined) return deny(refused);
  const { updatedPermissions } = decision;
  return {
    behavior: "allow",
    updatedInput: input,
    ...(updatedPermissions === undefined ? {} : { updatedPermissions }),
  };
}

function failed(request: PermissionRequest, error: unknown, { host, pending }: Walk): PermissionAnswer {
  const { toolName } = request;
  if (pending.over) return undecided(toolName); // Withdrawn or ended: no failure of the policy.
  if (error instanceof TimeoutReached) {
    host.report(
      "responder_failed",
      `No decision about ${toolName} in time (limits.permissionMs), so it was denied`,
      error,
    );
    return deny(`Nobody decided about the tool ${toolName} in time, so it was not run`);
  }
  const what = `A policy failed on ${toolName}, so the call was denied: ${messageOf(error)}`;
  host.report("responder_failed", what, error);
  return deny(`The policy for the tool ${toolName} failed, so it was not run`);
}
