/** Something that a tool gives back, in the words of the Model Context Protocol. */
export type ToolContent = TextContent | MediaContent | ResourceContent | ResourceLink;

/** A text. */
export interface TextContent {
  /** What it is. */
  type: "text";
  /** The text. */
  text: string;
}

/** A picture or a sound. */
export interface MediaContent {
  /** What it is. */
  type: "image" | "audio";
  /** The bytes, as base64. */
  data: string;
  /** Their kind, such as `image/png`. */
  mimeType: string;
}

/** A resource, whole. */
export interface ResourceContent {
  /** What it is. */
  type: "resource";
  /** The resource: its text, or its bytes as base64. */
  resource: {
    /** Its address. */
    uri: string;
    /** Its kind. */
    mimeType?: string;
    /** Its text. */
    text: string;
  } | {
    /** Its address. */
    uri: string;
    /** Its kind. */
    mimeType?: string;
    /** Its bytes, as base64. */
    blob: string;
  };
}

/** Where a resource is to be found. */
export interface ResourceLink {
  /** What it is. */
  type: "resource_link";
  /** Its address. */
  uri: string;
  /** Its name. */
  name: string;
  /** Its kind. */
  mimeType?: string;
  /** What it is about. */
  description?: string;
}

/** A whole result, for what the shorter forms cannot say. */
export interface ToolResult {
  /** What the model reads. */
  content: readonly ToolContent[];
  /**
   * The result as data. Where it is there, the CLI tells the model it as JSON, and no text of `content` (seen on 2.1.332
   * and 2.1.197).
   *
   * @default none
   */
  structuredContent?: Record<string, unknown>;
  /** Whether the tool failed. @default false */
  isError?: boolean;
}

/** Whether a value is a piece of content. */
export function isContent(value: unknown): value is ToolContent {
  if (typeof value !== "object" || value === null) return false;
  const { type, text, data, mimeType, resource, uri, name } = value as Record<string, unknown>;
  switch (type) {
    case "text":
      return typeof text === "string";
    case "image":
    case "audio":
      return typeof data === "string" && typeof mimeType === "string";
    case "resource":
      return typeof resource === "object" && resource !== null;
    case "resource_link":
      return typeof uri === "string" && typeof name === "string";
    default:
      return false;
  }
}
