import { UsageError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/messages.ts";
import { answerIssues } from "../../protocol/requests/answers.ts";
import type {
  ControlRequestAnswer,
  ControlRequestFields,
  ControlRequestName,
  InitializeAnswer,
} from "../../protocol/requests/mod.ts";
import type { AgentCore } from "../core.ts";
import type { ControlPayload } from "../correlate.ts";
import { ControlError } from "../errors.ts";
import { checkRequest, checkRequestOptions } from "./check_request.ts";
import { deadline } from "./deadline.ts";
import { gateReason } from "./gate_reason.ts";
import type { InterruptOptions, InterruptReceipt } from "./interrupt.ts";
import type { RequestOptions } from "./request_options.ts";

/** What a script asks of one agent's CLI: checks it, sends it, checks the answer. */
export class ControlDesk {
  readonly #core: AgentCore;
  readonly #greeting = Promise.withResolvers<ControlPayload>();

  /** @param core The conversation. */
  constructor(core: AgentCore) {
    this.#core = core;
    this.#greeting.promise.catch(() => {});
  }

  /** Keeps the answer to `initialize`. */
  greet(answer: ControlPayload): void {
    this.#greeting.resolve(answer);
  }

  /** The agent has ended: who waits for the answer to `initialize` is told why. */
  close(error: unknown): void {
    this.#greeting.reject(error);
  }

  /** Takes a message: word of a request that takes long. */
  observe(message: Message): void {
    if (message.type !== "system" || message.subtype !== "control_request_progress") return;
    try {
      this.#core.correlator.progress(message);
    } catch (error) {
      this.#core.report("responder_failed", "A callback for the progress of a control request failed", error);
    }
  }

  /**
   * Sends a control request of any kind.
   *
   * @throws (the promise rejects) `UsageError` for what must not be sent, `ControlError`, or the run's error.
   */
  async request(subtype: string, fields: object = {}, options: RequestOptions = {}): Promise<ControlPayload> {
    const core = this.#core;
    checkRequestOptions(options);
    checkRequest(subtype, fields);
    const reason = subtype === "mcp_call" ? gateReason(core, fields as ControlRequestFields<"mcp_call">) : undefined;
    if (reason !== undefined) {
      throw new ControlError(`The tool was not called: ${reason}`, { kind: "refused", subtype });
    }
    core.leaving ||= subtype === "end_session";
    // Nothing can be sent before the process starts; `initialize` goes first.
    if (core.attached !== undefined) await unlessAborted(core.attached, options.signal);
    const { signal, onProgress } = options;
    const time = deadline(subtype, { given: options.timeoutMs, controlMs: core.limits.controlMs });
    const answer = await core.correlator.request(subtype, { payload: fields, signal, onProgress, ...time });
    this.#withdraw(takenBackBy(subtype, { fields, answer }), subtype);
    return answer;
  }

  /** Sends a control request, and makes sure that its answer is what its type promises. */
  async call<Name extends ControlRequestName>(
    subtype: Name,
    ...[fields, options]: [ControlRequestFields<Name>, RequestOptions?]
  ): Promise<ControlRequestAnswer<Name>> {
    const answer = await this.request(subtype, fields, options);
    const issues = answerIssues(subtype, answer);
    if (issues.length > 0) throw malformed(subtype, { issues, answer });
    return answer as ControlRequestAnswer<Name>;
  }

  /** A field of the answer to `initialize`, once that has come. */
  async greeting<Field extends keyof InitializeAnswer>(field: Field): Promise<NonNullable<InitializeAnswer[Field]>> {
    const answer = await this.#greeting.promise;
    const issues = answerIssues("initialize", answer).filter((issue) => /^\w+/.exec(issue)?.[0] === field);
    if (issues.length > 0) throw malformed("initialize", { issues, answer });
    return answer[field] as NonNullable<InitializeAnswer[Field]>;
  }

  /** Interrupts the turn that runs, once the CLI has shown a sign of it. */
  async interrupt({ cancelQueued, ...options }: InterruptOptions = {}): Promise<InterruptReceipt> {
    const core = this.#core;
    const subtype = "interrupt";
    if (cancelQueued !== undefined && typeof cancelQueued !== "boolean") {
      throw new UsageError(`Cannot use ${String(cancelQueued)} as "cancelQueued": give true or false`);
    }
    await unlessAborted(core.sign(), options.signal);
    if (core.closed || !core.busy) {
      const message = "Cannot interrupt: no turn is running and no subagent is at work";
      throw new ControlError(message, { kind: "not_running", subtype });
    }
    // Before the answer: the result may come in the same piece of output.
    core.turns.mark("interrupted");
    const fields = cancelQueued === true ? { cancel_queued: true } : {};
    const { still_queued = [], cancelled = [] } = await this.call(subtype, fields, options);
    return { stillQueued: still_queued, cancelled };
  }

  /** Takes back a prompt that has not begun. */
  async cancelMessage(uuid: string, options?: RequestOptions): Promise<boolean> {
    const core = this.#core;
    const subtype = "cancel_async_message";
    const fields = { message_uuid: uuid };
    checkRequest(subtype, fields);
    const known = core.takeBack(uuid);
    if (known === "early" || core.desk.takeBack(uuid, takenBack(subtype))) return true;
    // The CLI remembers the uuid of a prompt that it has not seen, and would drop the prompt when it comes.
    if (known === undefined) return false;
    return (await this.call(subtype, fields, options)).cancelled;
  }

  #withdraw(uuids: readonly string[], subtype: string): void {
    if (uuids.length === 0) return;
    this.#core.turns.withdrawn(uuids);
    this.#core.desk.withdrawn(uuids, takenBack(subtype));
  }
}

/** The prompts that the CLI dropped because of a request: nobody must wait for their turns. */
function takenBackBy(subtype: string, { fields, answer }: { fields: object; answer: ControlPayload }): string[] {
  const { cancelled } = answer;
  if (subtype === "interrupt" && Array.isArray(cancelled)) return cancelled;
  const isOne = subtype === "cancel_async_message" && cancelled === true;
  return isOne ? [(fields as ControlRequestFields<"cancel_async_message">).message_uuid] : [];
}

function takenBack(subtype: string): ControlError {
  return new ControlError("The prompt was taken back before its turn began", { kind: "cancelled", subtype });
}

function malformed(subtype: string, { issues, answer }: { issues: string[]; answer: unknown }): ControlError {
  const message = `The CLI answered the control request "${subtype}" with something else than expected: ` +
    `${issues.join("; ")}; the error carries the answer`;
  return new ControlError(message, { kind: "malformed", subtype, issues, answer });
}

/** Waits, but not longer than until the signal is aborted. */
async function unlessAborted(waiting: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  try {
    await Promise.race([waiting, aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}
