/** A passage that a text rests on. Which fields are there depends on where it comes from. */
export interface Citation {
  /** `char_location`, `page_location`, `content_block_location`, `web_search_result_location`, `search_result_location` and whatever comes. */
  type: string;
  /** The passage itself. */
  cited_text?: string;
  /** The document's place among the documents of the request, from 0. */
  document_index?: number;
  /** The document's title. */
  document_title?: string | null;
  /** The document's id at the model's API. */
  file_id?: string | null;
  /** The first character, from 0. */
  start_char_index?: number;
  /** The character after the last. */
  end_char_index?: number;
  /** The first page, from 1. */
  start_page_number?: number;
  /** The page after the last. */
  end_page_number?: number;
  /** The first block, from 0. */
  start_block_index?: number;
  /** The block after the last. */
  end_block_index?: number;
  /** The search result's place among the search results, from 0. */
  search_result_index?: number;
  /** Where a search result comes from. */
  source?: string;
  /** The title of a page or of a search result. */
  title?: string | null;
  /** The address of a page. */
  url?: string;
  /** What the model's API wants back to trust the citation. */
  encrypted_index?: string;
}

/** Plain text written by the model or by the user. */
export interface TextBlock {
  /** The block's kind. */
  type: "text";
  /** The text. */
  text: string;
  /** What the text rests on, where the model says so. */
  citations?: Citation[] | null;
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
