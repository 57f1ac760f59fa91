import { isRecord } from "./is_record.ts";
import { issuesOf } from "./issues_of.ts";
import type { Message, StreamEventMessage, UnknownMessage } from "./messages.ts";
import { MESSAGE_SCHEMAS, messageFits, messageSchema } from "./schemas/message_schemas.ts";

const SYSTEM = "system/";
const KINDS = [...MESSAGE_SCHEMAS.keys()];
const KNOWN_TYPES: ReadonlySet<string> = new Set(KINDS.filter((kind) => !kind.startsWith(SYSTEM)));
const KNOWN_SUBTYPES: ReadonlySet<string> = new Set(
  KINDS.filter((kind) => kind.startsWith(SYSTEM)).map((kind) => kind.slice(SYSTEM.length)),
);

/**
 * Reads a data message and checks every field that this version knows: gives back the same object
 * where it fits, and wraps it otherwise.
 *
 * A kind that is not known is wrapped without issues, a known kind whose fields do not fit with one
 * issue a field. Fields, content blocks and stream events that are not known pass. Never throws,
 * whatever the value is, and never changes it.
 *
 * @example An unknown kind keeps its raw object, and so does a known kind that does not fit
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { parseMessage } from "@turnstream/turnstream/protocol";
 *
 * const message = parseMessage({ type: "brand_new_2027", x: [1] });
 * assertEquals(message, { type: "unknown", of: "brand_new_2027", raw: { type: "brand_new_2027", x: [1] } });
 *
 * const odd = parseMessage({ type: "result", subtype: "success", is_error: "no" });
 * if (odd.type === "unknown") {
 *   assertEquals(odd.of, "result/success");
 *   assertEquals(odd.issues, ["is_error: Invalid input: expected boolean, received string"]);
 * }
 * ```
 *
 * @param raw The frame.
 * @returns The frame itself, or an `UnknownMessage` around it.
 */
export function parseMessage(raw: Record<string, unknown>): Message {
  try {
    const kind = kindOf(raw);
    // The schema takes three to eight times as long, since it makes new objects: asked where the quick check is not sure.
    if (messageFits(kind)?.(raw) === true) return raw as unknown as Message;
    const schema = messageSchema(kind);
    if (schema === undefined) return unknownMessage(raw);
    const { error } = schema.safeParse(raw);
    return error === undefined ? raw as unknown as Message : unknownMessage(raw, issuesOf(error));
  } catch {
    // A getter that throws, or lists in lists by the hundred thousand: a value that no line can hold, or hardly.
    return { type: "unknown", of: readableKind(raw), raw, issues: ["value: cannot be read to its end"] };
  }
}

/**
 * Reads a data message by its kind, and by the few fields that everything downstream reads without
 * looking: kept to a handful, for speed.
 */
export function readMessage(raw: Record<string, unknown>): Message {
  const { type, subtype } = raw;
  if (type === "system") {
    if (typeof subtype !== "string" || !KNOWN_SUBTYPES.has(subtype)) return unknownMessage(raw);
    return withTask(raw, subtype) ?? raw as unknown as Message;
  }
  if (typeof type !== "string" || !KNOWN_TYPES.has(type)) return unknownMessage(raw);
  const issue = missing(raw, type);
  return issue === undefined ? raw as unknown as Message : unknownMessage(raw, [issue]);
}

/** Whether a value is a piece of a message, with all that everything downstream reads without looking. */
export function isPiece(value: unknown): value is StreamEventMessage {
  return isRecord(value) && value.type === "stream_event" && hasEvent(value);
}

function hasEvent({ event }: Record<string, unknown>): boolean {
  return isRecord(event) && typeof event.type === "string";
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
  if (type === "stream_event" && !hasEvent(raw)) return "event: expected an object with a type";
  return undefined;
}

/** What stands in the table of schemas, or any text for what is not known: the type `system/init` is none of ours. */
function kindOf({ type, subtype }: Record<string, unknown>): string {
  if (type === "system") return `${SYSTEM}${subtype}`;
  return typeof type === "string" && !type.startsWith(SYSTEM) ? type : "";
}

function unknownMessage(raw: Record<string, unknown>, issues?: string[]): UnknownMessage {
  const of = typeof raw.subtype === "string" ? `${raw.type}/${raw.subtype}` : String(raw.type);
  return issues === undefined ? { type: "unknown", of, raw } : { type: "unknown", of, raw, issues };
}

function readableKind(raw: Record<string, unknown>): string {
  try {
    return unknownMessage(raw).of;
  } catch {
    return "unreadable";
  }
}
