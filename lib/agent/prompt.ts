import type { ContentBlock } from "../protocol/content.ts";

/** What starts a turn: a text, or content with a priority and an id of its own. */
export type Prompt = string | PromptOptions;

/** A prompt in full. */
export interface PromptOptions {
  /** The text, or the content blocks. */
  content: string | ContentBlock[];
  /** When the CLI takes it, if it is sent while a turn runs. */
  priority?: "now" | "next" | "later";
  /**
   * The prompt's id, unique in the session: the CLI drops a prompt whose id it has seen.
   *
   * @default a fresh one
   */
  uuid?: string;
}
