import { type FrameItem, LineTooLongError, type Noise, TruncatedError } from "../framing/mod.ts";
import { secretMask } from "../process/mod.ts";
import type { ControlRequestFrame, ControlResponseFrame } from "../protocol/control.ts";
import { isRecord } from "../protocol/is_record.ts";
import type { Message, ResultMessage, StreamEventMessage } from "../protocol/messages.ts";
import { type InboundFrame, parseFrame } from "../protocol/parse.ts";
import { isPiece, parseMessage } from "../protocol/parse_message.ts";
import type { AgentCore } from "./core.ts";
import { endTurn } from "./end_turn.ts";
import { observeFirstInit } from "./first_init.ts";
import { endsTurn } from "./pacing.ts";

/**
 * Takes what was read from the agent, in order: notes what it tells, answers what it asks, emits
 * what it says.
 *
 * @param core The conversation.
 * @param item What the framing gave.
 */
export function receive(core: AgentCore, item: FrameItem): void {
  if (item.kind === "frame") return receiveFrame(core, item.value);
  core.edges.take(item);
  switch (item.kind) {
    case "noise":
      return receiveStray(core, item);
    case "truncated":
      return core.owner.fail(truncated(core, item.error));
    case "overlong": {
      const error = new LineTooLongError({ ...item, limit: item.error.limit, head: masked(core, item.head) });
      if (core.limits.onLongLine === "fail") return core.owner.fail(error);
      return core.report("noise", `The agent printed a line of ${item.bytes} bytes, which was skipped`, error);
    }
  }
}

function truncated(core: AgentCore, { bytes, head, cause }: TruncatedError): TruncatedError {
  return new TruncatedError({ bytes, head: masked(core, head), ...(cause === undefined ? {} : { cause }) });
}

/** What goes into errors and diagnostics holds no key. */
function masked(core: AgentCore, text: string): string {
  return secretMask(core.options.env ?? {})(text);
}

function receiveStray(core: AgentCore, { text, reason }: Noise): void {
  const shown = masked(core, text);
  // The parser's complaint quotes a few letters, among which nobody would know a key.
  const what = shown === text ? reason : "a line that is not one JSON value, with what looks like a key in it";
  core.report("noise", `The agent printed ${what}`, shown);
}

function receiveFrame(core: AgentCore, value: unknown): void {
  if (isPiece(value)) receivePiece(core, value);
  else receiveInbound(core, parseFrame(value), value);
}

/** Takes a frame that has been told what it is. */
export function receiveInbound(core: AgentCore, inbound: InboundFrame, value: unknown): void {
  if (core.frames.observed) core.frames.next({ direction: "in", frame: value });
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
  const { response } = frame;
  const settled = response.subtype === "error"
    ? core.correlator.settle({ ...frame, response: { ...response, error: masked(core, response.error) } })
    : core.correlator.settle(frame);
  if (settled || core.dispatcher?.knows(frame.response.request_id) === true) return;
  core.report("noise", "The CLI answered a request that nobody made", frame);
}

/** A request that cannot be read still gets an answer, if it has an id. */
function receiveNoise(core: AgentCore, value: unknown, reason: string): void {
  core.report("noise", `The agent printed ${reason}`, masked(core, JSON.stringify(value)));
  const { type, request_id: id, response } = (value ?? {}) as {
    [Field in "type" | "request_id" | "response"]?: unknown;
  };
  if (type === "control_request" && typeof id === "string") core.dispatcher?.receiveMalformed(id, reason);
  if (type === "control_response" && isRecord(response) && typeof response.request_id === "string") {
    core.correlator.settleMalformed(response.request_id, { reason, answer: value });
  }
}

/**
 * A piece of a message tells nothing but the session and that the turn is under way. Nearly all that an agent prints are
 * pieces, and what looks at messages of other kinds took a fifth of their time.
 */
function receivePiece(core: AgentCore, piece: StreamEventMessage): void {
  if (core.frames.observed) core.frames.next({ direction: "in", frame: piece });
  core.session.observe(piece);
  core.turns.touch();
  core.limiting.observe(piece);
  show(core, piece);
  core.showSign();
}

function receiveMessage(core: AgentCore, read: Message): void {
  const message = whateverElse(read);
  if (endsTurn(message)) core.pacing.endComes();
  core.session.observe(message);
  core.tasks.observe(message);
  observeFirstInit(core, message);
  core.controls.observe(message);
  const echo = core.turns.isEcho(message);
  const ended = core.turns.observe(message, core.session.sessionId);
  if (ended !== undefined) core.desk.turnEnds();
  core.limiting.observe(message);
  if (!echo || core.options.replayUserMessages === true) show(core, read);
  core.showSign();
  if (ended !== undefined) {
    endTurn(core, ended);
  } else if (message.type === "system") {
    core.desk.pump();
  }
}

/** A result ends its turn whatever else is in it: a failed check must not leave anybody waiting. */
function whateverElse(message: Message): Message {
  return message.type === "unknown" && message.raw.type === "result"
    ? message.raw as unknown as ResultMessage
    : message;
}

/** What the script gets to see, and is told of; what the agent itself goes by was read before. */
function show(core: AgentCore, read: Message): void {
  const checksAll = core.options.validate === "all";
  const message = checksAll
    ? parseMessage(read.type === "unknown" ? read.raw : read as unknown as Record<string, unknown>)
    : read;
  const misfit = message.type === "unknown" ? core.misfits.told(message) : undefined;
  if (misfit === undefined) return core.emit(message);
  // Whoever asked for the check wants to hear of it.
  core.report(checksAll ? "warning" : "noise", masked(core, misfit), message);
  core.emit(message);
}
