import type { ContentBlock } from "./block.ts";
import type { Citation } from "./text.ts";

/** Bytes in base64. */
export interface Base64Source {
  /** The source's kind. */
  type: "base64";
  /** What the bytes are, such as `image/png` or `application/pdf`. */
  media_type: string;
  /** The bytes, in base64. */
  data: string;
}

/** Something that the model's API fetches by its address. */
export interface UrlSource {
  /** The source's kind. */
  type: "url";
  /** The address. */
  url: string;
}

/** A file that was given to the model's API before. */
export interface FileSource {
  /** The source's kind. */
  type: "file";
  /** The file's id. */
  file_id: string;
}

/** A document as plain text. */
export interface PlainTextSource {
  /** The source's kind. */
  type: "text";
  /** What the text is, such as `text/plain`. */
  media_type: string;
  /** The text. */
  data: string;
}

/** A document made of blocks. */
export interface ContentSource {
  /** The source's kind. */
  type: "content";
  /** The text, or the blocks. */
  content: string | ContentBlock[];
}

/** A picture, by its bytes or its address. */
export interface ImageBlock {
  /** The block's kind. */
  type: "image";
  /** Where the picture comes from. */
  source: Base64Source | UrlSource | FileSource;
}

/** A document, by its bytes, text or address. */
export interface DocumentBlock {
  /** The block's kind. */
  type: "document";
  /** Where the document comes from. */
  source: Base64Source | UrlSource | FileSource | PlainTextSource | ContentSource;
  /** The document's title. */
  title?: string | null;
  /** What the model is told about the document besides its text. */
  context?: string | null;
  /** Whether the model may cite it. */
  citations?: { enabled?: boolean } | null;
}

/** A search result that a tool gives to the model. */
export interface SearchResultBlock {
  /** The block's kind. */
  type: "search_result";
  /** Where it comes from. */
  source: string;
  /** Its title. */
  title: string;
  /** What it says. */
  content: { type: "text"; text: string; citations?: Citation[] | null }[];
  /** Whether the model may cite it. */
  citations?: { enabled?: boolean } | null;
}

/** A file that was put into the container of the model's own tools. */
export interface ContainerUploadBlock {
  /** The block's kind. */
  type: "container_upload";
  /** The file's id. */
  file_id: string;
}
