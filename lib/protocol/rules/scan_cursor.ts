import type { Findings } from "./scan_word.ts";

/** How deep substitutions and subshells may nest before a text counts as unreadable. */
const DEEPEST = 40;

/** A place in a shell text, and what has been found on the way. */
export class Cursor {
  /** Where reading goes on. */
  at = 0;
  /** The text. */
  readonly text: string;
  /** What has been found. */
  readonly findings: Findings;
  /** How many substitutions and subshells are open. */
  depth: number;

  constructor(text: string, findings: Findings, depth: number) {
    this.text = text;
    this.findings = findings;
    this.depth = depth;
  }

  /** The character at the cursor, or further on; empty at the end. */
  peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? "";
  }

  /** Whether the text goes on with something. */
  sees(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** Whether all has been read. */
  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** Notes that something cannot be read. */
  unreadable(what: string): void {
    this.findings.unreadable.push(what);
  }

  /** A cursor in a text that stands inside of this one. */
  inner(text: string): Cursor {
    return new Cursor(text, this.findings, this.depth);
  }

  /** Goes one level deeper, or gives the rest of the text up. */
  nest(read: () => void): void {
    if (this.depth >= DEEPEST) {
      this.unreadable("the text is nested too deeply");
      this.at = this.text.length;
      return;
    }
    this.depth++;
    read();
    this.depth--;
  }
}
