import { UsageError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/messages.ts";
import { checkOptionBag } from "../../protocol/option_bag.ts";
import type {
  ControlRequestAnswer,
  ControlRequestFields,
  ControlRequestName,
  InitializeAnswer,
} from "../../protocol/requests/mod.ts";
import type { AgentCore } from "../core.ts";
import type { Consequences, ControlPayload } from "../correlate.ts";
import { ControlError } from "../errors.ts";
import { ServerDesk } from "../mcp/server_desk.ts";
import { checkRequest, checkRequestOptions } from "./check_request.ts";
import { consequences, takenBack } from "./consequences.ts";
import { deadline } from "./deadline.ts";
import { gateReason } from "./gate_reason.ts";
import type { InterruptOptions, InterruptReceipt } from "./interrupt.ts";
import { REQUEST_OPTIONS, type RequestOptions } from "./request_options.ts";

/** What a script asks of one agent's CLI: checks it, sends it, checks the answer. */
export class ControlDesk {
  /** The MCP servers of the script. */
  readonly servers: ServerDesk;
  readonly #core: AgentCore;
  readonly #greeting = Promise.withResolvers<ControlPayload>();

  /** @param core The conversation. */
  constructor(core: AgentCore) {
    this.#core = core;
    this.servers = new ServerDesk(core);
    this.#greeting.promise.catch(() => {});
  }

  /** Keeps the answer to `initialize`. */
  greet(answer: ControlPayload): void {
    this.#greeting.resolve(answer);
  }

  /** The agent has ended: who waits for the answer to `initialize` is told why, and the servers of the script are let go. */
  close(error: unknown): void {
    this.servers.close();
    this.#greeting.reject(error);
  }

  /** Takes a message: word of a request that takes long. */
  observe(message: Message): void {
    if (message.type !== "system" || message.subtype !== "control_request_progress") return;
    const failed = (error: unknown) =>
      this.#core.report("responder_failed", "A callback for the progress of a control request failed", error);
    try {
      // It may be asynchronous, and nobody else would hear of its failure.
      Promise.resolve(this.#core.correlator.progress(message)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /**
   * Sends a control request of any kind. What follows from it is known by its kind, but where the sender says it.
   *
   * @throws (the promise rejects) `UsageError` for what must not be sent, `ControlError`, or the run's error.
   */
  async request(
    ...[subtype, fields = {}, options = {}, follow]: [string, object?, RequestOptions?, Consequences?]
  ): Promise<ControlPayload> {
    const core = this.#core;
    checkRequestOptions(`the control request "${subtype}"`, options);
    const payload = checkRequest(subtype, fields);
    const { checkWritten } = core.late.loaded ?? await core.late.load();
    checkWritten(subtype, payload);
    const reason = subtype === "mcp_call"
      ? gateReason(core, payload as object as ControlRequestFields<"mcp_call">)
      : undefined;
    if (reason !== undefined) {
      throw new ControlError(`The tool was not called: ${reason}`, { kind: "refused", subtype });
    }
    // Nothing can be sent before the process starts; `initialize` goes first.
    if (core.attached !== undefined) await unlessAborted(core.attached, options.signal);
    const { signal, onProgress } = options;
    const time = deadline(subtype, { given: options.timeoutMs, controlMs: core.limits.controlMs });
    return await core.correlator.request(subtype, {
      ...{ payload, signal, onProgress, ...time },
      ...follow ?? consequences(core, { subtype, fields: payload }),
    });
  }

  /** Sends a control request, and makes sure that its answer is what its type promises. */
  async call<Name extends ControlRequestName>(
    subtype: Name,
    ...[fields, options, follow]: [ControlRequestFields<Name>, RequestOptions?, Consequences?]
  ): Promise<ControlRequestAnswer<Name>> {
    const answer = await this.request(subtype, fields, options, follow);
    const { answerIssues } = this.#core.late.loaded ?? await this.#core.late.load();
    const issues = answerIssues(subtype, answer);
    if (issues.length > 0) throw malformed(subtype, { issues, answer });
    return answer as ControlRequestAnswer<Name>;
  }

  /** A field of the answer to `initialize`, once that has come. */
  async greeting<Field extends keyof InitializeAnswer>(field: Field): Promise<NonNullable<InitializeAnswer[Field]>> {
    const answer = await this.#greeting.promise;
    const { answerIssues } = this.#core.late.loaded ?? await this.#core.late.load();
    const issues = answerIssues("initialize", answer).filter((issue) => /^\w+/.exec(issue)?.[0] === field);
    if (issues.length > 0) throw malformed("initialize", { issues, answer });
    return answer[field] as NonNullable<InitializeAnswer[Field]>;
  }

  /** Interrupts the turn that runs, once the CLI has shown a sign of it. */
  async interrupt(given: InterruptOptions = {}): Promise<InterruptReceipt> {
    checkOptionBag("agent.interrupt()", given, { cancelQueued: true, ...REQUEST_OPTIONS });
    const { cancelQueued, ...options } = given;
    const core = this.#core;
    const subtype = "interrupt";
    if (cancelQueued !== undefined && typeof cancelQueued !== "boolean") {
      throw new UsageError(`Cannot use ${String(cancelQueued)} as "cancelQueued": give true or false`);
    }
    checkRequestOptions("agent.interrupt()", options);
    const { current } = core.turns;
    await unlessAborted(core.sign(), options.signal);
    // The first sign of a turn may be its end, and the next one is not meant.
    const isNext = current !== undefined && core.turns.current !== undefined && core.turns.current !== current;
    if (core.closed || !core.busy || isNext) {
      const message = "Cannot interrupt: no turn is running and no subagent is at work";
      throw new ControlError(message, { kind: "not_running", subtype });
    }
    const fields = cancelQueued === true ? { cancel_queued: true } : {};
    const { still_queued = [], cancelled = [] } = await this.call(subtype, fields, options);
    return { stillQueued: still_queued, cancelled };
  }

  /** Takes back a prompt that has not begun. */
  async cancelMessage(uuid: string, options?: RequestOptions): Promise<boolean> {
    const core = this.#core;
    const subtype = "cancel_async_message";
    const fields = { message_uuid: uuid };
    const { checkWritten } = core.late.loaded ?? await core.late.load();
    checkWritten(subtype, checkRequest(subtype, fields));
    const known = core.takeBack(uuid);
    if (known === "early" || core.desk.takeBack(uuid, takenBack(subtype))) return true;
    // The CLI remembers the uuid of a prompt that it has not seen, and would drop the prompt when it comes.
    if (known === undefined) return false;
    return (await this.call(subtype, fields, options)).cancelled;
  }
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
