import type { ContainerUploadBlock, DocumentBlock, ImageBlock, SearchResultBlock } from "./media.ts";
import type { RedactedThinkingBlock, TextBlock, ThinkingBlock } from "./text.ts";
import type {
  McpToolResultBlock,
  McpToolUseBlock,
  ServerToolResultBlock,
  ServerToolUseBlock,
  ToolReferenceBlock,
  ToolResultBlock,
  ToolUseBlock,
  WebSearchToolResultBlock,
} from "./tools.ts";

/**
 * A piece of a message's content.
 *
 * Kinds that this version does not know pass through untouched at run time; `blocksOf` wraps them, so
 * that a check of `type` tells them as well.
 */
export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ToolReferenceBlock
  | ServerToolUseBlock
  | WebSearchToolResultBlock
  | ServerToolResultBlock
  | McpToolUseBlock
  | McpToolResultBlock
  | ImageBlock
  | DocumentBlock
  | SearchResultBlock
  | ContainerUploadBlock;

/** A block of a kind that this version does not know. Nothing is lost: `raw` is the CLI's own value. */
export interface UnknownBlock {
  /** Always `"unknown"`, so that narrowing by `type` holds. */
  type: "unknown";
  /** The raw block's `type`; empty where it has none. */
  of: string;
  /** The CLI's own value, unchanged. */
  raw: unknown;
}
