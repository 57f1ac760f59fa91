import type { MonoTypeOperatorFunction } from "rxjs";
import type { Agent } from "../agent/agent.ts";
import { findAgent, isAdded } from "../agent/brand.ts";
import type { AgentEvent, Answer, Decision, PermissionRequest } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import type { PermissionMode } from "../protocol/messages.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { readPlan } from "../protocol/plan.ts";
import { responder } from "./responder.ts";

/** How the agent goes on once its plan is approved. */
export interface ApproveOptions {
  /**
   * The permission mode in which it carries the plan out.
   *
   * @default the mode that was in force before plan mode
   */
  mode?: PermissionMode;
}

/** A plan that the agent asks leave to carry out. */
export interface ProposedPlan {
  /** The plan; `undefined` where neither the call nor the message that it came in says it. */
  readonly plan: string | undefined;
  /** The file that the agent wrote it to, where there is one. */
  readonly planFile: string | undefined;
  /** The subagent that asks; absent for the main agent. */
  readonly subagentId?: string;
  /** The request that it came in. */
  readonly request: PermissionRequest;
  /**
   * Approves the plan: the agent leaves plan mode and goes on.
   *
   * @param options The mode in which it goes on. @default the mode before plan mode
   * @returns The decision, to be given back.
   * @throws {UsageError} If the mode is plan mode, or an option does not exist.
   */
  approve(options?: ApproveOptions): Decision;
  /**
   * Turns the plan down: the agent stays in plan mode and plans on.
   *
   * @param message What is wrong with it; the model reads it.
   * @param options `interrupt: true` ends the turn as well. @default no interrupt
   * @returns The decision, to be given back.
   */
  reject(message: string, options?: { interrupt?: boolean }): Decision;
}

/**
 * Decides about a plan, or leaves it to the next responder by `undefined`.
 *
 * @param plan The plan; make the decision with `plan.approve()` or `plan.reject(message)`.
 * @param signal Fires when nobody wants the decision any more.
 */
export type PlanHandler = (plan: ProposedPlan, signal: AbortSignal) => Answer<Decision>;

/**
 * Approves or rejects the plans with which the agent asks to leave plan mode (the tool `ExitPlanMode`).
 *
 * No `allowTools` answers that question; a plan that nobody decides about is denied, and the agent stays in plan mode.
 * An approval changes the mode: to the one before plan mode, or to the one that is named, for this session alone.
 *
 * The agent writes its plan to a file of its own below `~/.claude/plans`, about which the CLI does not ask, and
 * 2.1.332 and 2.1.197 put that file's text into the call. A gate such as `editsWithin("src")` refuses that file unless
 * its folder is named too; then the plan is what the model wrote into its call, if anything. A gate that lets only some
 * tools through refuses the question itself: name the tool there, `readOnly({ also: ["ExitPlanMode"] })`.
 *
 * @example A plan is read before it is carried out
 * ```ts
 * import { claude, onPlan } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const seen: string[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   seen.push((await cli.tool("ExitPlanMode", { plan: "Rewrite it all" })).behavior);
 *   seen.push((await cli.tool("ExitPlanMode", { plan: "Rename one function, with tests" })).behavior);
 *   await cli.end();
 * });
 * await lastValueFrom(claude("plan it", { transport, permissionMode: "plan" }).pipe(
 *   onPlan(({ plan, approve, reject }) =>
 *     plan?.includes("tests") ? approve({ mode: "acceptEdits" }) : reject("Say how it will be tested")
 *   ),
 * ));
 * assertEquals(seen, ["deny", "allow"]);
 * ```
 *
 * @param handler Decides.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the handler is no function.
 */
export function onPlan(handler: PlanHandler): MonoTypeOperatorFunction<AgentEvent> {
  if (typeof handler !== "function") {
    throw new UsageError("Cannot use onPlan without a function: give ({ approve }) => approve() or the like");
  }
  const written = new WeakMap<Agent, { id: string; plan: string | undefined }>();
  return responder({ kind: "permission", name: "onPlan()" }, (event) => {
    const agent = findAgent(event);
    const call = agent === undefined ? undefined : planCall(event);
    if (agent !== undefined && call !== undefined) written.set(agent, call);
    if (!isAdded("permission", event)) return;
    event.respondWith((signal) => {
      const last = agent === undefined ? undefined : written.get(agent);
      const plan = proposedPlan(event, last?.id === event.toolUseId ? last.plan : undefined);
      return plan === undefined ? undefined : handler(plan, signal);
    });
  });
}

/** The plan of a request, with its answers; `undefined` for a request about something else. */
export function proposedPlan(request: PermissionRequest, written?: string): ProposedPlan | undefined {
  if (request.toolName !== "ExitPlanMode") return undefined;
  const { plan, planFile } = readPlan(request.input);
  const { subagentId } = request;
  return {
    plan: plan ?? written,
    planFile,
    ...(subagentId === undefined ? {} : { subagentId }),
    request,
    approve: (options = {}) => approval(request, options),
    reject: (message, options) => request.deny(message, options),
  };
}

function approval(request: PermissionRequest, options: ApproveOptions): Decision {
  checkOptionBag("approve()", options, { mode: true });
  const { mode } = options;
  if (mode === undefined) return request.allow();
  if (mode === "plan") {
    throw new UsageError('Approve the plan for another mode than "plan", such as "acceptEdits", or reject it');
  }
  return request.allow(undefined, { updates: [{ type: "setMode", mode, destination: "session" }] });
}

// What the model itself wrote into its call, which 2.1.332 leaves out of the request.
function planCall(event: AgentEvent): { id: string; plan: string | undefined } | undefined {
  if (event.type !== "assistant" || !Array.isArray(event.message?.content)) return undefined;
  for (const block of event.message.content as unknown[]) {
    if (!isRecord(block) || block.type !== "tool_use" || block.name !== "ExitPlanMode") continue;
    if (typeof block.id === "string" && isRecord(block.input)) {
      return { id: block.id, plan: readPlan(block.input).plan };
    }
  }
  return undefined;
}
