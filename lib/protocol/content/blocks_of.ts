import { isRecord } from "../is_record.ts";
import type { AssistantMessage } from "../messages/assistant.ts";
import type { UserMessage } from "../messages/user.ts";
import type { ContentBlock, UnknownBlock } from "./block.ts";
import { KNOWN_BLOCKS } from "./known_blocks.ts";
import type { ToolResultBlock } from "./tools.ts";

/**
 * Reads a content as blocks, whichever form it has: a plain string is one text block, no content is
 * no block, and a block of an unknown kind is wrapped so that narrowing by `type` holds.
 *
 * The message itself stays as it is: the known blocks in the list are the CLI's own objects.
 *
 * @example Read a content without asking for its form
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { blocksOf, type UserMessage } from "@turnstream/turnstream/protocol";
 *
 * const message: UserMessage = { type: "user", message: { role: "user", content: "hello" } };
 * assertEquals(blocksOf(message), [{ type: "text", text: "hello" }]);
 * for (const block of blocksOf(message)) {
 *   if (block.type === "text") console.log(block.text);
 *   if (block.type === "unknown") console.log("a new kind of block:", block.of);
 * }
 * ```
 *
 * @param source A message, a tool result, or the content of one.
 * @returns The blocks, in their order.
 */
export function blocksOf(
  source: AssistantMessage | UserMessage | ToolResultBlock | string | readonly ContentBlock[] | undefined,
): (ContentBlock | UnknownBlock)[] {
  const content = contentOf(source);
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (Array.isArray(content)) return content.map(asBlock);
  return content === undefined || content === null ? [] : [asBlock(content)];
}

function contentOf(source: unknown): unknown {
  if (!isRecord(source)) return source;
  return isRecord(source.message) ? source.message.content : source.content;
}

function asBlock(value: unknown): ContentBlock | UnknownBlock {
  const kind = isRecord(value) && typeof value.type === "string" ? value.type : "";
  return KNOWN_BLOCKS.has(kind) ? value as ContentBlock : { type: "unknown", of: kind, raw: value };
}
