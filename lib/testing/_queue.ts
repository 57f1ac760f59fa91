import type { ContentBlock } from "../protocol/content.ts";

/** A prompt that waits for its turn. */
export interface QueuedPrompt {
  /** Its content, as it was written. */
  content: string | ContentBlock[];
  /** Its id, where the script gave one. */
  uuid: string | undefined;
  /** When it is taken while a turn runs. */
  priority: string;
}

/** Reads the text of a prompt, or of what a tool gave back. */
export function textOf(content: string | readonly ContentBlock[]): string {
  if (typeof content === "string") return content;
  return content.flatMap((block) => block.type === "text" ? [block.text] : []).join("\n");
}

/** The prompts that wait, in the order in which the CLI takes them. */
export class Queue {
  #prompts: QueuedPrompt[] = [];
  readonly #seen = new Set<string>();

  /** How many wait. */
  get length(): number {
    return this.#prompts.length;
  }

  /** How many wait that did not say "later". */
  countTurns(): number {
    return this.#prompts.filter(({ priority }) => priority !== "later").length;
  }

  /** The ids of those that wait. */
  get uuids(): string[] {
    return this.#prompts.flatMap(({ uuid }) => uuid ?? []);
  }

  /** Adds one; `false` if its id was used before, so that it is dropped. */
  add(prompt: QueuedPrompt): boolean {
    if (prompt.uuid !== undefined && this.#seen.has(prompt.uuid)) return false;
    if (prompt.uuid !== undefined) this.#seen.add(prompt.uuid);
    this.#prompts.push(prompt);
    return true;
  }

  /** Takes what the next turn answers: all that wait, merged, but one that said "later" alone and last. */
  takeTurn(): QueuedPrompt[] {
    const urgent = this.#prompts.findIndex(({ priority }) => priority === "now");
    if (urgent >= 0) return this.#prompts.splice(urgent, 1);
    const folded = this.takeFolded();
    return folded.length > 0 ? folded : this.#prompts.splice(0, 1);
  }

  /** Takes what is folded into a turn that runs: everything but what said "later". */
  takeFolded(): QueuedPrompt[] {
    const taken = this.#prompts.filter(({ priority }) => priority !== "later");
    this.#prompts = this.#prompts.filter(({ priority }) => priority === "later");
    return taken;
  }

  /** Takes back those that have an id, or the one with the given id. */
  cancel(uuid?: string): string[] {
    const gone = this.uuids.filter((one) => uuid === undefined || one === uuid);
    this.#prompts = this.#prompts.filter((one) => one.uuid === undefined || !gone.includes(one.uuid));
    // Both versions remember the id of a prompt that they have not seen, and drop the prompt when it comes.
    if (uuid !== undefined) this.#seen.add(uuid);
    return gone;
  }
}
