import { isRecord } from "../protocol/is_record.ts";
import { answerControl } from "./_controls.ts";
import type { ContentBlock } from "../protocol/content.ts";
import type { Machine } from "./_machine.ts";
import { preemptTurn } from "./_turn_ends.ts";
import type { WrittenLine } from "./written_line.ts";

const PRIORITIES = ["now", "next", "later"];

/** Reads one line that the script wrote, as strictly and as leniently as the real CLI does. */
export function receive(machine: Machine, line: string): void {
  if (machine.isGone || machine.isDeaf) return;
  const text = machine.isNew ? line.replace(/^\ufeff/, "").trim() : line.replace(/\r$/, "");
  if (text === "") return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return die(machine, `Error parsing streaming input line (type=unknown, ${text.length} chars): SyntaxError`);
  }
  if (value === null) return die(machine, "Error parsing streaming input line: null is not a message");
  if (typeof value !== "object") return;
  machine.wire.received.push(value as WrittenLine);
  const frame = value as Record<string, unknown>;
  switch (frame.type) {
    case "user":
      return receivePrompt(machine, frame);
    case "control_request":
      if (!isRecord(frame.request)) return die(machine, "Error: control_request without a request");
      return answerControl(machine, frame.request, frame.request_id);
    case "control_response":
      return machine.wire.answer(frame.response, echoed(machine, frame));
    default: // Also control_cancel_request: it has no effect on requests that are answered at once.
      return;
  }
}

/** Answers are echoed as prompts are; errors are not. */
function echoed(machine: Machine, frame: Record<string, unknown>): object | undefined {
  const isSuccess = isRecord(frame.response) && frame.response.subtype === "success";
  return machine.flags.replay && isSuccess ? frame : undefined;
}

function receivePrompt(machine: Machine, frame: Record<string, unknown>): void {
  const message = frame.message;
  if (!isRecord(message) || message.role !== "user") {
    return die(machine, `Error: Expected message role 'user', got '${isRecord(message) ? message.role : undefined}'`);
  }
  const { content } = message;
  if (typeof content !== "string" && !Array.isArray(content)) {
    return machine.isNew ? undefined : die(machine, "Error: content is neither text nor blocks");
  }
  const priority = typeof frame.priority === "string" ? frame.priority : "next";
  if (!machine.isNew && !PRIORITIES.includes(priority)) return;
  const uuid = typeof frame.uuid === "string" ? frame.uuid : undefined;
  if (!machine.queue.add({ content: content as string | ContentBlock[], uuid, priority })) return;
  if (machine.turn === undefined) machine.emitState("running");
  tellLifecycle(machine, uuid === undefined ? [] : [uuid], "queued");
  if (machine.turn === undefined) machine.desk.next();
  else if (priority === "now") preemptTurn(machine, machine.turn);
}

/** Tells where prompts stand in the queue; the older CLI does not. */
export function tellLifecycle(machine: Machine, uuids: string[], state: string): void {
  if (!machine.isNew) return;
  for (const command_uuid of uuids) machine.emit({ type: "command_lifecycle", command_uuid, state });
}

function die(machine: Machine, message: string): void {
  machine.wire.stderr.write(`${message}\n`);
  machine.exit(1);
}
