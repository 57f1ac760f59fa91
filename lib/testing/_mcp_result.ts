import type { ContentBlock } from "../protocol/content.ts";
import { isRecord } from "../protocol/is_record.ts";

/** What a tool gave back, as the model reads it. */
export interface Given {
  /** The content. */
  content: string | ContentBlock[];
  /** Whether it failed. */
  fails: boolean;
}

/** Reads an MCP server's answer to a call as the real CLI does: data goes before texts. */
export function givenBy(server: string, answer: Readonly<Record<string, unknown>>): Given {
  const { result, error } = answer;
  if (isRecord(error)) return { content: `MCP error ${error.code}: ${error.message}`, fails: true };
  const { content, structuredContent, isError } = isRecord(result) ? result : {};
  const parts: unknown[] = Array.isArray(content) ? content : [];
  if (isError === true) {
    return {
      content: parts.map((part) => isRecord(part) && part.type === "text" ? part.text : "").join("\n"),
      fails: true,
    };
  }
  const data = structuredContent === undefined
    ? []
    : [{ type: "text" as const, text: JSON.stringify(structuredContent) }];
  const kept = data.length === 0 ? parts : parts.filter((part) => !isRecord(part) || part.type !== "text");
  return { content: [...kept.flatMap((part) => isRecord(part) ? blockOf(server, part) : []), ...data], fails: false };
}

function blockOf(server: string, part: Record<string, unknown>): ContentBlock[] {
  const resource = isRecord(part.resource) ? part.resource : {};
  switch (part.type) {
    case "text":
      return [{ type: "text", text: String(part.text) }];
    case "image":
      return [{
        type: "image",
        source: { type: "base64", media_type: String(part.mimeType), data: String(part.data) },
      }];
    case "resource":
      return [{ type: "text", text: `[Resource from ${server} at ${resource.uri}] ${resource.text ?? ""}` }];
    case "resource_link":
      return [{ type: "text", text: `[Resource link: ${part.name}] ${part.uri}` }];
    default:
      return [];
  }
}
