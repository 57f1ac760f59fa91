import type {
  CanUseToolRequest,
  ControlCancelFrame,
  ControlRequestFrame,
  HookCallbackRequest,
  PermissionAnswer,
} from "../../protocol/control.ts";
import type { HookOutput } from "../../protocol/hooks.ts";
import type { DecisionCause } from "../events.ts";
import type { HookPlan } from "../opening.ts";
import { letAnswer } from "./answerer.ts";
import { answerAsked } from "./asked.ts";
import { askedOf } from "./asked_event.ts";
import { deny, refuseConfigChange, refuseHook } from "./defaults.ts";
import { answerHook } from "./hook.ts";
import type { AnswerHost } from "./host.ts";
import { answerMcp, mcpRefusal } from "./mcp_message.ts";
import { messageOf } from "./message_of.ts";
import { Pending, type Reply } from "./pending.ts";
import { type Answered, PendingTable } from "./pending_table.ts";
import { decidePermission, type HookAllows } from "./permission.ts";
import { answerPreToolUse } from "./pre_tool_use.ts";
import { RecentMap } from "./recent_map.ts";
import { callOfHook, callOfPermission, recordOf } from "./record.ts";
import { ENDING, refusePermission, unanswered } from "./refusals.ts";
import { labelOf, success, unknownRequest } from "./replies.ts";
import { isReadable } from "./request_schemas.ts";
import { StopBlocks } from "./stop_blocks.ts";
import { StoppedCalls } from "./stopped_calls.ts";

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
    return this.#table.find(id) !== undefined;
  }

  /** Takes a control request; an answer will be written unless it is withdrawn. */
  receive(frame: ControlRequestFrame): void {
    const id = frame.request_id;
    const known = this.#table.find(id);
    if (known instanceof Pending) return void known.deliveries++;
    if (known !== undefined) return this.#again(id, known);
    const pending = new Pending({ id, label: () => labelOf(frame) }, this.#host.clock);
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
    if (!(pending instanceof Pending) || !this.#table.close(pending, undefined)) return;
    pending.stop(new DOMException("The CLI withdrew the request", "AbortError"));
    this.#record(pending, undefined, "withdrawn");
    this.#host.report("cancelled", `The CLI withdrew its request: ${pending.label}`, frame);
  }

  /** From now on everything that waits or comes is refused; responders are told. */
  shutDown(): void {
    if (this.#ending) return;
    this.#ending = true;
    for (const pending of this.#table.waiting) {
      this.#settle(pending, pending.refusal, "ending");
      pending.stop(new DOMException("The agent is ending", "AbortError"));
    }
  }

  /** Tells responders that nobody wants their answers any more: the process has gone. */
  abandon(): void {
    for (const pending of this.#table.waiting) {
      this.#table.close(pending, undefined);
      pending.stop(new DOMException("The agent has ended", "AbortError"));
      this.#record(pending, undefined, "gone");
    }
  }

  #answer(frame: ControlRequestFrame, pending: Pending): void {
    switch (frame.request.subtype) {
      case "can_use_tool":
        return this.#permission(frame as ControlRequestFrame<CanUseToolRequest>, pending);
      case "hook_callback":
        return this.#hook(frame as ControlRequestFrame<HookCallbackRequest>, pending);
      case "elicitation":
      case "request_user_dialog":
        return this.#asked(frame, frame.request.subtype, pending);
      default:
        return this.#other(frame, pending);
    }
  }

  #permission(frame: ControlRequestFrame<CanUseToolRequest>, pending: Pending): void {
    pending.refuse = refusePermission;
    pending.call = () => callOfPermission(frame);
    if (this.#ending) return this.#settle(pending, pending.refusal, "ending");
    if (!isReadable("can_use_tool", frame.request)) {
      const message = "The permission request has no tool_name, input or tool_use_id, so it was denied";
      this.#host.report("unhandled", message, frame);
      return this.#settle(pending, success(deny(message)), "malformed");
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
    const refuse = (reason = ENDING) =>
      success(own === "keep_settings" ? refuseConfigChange() : refuseHook(event, reason));
    pending.refuse = refuse;
    if (event === "PreToolUse") pending.call = () => callOfHook(frame);
    if (this.#ending) return this.#settle(pending, pending.refusal, "ending");
    if (!isReadable("hook_callback", frame.request) || input.hook_event_name !== event) {
      const message = `The ${event} hook was called without its input, so it was refused`;
      this.#host.report("unhandled", message, frame);
      return this.#settle(pending, refuse(message), "malformed");
    }
    if (own === "keep_settings") return this.#settle(pending, pending.refusal);
    if (own === "stop_again") {
      return this.#settle(pending, success(this.#stoppedCalls.answer(input)));
    }
    const context = { host: this.#host, pending, plans, hookAllows: this.#hookAllows };
    const answer = event === "PreToolUse" ? answerPreToolUse(frame, context) : answerHook(frame, context);
    const settle = (output: HookOutput) => this.#settleHook(pending, { frame, output, plan: plans[0] });
    if (answer instanceof Promise) answer.then(settle).catch((error) => this.#broken(pending, error));
    else settle(answer);
  }

  #settleHook(
    pending: Pending,
    parts: { frame: ControlRequestFrame<HookCallbackRequest>; output: HookOutput; plan: HookPlan | undefined },
  ): void {
    const { frame: { request: { input } }, output, plan } = parts;
    if (input.hook_event_name === "PreToolUse") this.#stoppedCalls.note(input.tool_use_id, output);
    if (!pending.over && this.#stopBlocks.note(plan, input, output)) this.#host.mark("limit");
    this.#settle(pending, success(output));
  }

  #asked(frame: ControlRequestFrame, subtype: "elicitation" | "request_user_dialog", pending: Pending): void {
    const { dialog_kind: kind } = frame.request;
    if (subtype === "request_user_dialog" && !this.#host.dialogKinds.includes(String(kind))) {
      return this.#unknown(pending, `request_user_dialog of the kind ${JSON.stringify(kind)}`, frame);
    }
    pending.refuse = () => unanswered(pending.label);
    if (this.#ending) return this.#settle(pending, pending.refusal);
    if (!isReadable(subtype, frame.request)) {
      const what = `The request ${pending.label} lacks what belongs to it, so it got an error`;
      this.#settle(pending, { subtype: "error", error: what });
      return this.#host.report("unhandled", what, frame);
    }
    answerAsked(askedOf(frame), { host: this.#host, pending }).then((reply) => this.#settle(pending, reply))
      .catch((error) => this.#broken(pending, error));
  }

  #other(frame: ControlRequestFrame, pending: Pending): void {
    const { request } = frame;
    const plan = this.#ending ? undefined : this.#host.answererOf(request);
    if (plan === undefined && request.subtype === "mcp_message") return this.#mcp(frame, pending);
    if (plan === undefined) return this.#unknown(pending, request.subtype, frame);
    pending.refuse = () => unanswered(pending.label);
    letAnswer({ plan, request }, { host: this.#host, pending }).then((reply) => this.#settle(pending, reply))
      .catch((error) => this.#broken(pending, error));
  }

  #mcp(frame: ControlRequestFrame, pending: Pending): void {
    pending.refuse = () => mcpRefusal(frame.request.message, ENDING);
    if (this.#ending) return this.#settle(pending, pending.refusal);
    answerMcp(frame, { host: this.#host, pending }).then((reply) => this.#settle(pending, reply))
      .catch((error) => this.#broken(pending, error));
  }

  #unknown(pending: Pending, what: string, frame: unknown): void {
    this.#settle(pending, unknownRequest(what));
    this.#host.report("unhandled", `The CLI asked what nobody declared: ${what}`, frame);
  }

  /** Answering itself failed, which nothing should make happen: the refusal, and not a word less. */
  #broken(pending: Pending, error: unknown): void {
    this.#settle(pending, pending.refusal, "failed");
    this.#host.report("responder_failed", `Answering ${pending.label} failed: ${messageOf(error)}`, error);
  }

  #settle(pending: Pending, reply: Reply, cause?: DecisionCause): void {
    pending.stop();
    if (!this.#table.close(pending, reply)) return;
    let line = "";
    for (let count = 0; count < pending.deliveries; count++) line = this.#write(pending.id, reply);
    this.#table.written(pending.id, line);
    this.#record(pending, reply, cause);
  }

  /** The record of a request about a tool call; none of a hook that no gate and no responder stands behind. */
  #record(pending: Pending, reply: Reply | undefined, cause = pending.verdict.cause): void {
    const { verdict } = pending;
    if (pending.call === undefined || !this.#host.recording) return;
    const call = pending.call();
    const judged = this.#host.gates.length > 0 || verdict.asked !== undefined || cause !== "nobody";
    if (call.door === "hook" && !judged) return;
    if (cause !== verdict.cause) verdict.override(cause);
    this.#host.record(recordOf({ call, reply, pending }, this.#host));
  }

  /** A request that has its answer came once more; one that was withdrawn gets none. */
  #again(id: string, { reply, line }: Answered): void {
    if (line !== undefined) this.#host.write(JSON.parse(line));
    else if (reply !== undefined) this.#write(id, reply);
  }

  /** Gives the line that was written. */
  #write(id: string, reply: Reply): string {
    return this.#host.write({ type: "control_response", response: { request_id: id, ...reply } });
  }
}
