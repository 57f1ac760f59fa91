/** Plain text written by the model or by the user. */
export interface TextBlock {
  /** The block's kind. */
  type: "text";
  /** The text. */
  text: string;
}

/** The model's reasoning, where it is shown. */
export interface ThinkingBlock {
  /** The block's kind. */
  type: "thinking";
  /** The reasoning; may be empty where only its signature is sent. */
  thinking: string;
  /** The signature that lets the model trust its own earlier thought. */
  signature?: string;
}

/** The model's reasoning in encrypted form. */
export interface RedactedThinkingBlock {
  /** The block's kind. */
  type: "redacted_thinking";
  /** The encrypted reasoning. */
  data: string;
}

/** The model's wish to use a tool. */
export interface ToolUseBlock {
  /** The block's kind. */
  type: "tool_use";
  /** The id that the permission request, the hooks and the result carry too. */
  id: string;
  /** The tool's name, such as `Bash` or `mcp__server__tool`. */
  name: string;
  /** The tool's input, as the model wrote it. */
  input: Record<string, unknown>;
}

/** What a tool gave back. */
export interface ToolResultBlock {
  /** The block's kind. */
  type: "tool_result";
  /** The id of the tool use that this answers. */
  tool_use_id: string;
  /** The result as text or as blocks; absent for an empty result. */
  content?: string | ContentBlock[];
  /** Whether the tool failed, was denied or was interrupted. */
  is_error?: boolean;
}

/** A picture, by its bytes or its address. */
export interface ImageBlock {
  /** The block's kind. */
  type: "image";
  /** Where the picture comes from. */
  source: Record<string, unknown>;
}

/** A document, by its bytes, text or address. */
export interface DocumentBlock {
  /** The block's kind. */
  type: "document";
  /** Where the document comes from. */
  source: Record<string, unknown>;
}

/**
 * A piece of a message's content.
 *
 * Kinds that this version does not know pass through untouched at run time; check `type` before you
 * read a block.
 */
export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | DocumentBlock;
