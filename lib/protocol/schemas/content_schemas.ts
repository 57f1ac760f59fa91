import { z } from "zod";
import type { ContentBlock } from "../content/block.ts";
import type { Citation, RedactedThinkingBlock, TextBlock, ThinkingBlock } from "../content/text.ts";
import { chosen, chosenByType, maybeNumber, maybeText, maybeTextOrNull } from "./fields.ts";
import { documentSchema, imageSchema, searchResultSchema, uploadSchema } from "./media_schemas.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";
import {
  mcpToolResultSchema,
  mcpToolUseSchema,
  SERVER_TOOL_RESULTS,
  serverToolResultSchema,
  serverToolUseSchema,
  toolReferenceSchema,
  toolResultSchema,
  toolUseSchema,
  webSearchResultSchema,
} from "./tool_schemas.ts";

/** The schemas of a message's content. */
export interface ContentSchemas {
  /** One block. */
  block: z.ZodType<ContentBlock>;
  /** A list of blocks. */
  blocks: z.ZodType<ContentBlock[]>;
  /** A text, or a list of blocks. */
  content: z.ZodType<string | ContentBlock[]>;
}

/** The schemas of content blocks; those of unknown kinds pass. */
export function contentSchemas(object: ObjectFactory): ContentSchemas {
  const builders = new Map<string, () => z.ZodType>([
    ["text", () => textSchema(object)],
    ["thinking", () => thinkingSchema(object)],
    ["redacted_thinking", () => redactedThinkingSchema(object)],
    ["tool_use", () => toolUseSchema(object)],
    ["tool_result", () => toolResultSchema(object, content)],
    ["tool_reference", () => toolReferenceSchema(object)],
    ["server_tool_use", () => serverToolUseSchema(object)],
    ["web_search_tool_result", () => webSearchResultSchema(object)],
    ["mcp_tool_use", () => mcpToolUseSchema(object)],
    ["mcp_tool_result", () => mcpToolResultSchema(object, content)],
    ["image", () => imageSchema(object)],
    ["document", () => documentSchema(object, content)],
    ["search_result", () => searchResultSchema(object, citationSchema(object))],
    ["container_upload", () => uploadSchema(object)],
    ...SERVER_TOOL_RESULTS.map((kind) => [kind, () => serverToolResultSchema(object)] as const),
  ]);
  const block = chosenByType<ContentBlock>(builders);
  const blocks = z.array(block);
  const content: z.ZodType<string | ContentBlock[]> = chosen((value) => typeof value === "string" ? undefined : blocks);
  return { block, blocks, content };
}

/** A passage that a text rests on. */
export function citationSchema(object: ObjectFactory): z.ZodType<Citation> {
  return object<Citation>({
    type: z.string(),
    cited_text: maybeText(),
    document_index: maybeNumber(),
    document_title: maybeTextOrNull(),
    file_id: maybeTextOrNull(),
    start_char_index: maybeNumber(),
    end_char_index: maybeNumber(),
    start_page_number: maybeNumber(),
    end_page_number: maybeNumber(),
    start_block_index: maybeNumber(),
    end_block_index: maybeNumber(),
    search_result_index: maybeNumber(),
    source: maybeText(),
    title: maybeTextOrNull(),
    url: maybeText(),
    encrypted_index: maybeText(),
  });
}

function textSchema(object: ObjectFactory): z.ZodType<TextBlock> {
  const citations = optional(z.array(citationSchema(object)).nullable());
  return object<TextBlock>({ type: z.literal("text"), text: z.string(), citations });
}

function thinkingSchema(object: ObjectFactory): z.ZodType<ThinkingBlock> {
  return object<ThinkingBlock>({ type: z.literal("thinking"), thinking: z.string(), signature: maybeText() });
}

function redactedThinkingSchema(object: ObjectFactory): z.ZodType<RedactedThinkingBlock> {
  return object<RedactedThinkingBlock>({ type: z.literal("redacted_thinking"), data: z.string() });
}
