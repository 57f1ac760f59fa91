export type { ContentBlock, UnknownBlock } from "./content/block.ts";
export { blocksOf } from "./content/blocks_of.ts";
export type {
  Base64Source,
  ContainerUploadBlock,
  ContentSource,
  DocumentBlock,
  FileSource,
  ImageBlock,
  PlainTextSource,
  SearchResultBlock,
  UrlSource,
} from "./content/media.ts";
export type { Citation, RedactedThinkingBlock, TextBlock, ThinkingBlock } from "./content/text.ts";
export type {
  McpToolResultBlock,
  McpToolUseBlock,
  ServerToolError,
  ServerToolResultBlock,
  ServerToolUseBlock,
  ToolCaller,
  ToolReferenceBlock,
  ToolResultBlock,
  ToolUseBlock,
  WebSearchResult,
  WebSearchToolResultBlock,
} from "./content/tools.ts";
