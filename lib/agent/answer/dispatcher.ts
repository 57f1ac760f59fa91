import { z } from "zod";
import type {
  CanUseToolRequest,
  ControlCancelFrame,
  ControlRequestFrame,
  HookCallbackRequest,
  PermissionAnswer,
} from "../../protocol/control.ts";
import type { HookInput, HookOutput } from "../../protocol/hooks.ts";
import type { HookPlan } from "../opening.ts";
import { deny, refuseConfigChange, refuseHook } from "./defaults.ts";
import { answerHook } from "./hook.ts";
import type { AnswerHost } from "./host.ts";
import { messageOf } from "./message_of.ts";
import { Pending, type Reply } from "./pending.ts";
import { PendingTable } from "./pending_table.ts";
import { decidePermission, type HookAllows } from "./permission.ts";
import { answerPreToolUse } from "./pre_tool_use.ts";
import { RecentMap } from "./recent_map.ts";
import { StopBlocks } from "./stop_blocks.ts";
import { StoppedCalls } from "./stopped_calls.ts";

const ENDING = "The script that drives this agent is ending, so nothing more may run";

/**
 * Answers every control request of the CLI, in every path: one decision for each `request_id`, one
 * response for each delivery, none after a withdrawal.
 */
export class Dispatcher {
  readonly #host: AnswerHost;
  readonly #table = new PendingTable();
  // About some of these calls the CLI never asks, because a rule of its own refuses them.
  readonly #hookAllows: HookAllows = new RecentMap(1_000);
  readonly #stopBlocks: StopBlocks;
  readonly #stoppedCalls = new StoppedCalls();
  #ending = false;

  /** @param host The agent around it. */
  constructor(host: AnswerHost) {
    this.#host = host;
    this.#stopBlocks = new StopBlocks(host.stopBlocks);
  }

  /** What waits for an answer, in words. */
  get waiting(): string[] {
    return this.#table.waiting.map((pending) => pending.label);
  }

  /** Whether a request with this id came from the CLI. */
  knows(id: string): boolean {
    return this.#table.find(id) !== undefined || this.#table.answered(id) !== undefined;
  }

  /** Takes a control request; an answer will be written unless it is withdrawn. */
  receive(frame: ControlRequestFrame): void {
    const id = frame.request_id;
    const known = this.#table.answered(id);
    if (known !== undefined) {
      if (known.reply !== undefined) this.#write(id, known.reply);
      return;
    }
    const waiting = this.#table.find(id);
    if (waiting !== undefined) {
      waiting.deliveries++;
      return;
    }
    const pending = new Pending({ id, label: labelOf(frame) }, this.#host.clock);
    this.#table.open(pending);
    try {
      this.#answer(frame, pending);
    } catch (error) {
      this.#broken(pending, error);
    }
  }

  /** Answers a request that is no well-formed control request, if it at least has an id. */
  receiveMalformed(id: string, reason: string): void {
    this.#write(id, { subtype: "error", error: `Turnstream cannot read this control request: ${reason}` });
  }

  /** The CLI takes a request back: its responder is told, and nothing is written for it. */
  cancel(frame: ControlCancelFrame): void {
    const pending = this.#table.find(frame.request_id);
    if (pending === undefined || !this.#table.close(pending, undefined)) return;
    pending.stop(new DOMException("The CLI withdrew the request", "AbortError"));
    this.#host.report("cancelled", `The CLI withdrew its request: ${pending.label}`, frame);
  }

  /** From now on everything that waits or comes is refused; responders are told. */
  shutDown(): void {
    if (this.#ending) return;
    this.#ending = true;
    for (const pending of this.#table.waiting) {
      this.#settle(pending, pending.refusal ?? unknownRequest(pending.label));
      pending.stop(new DOMException("The agent is ending", "AbortError"));
    }
  }

  /** Tells responders that nobody wants their answers any more: the process has gone. */
  abandon(): void {
    for (const pending of this.#table.waiting) {
      this.#table.close(pending, undefined);
      pending.stop(new DOMException("The agent has ended", "AbortError"));
    }
  }

  #answer(frame: ControlRequestFrame, pending: Pending): void {
    switch (frame.request.subtype) {
      case "can_use_tool":
        return this.#permission(frame as ControlRequestFrame<CanUseToolRequest>, pending);
      case "hook_callback":
        return this.#hook(frame as ControlRequestFrame<HookCallbackRequest>, pending);
      default:
        return this.#unknown(pending, frame.request.subtype, frame);
    }
  }

  #permission(frame: ControlRequestFrame<CanUseToolRequest>, pending: Pending): void {
    pending.refusal = success(deny(ENDING));
    if (this.#ending) return this.#settle(pending, pending.refusal);
    if (!permissionSchema().safeParse(frame.request).success) {
      const message = "The permission request has no tool_name, input or tool_use_id, so it was denied";
      this.#host.report("unhandled", message, frame);
      return this.#settle(pending, success(deny(message)));
    }
    const settle = (answer: PermissionAnswer) => this.#settle(pending, success(answer));
    const answer = decidePermission(frame, { host: this.#host, pending, hookAllows: this.#hookAllows });
    if (answer instanceof Promise) answer.then(settle).catch((error) => this.#broken(pending, error));
    else settle(answer);
  }

  #hook(frame: ControlRequestFrame<HookCallbackRequest>, pending: Pending): void {
    const { callback_id, input } = frame.request;
    const entry = this.#host.hooksOf(callback_id);
    if (entry === undefined) {
      return this.#unknown(pending, `hook_callback with callback_id ${JSON.stringify(callback_id)}`, frame);
    }
    // What was registered decides, not what the frame claims: a call must not pass as another event.
    const { event, plans, own } = entry;
    const refuse = (reason: string) =>
      success(own === "keep_settings" ? refuseConfigChange() : refuseHook(event, reason));
    pending.refusal = refuse(ENDING);
    if (this.#ending) return this.#settle(pending, pending.refusal);
    if (!hookSchema().safeParse(frame.request).success || input.hook_event_name !== event) {
      const message = `The ${event} hook was called without its input, so it was refused`;
      this.#host.report("unhandled", message, frame);
      return this.#settle(pending, refuse(message));
    }
    if (own === "keep_settings") return this.#settle(pending, pending.refusal);
    if (own === "stop_again") {
      return this.#settle(pending, success(this.#stoppedCalls.answer(input as HookInput<"PostToolBatch">)));
    }
    const context = { host: this.#host, pending, plans, hookAllows: this.#hookAllows };
    const answer = event === "PreToolUse" ? answerPreToolUse(frame, context) : answerHook(frame, context);
    answer.then((output) => this.#settleHook(pending, { frame, output, plan: plans[0] }))
      .catch((error) => this.#broken(pending, error));
  }

  #settleHook(
    pending: Pending,
    parts: { frame: ControlRequestFrame<HookCallbackRequest>; output: HookOutput; plan: HookPlan | undefined },
  ): void {
    const { frame: { request: { input } }, output, plan } = parts;
    if (input.hook_event_name === "PreToolUse") this.#stoppedCalls.note(input.tool_use_id, output);
    if (!pending.over && this.#stopBlocks.note(plan, input as HookInput, output)) this.#host.mark("limit");
    this.#settle(pending, success(output));
  }

  #unknown(pending: Pending, what: string, frame: unknown): void {
    this.#settle(pending, unknownRequest(what));
    this.#host.report("unhandled", `The CLI asked what nobody declared: ${what}`, frame);
  }

  /** Answering itself failed, which nothing should make happen: the refusal, and not a word less. */
  #broken(pending: Pending, error: unknown): void {
    this.#settle(pending, pending.refusal ?? unknownRequest(pending.label));
    this.#host.report("responder_failed", `Answering ${pending.label} failed: ${messageOf(error)}`, error);
  }

  #settle(pending: Pending, reply: Reply): void {
    pending.stop();
    if (!this.#table.close(pending, reply)) return;
    for (let count = 0; count < pending.deliveries; count++) this.#write(pending.id, reply);
  }

  #write(id: string, reply: Reply): void {
    this.#host.write({ type: "control_response", response: { request_id: id, ...reply } });
  }
}

function success(answer: PermissionAnswer | HookOutput): Reply {
  return { subtype: "success", response: { ...answer } };
}

/** A control error claims no decision of a person: it says that nobody declared such a request. */
function unknownRequest(what: string): Reply {
  return { subtype: "error", error: `Turnstream has no responder for this request: ${what} was not declared` };
}

function labelOf({ request }: ControlRequestFrame): string {
  const about = request.tool_name ?? (request.input as { hook_event_name?: unknown } | undefined)?.hook_event_name;
  return typeof about === "string" ? `${request.subtype} ${about}` : request.subtype;
}

let permission: z.ZodType | undefined;
let hook: z.ZodType | undefined;

function permissionSchema(): z.ZodType {
  return permission ??= z.looseObject({
    tool_name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
    tool_use_id: z.string(),
    agent_id: z.string().optional(),
    permission_suggestions: z.array(z.record(z.string(), z.unknown())).optional(),
  });
}

function hookSchema(): z.ZodType {
  return hook ??= z.looseObject({
    callback_id: z.string(),
    input: z.looseObject({ hook_event_name: z.string() }),
  });
}
