import { z } from "zod";
import type { ControlCancelFrame, ControlRequestFrame, ControlResponseFrame } from "./control.ts";
import { isRecord } from "./is_record.ts";
import type { Message, UnknownMessage } from "./messages.ts";

/** What one JSON value from the CLI turned out to be. */
export type InboundFrame =
  | { kind: "message"; message: Message }
  | { kind: "control_request"; frame: ControlRequestFrame }
  | { kind: "control_response"; frame: ControlResponseFrame }
  | { kind: "control_cancel_request"; frame: ControlCancelFrame }
  | { kind: "keep_alive" }
  | { kind: "noise"; reason: string };

const KNOWN_TYPES = new Set<string>([
  "assistant",
  "command_lifecycle",
  "conversation_reset",
  "rate_limit_event",
  "result",
  "stream_event",
  "tool_progress",
  "user",
]);

const KNOWN_SUBTYPES = new Set<string>([
  "api_retry",
  "background_tasks_changed",
  "commands_changed",
  "compact_boundary",
  "control_request_progress",
  "hook_response",
  "hook_started",
  "informational",
  "init",
  "local_command",
  "notification",
  "permission_denied",
  "session_state_changed",
  "session_title_changed",
  "status",
  "task_notification",
  "task_progress",
  "task_started",
  "task_updated",
  "thinking_tokens",
]);

/**
 * Tells what a JSON value from the CLI is.
 *
 * Control frames are checked against their schema, always; a data message is told by its `type`
 * (and by the few fields without which nothing could read it). What does not fit becomes an
 * `UnknownMessage` with its issues, or noise where it is no frame at all. Never throws.
 *
 * @param value The parsed line.
 * @returns The frame's kind with the value, unchanged.
 */
export function parseFrame(value: unknown): InboundFrame {
  if (!isRecord(value)) return { kind: "noise", reason: "a JSON value that is not an object" };
  switch (value.type) {
    case "control_request":
      return checked("control_request", schemas().request, value);
    case "control_response":
      return checked("control_response", schemas().response, value);
    case "control_cancel_request":
      return checked("control_cancel_request", schemas().cancel, value);
    case "keep_alive":
      return { kind: "keep_alive" };
    default:
      return typeof value.type === "string"
        ? { kind: "message", message: parseMessage(value) }
        : { kind: "noise", reason: "a JSON object without a type" };
  }
}

/**
 * Reads a data message: gives back the same object where its kind is known, and wraps it otherwise.
 *
 * @example An unknown kind keeps its raw object
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { parseMessage } from "@turnstream/turnstream/protocol";
 *
 * const message = parseMessage({ type: "brand_new_2027", x: [1] });
 * assertEquals(message, { type: "unknown", of: "brand_new_2027", raw: { type: "brand_new_2027", x: [1] } });
 * ```
 *
 * @param raw The frame.
 * @returns The frame itself, or an `UnknownMessage` around it.
 */
export function parseMessage(raw: Record<string, unknown>): Message {
  const { type, subtype } = raw;
  if (type === "system") {
    if (typeof subtype !== "string" || !KNOWN_SUBTYPES.has(subtype)) return unknownMessage(raw);
    return withTask(raw, subtype) ?? raw as unknown as Message;
  }
  if (typeof type !== "string" || !KNOWN_TYPES.has(type)) return unknownMessage(raw);
  const issue = missing(raw, type);
  return issue === undefined ? raw as unknown as Message : unknownMessage(raw, [issue]);
}

function withTask(raw: Record<string, unknown>, subtype: string): UnknownMessage | undefined {
  if (subtype.startsWith("task_") && typeof raw.task_id !== "string") {
    return unknownMessage(raw, ["task_id: expected a string"]);
  }
  if (subtype === "background_tasks_changed" && !Array.isArray(raw.tasks)) {
    return unknownMessage(raw, ["tasks: expected an array"]);
  }
  return undefined;
}

/** The fields that everything downstream reads without looking: kept to a handful, for speed. */
function missing(raw: Record<string, unknown>, type: string): string | undefined {
  if (type === "assistant" || type === "user") {
    const content = isRecord(raw.message) ? raw.message.content : undefined;
    if (Array.isArray(content)) {
      return content.every((block) => isRecord(block) && typeof block.type === "string")
        ? undefined
        : "message.content: expected blocks with a type";
    }
    return type === "user" && typeof content === "string" ? undefined : "message.content: expected an array";
  }
  if (type === "result" && typeof raw.subtype !== "string") return "subtype: expected a string";
  if (type === "stream_event" && !(isRecord(raw.event) && typeof raw.event.type === "string")) {
    return "event: expected an object with a type";
  }
  return undefined;
}

function unknownMessage(raw: Record<string, unknown>, issues?: string[]): UnknownMessage {
  const of = typeof raw.subtype === "string" ? `${raw.type}/${raw.subtype}` : String(raw.type);
  return issues === undefined ? { type: "unknown", of, raw } : { type: "unknown", of, raw, issues };
}

function checked<Kind extends "control_request" | "control_response" | "control_cancel_request">(
  kind: Kind,
  schema: z.ZodType,
  raw: Record<string, unknown>,
): InboundFrame {
  const result = schema.safeParse(raw);
  if (result.success) return { kind, frame: raw } as unknown as InboundFrame;
  return { kind: "noise", reason: `a malformed ${kind} (${issuesOf(result.error).join("; ")})` };
}

/** The issues of a failed check, one line each: path and complaint. */
export function issuesOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join(".") || "value"}: ${issue.message}`);
}

interface Schemas {
  request: z.ZodType;
  response: z.ZodType;
  cancel: z.ZodType;
}

let built: Schemas | undefined;

function schemas(): Schemas {
  return built ??= build();
}

function build(): Schemas {
  const record = z.record(z.string(), z.unknown());
  return {
    request: z.looseObject({
      request_id: z.string(),
      request: z.looseObject({ subtype: z.string() }),
    }),
    response: z.looseObject({
      response: z.discriminatedUnion("subtype", [
        z.looseObject({
          subtype: z.literal("success"),
          request_id: z.string(),
          response: record.nullish(),
        }),
        z.looseObject({
          subtype: z.literal("error"),
          request_id: z.string(),
          error: z.string(),
        }),
      ]),
    }),
    cancel: z.looseObject({ request_id: z.string() }),
  };
}
