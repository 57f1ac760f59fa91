import { isRecord } from "../protocol/is_record.ts";
import { isContent, type ToolContent, type ToolResult } from "./tool_content.ts";

/** The result that a handler's value stands for. Throws where it cannot be written as JSON. */
export function resultOf(value: unknown): ToolResult {
  if (value === undefined || value === null) return { content: [] };
  if (typeof value === "string") return { content: [text(value)] };
  if (isContent(value)) return { content: [value] };
  if (Array.isArray(value)) return value.every(isContent) ? { content: value } : { content: [text(json(value))] };
  if (!isRecord(value)) return { content: [text(String(value))] };
  const { content } = value;
  if (Array.isArray(content) && content.every(isContent)) return value as unknown as ToolResult;
  const written = json(value);
  const data: unknown = JSON.parse(written);
  // A date, an address: they are a text as JSON.
  return isRecord(data) ? { content: [text(written)], structuredContent: data } : { content: [text(written)] };
}

/** A result that says what went wrong. */
export function failure(message: string): ToolResult {
  return { content: [text(message)], isError: true };
}

function text(value: string): ToolContent {
  return { type: "text", text: value };
}

function json(value: unknown): string {
  const written: string | undefined = JSON.stringify(value);
  if (written === undefined) throw new TypeError("The result cannot be written as JSON");
  return written;
}
