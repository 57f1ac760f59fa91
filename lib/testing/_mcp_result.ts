import type { ContentBlock } from "../protocol/content.ts";
import { isRecord } from "../protocol/is_record.ts";

/** What a tool gave back, as the model reads it. */
export interface Given {
  /** The content. */
  content: string | ContentBlock[];
  /** Whether it failed. */
  fails: boolean;
  /** Whether it comes from a server of the script. @default false */
  fromScript?: boolean;
  /** The result as data. @default none */
  structured?: unknown;
}

/** Reads an MCP server's answer to a call as the real CLI does: data goes before texts. */
export function givenBy(
  answer: Readonly<Record<string, unknown>>,
  { server, isNew }: { server: string; isNew: boolean },
): Given {
  const { result, error } = answer;
  if (isRecord(error)) {
    return { content: isNew ? String(error.message) : `MCP error ${error.code}: ${error.message}`, fails: true };
  }
  const { content, structuredContent, isError } = isRecord(result) ? result : {};
  const parts: unknown[] = Array.isArray(content) ? content : [];
  if (isError === true) {
    const texts = parts.map((part) => isRecord(part) && part.type === "text" ? String(part.text) : "");
    return { content: texts.join("\n"), fails: true };
  }
  const fromScript = true;
  if (structuredContent === undefined) return { content: blocksOf(parts, server), fails: false, fromScript };
  const data = JSON.stringify(structuredContent);
  const others = blocksOf(parts.filter((part) => !isRecord(part) || part.type !== "text"), server);
  const told = others.length === 0 ? data : [...others, { type: "text" as const, text: data }];
  return { content: told, fails: false, fromScript, structured: structuredContent };
}

function blocksOf(parts: readonly unknown[], server: string): ContentBlock[] {
  return parts.flatMap((part) => isRecord(part) ? blockOf(server, part) : []);
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
