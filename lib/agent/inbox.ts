import type { FrameItem } from "../framing/mod.ts";
import type { ControlRequestFrame, ControlResponseFrame } from "../protocol/control.ts";
import type { Message } from "../protocol/messages.ts";
import { parseFrame } from "../protocol/parse.ts";
import { turnEndEvent } from "./continuation.ts";
import type { AgentCore } from "./core.ts";
import { errorsOf } from "./turn_outcome.ts";

/**
 * Takes what was read from the agent, in order: notes what it tells, answers what it asks, emits
 * what it says.
 *
 * @param core The conversation.
 * @param item What the framing gave.
 */
export function receive(core: AgentCore, item: FrameItem): void {
  switch (item.kind) {
    case "frame":
      return receiveFrame(core, item.value);
    case "noise":
      return core.report("noise", `The agent printed ${item.reason}`, item.text);
    case "truncated":
      return core.owner.fail(item.error);
    case "overlong":
      if (core.limits.onLongLine === "fail") return core.owner.fail(item.error);
      return core.report("noise", `The agent printed a line of ${item.bytes} bytes, which was skipped`, item.error);
  }
}

function receiveFrame(core: AgentCore, value: unknown): void {
  if (core.frames.observed) core.frames.next({ direction: "in", frame: value });
  const inbound = parseFrame(value);
  switch (inbound.kind) {
    case "message":
      return receiveMessage(core, inbound.message);
    case "control_request":
      noteDirectory(core, inbound.frame);
      core.turns.touch();
      core.showSign();
      return core.dispatcher?.receive(inbound.frame);
    case "control_response":
      return receiveResponse(core, inbound.frame);
    case "control_cancel_request":
      return core.dispatcher?.cancel(inbound.frame);
    case "keep_alive":
      return;
    case "noise":
      return receiveNoise(core, value, inbound.reason);
  }
}

/** A hook's input is the CLI's own, and names the directory; that of a permission request is the model's. */
function noteDirectory(core: AgentCore, { request }: ControlRequestFrame): void {
  if (request.subtype !== "hook_callback") return;
  core.session.launchedIn((request.input as { cwd?: unknown } | null | undefined)?.cwd);
}

/** The CLI echoes our own responses; they are told by their ids. */
function receiveResponse(core: AgentCore, frame: ControlResponseFrame): void {
  if (core.correlator.settle(frame) || core.dispatcher?.knows(frame.response.request_id) === true) return;
  core.report("noise", "The CLI answered a request that nobody made", frame);
}

/** A request that cannot be read still gets an answer, if it has an id. */
function receiveNoise(core: AgentCore, value: unknown, reason: string): void {
  core.report("noise", `The agent printed ${reason}`, JSON.stringify(value));
  const { type, request_id: id } = (value ?? {}) as { type?: unknown; request_id?: unknown };
  if (type === "control_request" && typeof id === "string") core.dispatcher?.receiveMalformed(id, reason);
}

function receiveMessage(core: AgentCore, message: Message): void {
  core.session.observe(message);
  core.tasks.observe(message);
  const echo = core.turns.isEcho(message);
  const ended = core.turns.observe(message, core.session.sessionId);
  if (!echo || core.options.replayUserMessages === true) core.emit(message);
  core.showSign();
  if (ended !== undefined) {
    const { turn } = ended;
    // A prompt may have been folded into a turn that was owed.
    if (turn.unsolicited || turn.result.origin !== undefined) core.tasks.unsolicitedTurnEnded();
    core.lastResult = turn.result;
    core.lastError = turn.failed ? errorsOf(turn.result).join("; ") || turn.text : undefined;
    const { event, collector } = turnEndEvent(turn);
    core.emit(event);
    core.desk.turnEnded(ended, collector);
  } else if (message.type === "system") {
    core.desk.pump();
  }
}
