import type { CanUseToolRequest, ControlRequestFrame, PermissionAnswer } from "../../protocol/control.ts";
import type { Decision, PermissionRequest, ToolCall } from "../events.ts";
import type { Gate } from "../opening.ts";
import { Built } from "./built.ts";
import { checkDecision } from "./check_decision.ts";
import { ownDecision } from "../mcp/allowed_tools.ts";
import { Collector } from "./collect.ts";
import { deny, undecided } from "./defaults.ts";
import { TimeoutReached } from "./evaluate.ts";
import { judge, type Judging, personReason, withInput } from "./gates.ts";
import { messageOf } from "./message_of.ts";
import { notesOf, permissionEvent } from "./permission_event.ts";
import { snapshot } from "./snapshot.ts";
import { evaluateWithin, OwnLimitReached, termsOf } from "./terms.ts";
import { ruleBehind } from "./verdict.ts";

/** What a hook responder allowed for a call, so that a gate that makes the CLI ask does not lose it. */
export interface HookAllow {
  /** The input for which it holds, as JSON. */
  readonly input: string;
  /** The operator that allowed it. */
  readonly by: string | undefined;
}

/** What hook responders allowed, by the tool use's id. */
export type HookAllows = Map<string, HookAllow>;

/** What the walk through the answers needs. */
interface Walk extends Judging {
  /** What the responders gave. */
  readonly collector: Collector<Decision>;
  /** Notices decisions that a responder made and did not give back. */
  readonly built: Built;
}

/**
 * Decides one permission request: the gates judge it as it came, then the answers are evaluated in
 * pipe order until one is not `undefined`, then the gates judge what an answer rewrote. Whatever
 * goes wrong is a deny.
 *
 * @returns The answer, or a promise of it that never rejects.
 */
export function decidePermission(
  frame: ControlRequestFrame<CanUseToolRequest>,
  context: Judging & { hookAllows: HookAllows },
): PermissionAnswer | Promise<PermissionAnswer> {
  const { host, pending, hookAllows } = context;
  const collector = new Collector<Decision>("respondWith");
  const built = new Built((message) => host.report("warning", message));
  // Without such a gate there is nobody to show the call to.
  const asksPerson = host.gates.some(mayAsk) ? (call: ToolCall) => personReason(host, call) !== undefined : undefined;
  const request = permissionEvent(frame, { collector, built, circumstances: host, asksPerson });
  pending.forPerson = request.forPerson;
  host.emit(request);
  collector.close();
  const refused = judge(context, request);
  if (refused !== undefined) return deny(refused);
  const allow = hookAllows.get(request.toolUseId);
  if (allow !== undefined) hookAllows.delete(request.toolUseId);
  if (allow !== undefined && allow.input === JSON.stringify(request.input) && !request.forPerson) {
    pending.verdict.asked = allow.by;
    pending.verdict.conclude("answered");
    return { behavior: "allow", updatedInput: snapshot(frame.request.input) };
  }
  pending.limit(host.permissionMs);
  return walk(request, 0, { host, pending, collector, built });
}

function mayAsk(gate: Gate): boolean {
  return gate.asksPerson !== undefined;
}

function walk(request: PermissionRequest, from: number, context: Walk): PermissionAnswer | Promise<PermissionAnswer> {
  const { collector, built, pending, host } = context;
  const answers = collector.close();
  for (let index = from; index < answers.length; index++) {
    const answer = answers[index]!;
    const by = collector.nameOf(index);
    pending.verdict.asked = by;
    try {
      const watched = built.watch(answer, by);
      const value = evaluateWithin(watched, { terms: termsOf(answer), pending, clock: host.clock });
      if (value instanceof Promise) return wait(value, { request, next: index + 1, context });
      if (value !== undefined) return conclude(request, value, context);
    } catch (error) {
      return failed(request, error, context);
    }
  }
  const own = ownDecision(request, host.servers.allowed(request.toolName));
  return own === undefined ? undecided(request.toolName, notesOf(request)) : conclude(request, own, context);
}

async function wait(
  value: Promise<Decision | undefined>,
  rest: { request: PermissionRequest; next: number; context: Walk },
): Promise<PermissionAnswer> {
  const { request, next, context } = rest;
  try {
    const decision = await value;
    if (decision !== undefined) return conclude(request, decision, context);
  } catch (error) {
    return failed(request, error, context);
  }
  return await walk(request, next, context);
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
  pending.verdict.conclude("answered", ruleBehind(value));
  if (decision.behavior === "deny") {
    if (decision.interrupt === true) host.mark("deniedAndStopped");
    return deny(decision.message, decision.interrupt === true);
  }
  const { updatedInput, updatedPermissions } = decision;
  const input = updatedInput ?? snapshot(request.input);
  const refused = judge(context, withInput(request, input));
  if (refused !== undefined) return deny(refused);
  pending.verdict.updatedInput = updatedInput;
  if (updatedPermissions === undefined) return { behavior: "allow", updatedInput: input };
  return { behavior: "allow", updatedInput: input, updatedPermissions };
}

function failed(request: PermissionRequest, error: unknown, { host, pending }: Walk): PermissionAnswer {
  const { toolName } = request;
  const { verdict } = pending;
  if (pending.over) return undecided(toolName); // Withdrawn or ended: no failure of the policy.
  if (error instanceof OwnLimitReached) {
    verdict.conclude("timed_out");
    const { timeoutMs, interrupt } = error.terms;
    const who = verdict.by ?? "A policy";
    const effect = interrupt ? "it was denied and the turn stopped" : "it was denied";
    const message = `${who} gave no decision about ${toolName} within its timeoutMs of ${timeoutMs}, so ${effect}`;
    host.report("responder_failed", message, error);
    if (interrupt) host.mark("deniedAndStopped");
    return deny(`Nobody decided about the tool ${toolName} in time, so it was not run`, interrupt);
  }
  if (error instanceof TimeoutReached) {
    verdict.conclude("timed_out");
    const message = `No decision about ${toolName} in time (limits.permissionMs), so it was denied`;
    host.report("responder_failed", message, error);
    return deny(`Nobody decided about the tool ${toolName} in time, so it was not run`);
  }
  verdict.conclude("failed");
  const what = `A policy failed on ${toolName}, so the call was denied: ${messageOf(error)}`;
  host.report("responder_failed", what, error);
  return deny(`The policy for the tool ${toolName} failed, so it was not run`);
}
