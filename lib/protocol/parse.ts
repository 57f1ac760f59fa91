import { z } from "zod";
import type { ControlCancelFrame, ControlRequestFrame, ControlResponseFrame } from "./control.ts";
import { isPlain, isRecord } from "./is_record.ts";
import { issuesOf } from "./issues_of.ts";
import type { Message } from "./messages.ts";
import { parseMessage, readMessage } from "./parse_message.ts";

/** What one JSON value from the CLI turned out to be. */
export type InboundFrame =
  | { kind: "message"; message: Message }
  | { kind: "control_request"; frame: ControlRequestFrame }
  | { kind: "control_response"; frame: ControlResponseFrame }
  | { kind: "control_cancel_request"; frame: ControlCancelFrame }
  | { kind: "keep_alive" }
  | { kind: "noise"; reason: string };

/** How much of a frame is checked. */
export interface ParseFrameOptions {
  /**
   * `"control"` checks control frames whole, and of a data message its kind and the few fields that everything
   * reads; `"all"` checks every known field of a data message as well, as `parseMessage` does.
   *
   * @default "control"
   */
  validate?: "control" | "all";
}

/**
 * Tells what a JSON value from the CLI is.
 *
 * Control frames are checked against their schema, always; a data message is told by its `type`
 * (and by the few fields without which nothing could read it), or checked whole where that is wanted.
 * What does not fit becomes an `UnknownMessage` with its issues, or noise where it is no frame at all.
 * Never throws.
 *
 * @example A message whose fields are checked
 * ```ts
 * import { assert, assertEquals } from "@std/assert";
 * import { parseFrame } from "@turnstream/turnstream/protocol";
 *
 * const line = '{"type":"system","subtype":"api_retry","attempt":"two","max_retries":10,"retry_delay_ms":500}';
 * const frame = parseFrame(JSON.parse(line), { validate: "all" });
 * assert(frame.kind === "message" && frame.message.type === "unknown");
 * assertEquals(frame.message.of, "system/api_retry");
 * ```
 *
 * @param value The parsed line.
 * @param options How much is checked.
 * @returns The frame's kind with the value, unchanged.
 */
export function parseFrame(value: unknown, options?: ParseFrameOptions): InboundFrame {
  try {
    return frameOf(value, options?.validate);
  } catch {
    return { kind: "noise", reason: "a value that cannot be read to its end" };
  }
}

function frameOf(value: unknown, validate: ParseFrameOptions["validate"]): InboundFrame {
  if (!isRecord(value)) return { kind: "noise", reason: "a JSON value that is not an object" };
  switch (value.type) {
    case "control_request":
      return checked("control_request", () => schemas().request, value);
    case "control_response":
      return checked("control_response", () => schemas().response, value);
    case "control_cancel_request":
      return checked("control_cancel_request", () => schemas().cancel, value);
    case "keep_alive":
      return { kind: "keep_alive" };
    default:
      if (typeof value.type !== "string") return { kind: "noise", reason: "a JSON object without a type" };
      return { kind: "message", message: validate === "all" ? parseMessage(value) : readMessage(value) };
  }
}

function checked<Kind extends "control_request" | "control_response" | "control_cancel_request">(
  kind: Kind,
  schema: () => z.ZodType,
  raw: Record<string, unknown>,
): InboundFrame {
  if (looksSound(kind, raw)) return { kind, frame: raw } as unknown as InboundFrame;
  const result = schema().safeParse(raw);
  if (result.success) return { kind, frame: raw } as unknown as InboundFrame;
  return { kind: "noise", reason: `a malformed ${kind} (${issuesOf(result.error).join("; ")})` };
}

/**
 * Whether a control frame is sound at first sight. What this accepts the schema accepts too, which a test compares: the
 * schema takes ten times as long, and is left to tell what is wrong with the others.
 */
function looksSound(kind: string, { request_id: id, request, response }: Record<string, unknown>): boolean {
  if (kind === "control_cancel_request") return typeof id === "string";
  if (kind === "control_request") {
    return typeof id === "string" && isRecord(request) && typeof request.subtype === "string";
  }
  if (!isRecord(response) || typeof response.request_id !== "string") return false;
  if (response.subtype === "error") return typeof response.error === "string";
  const payload = response.response;
  return response.subtype === "success" && (payload === undefined || payload === null || isPlain(payload));
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
