import type { Key } from "./keys.ts";

/** What is asked at a terminal, and how far the person is with it. Immutable: every key makes another one. */
export interface Form<Answer> {
  /** The answer, once it is there. */
  readonly answer: Answer | undefined;
  /** What has to be shown besides, since the last keys; nothing where the last line alone changed. */
  readonly news: News | undefined;
  /** What the keys of one read make of it; itself where they do nothing. */
  take(keys: readonly Key[]): Form<Answer>;
  /** All of it as text, the last line included. */
  render(width: number): string;
  /** The last line alone. */
  prompt(width: number): string;
  /** What the last line becomes when all is said. */
  closing(answer: Answer): string;
}

/** Something that has to be shown below what is there. */
export interface News {
  /** The text, the last line included. */
  render(width: number): string;
  /** What the last line becomes before it; it stays as it is where absent. */
  readonly closing?: string;
  /** Whether the person has not read it before, so that no key counts that comes too early. */
  readonly isNew: boolean;
}
