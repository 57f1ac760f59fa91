import type { Terminal } from "../../../lib/cli/mod.ts";

/** A terminal at which somebody answers each question that comes: one read a string. */
export class ScriptedTerminal implements Terminal {
  /** The questions, as they were written. */
  readonly questions: string[] = [];
  readonly #answer: (question: string) => string[];
  #listener: ((bytes: Uint8Array | null) => void) | undefined;

  /** @param answer The keys for a question. */
  constructor(answer: (question: string) => string[]) {
    this.#answer = answer;
  }

  isTerminal(): boolean {
    return true;
  }

  open(listener: (bytes: Uint8Array | null) => void): void {
    this.#listener = listener;
  }

  close(): void {
    this.#listener = undefined;
  }

  write(text: string): void {
    // The last line of a question, written anew; the next question may follow it.
    if (text.startsWith("\r") && !text.includes("\n? ")) return;
    this.questions.push(text);
    void this.#type(this.#answer(text));
  }

  columns(): number {
    return 100;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  }

  interrupt(): void {
    throw new Error("Nobody pressed Ctrl+C");
  }

  async #type(reads: string[]): Promise<void> {
    for (const read of reads) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      this.#listener?.(new TextEncoder().encode(read));
    }
  }
}
