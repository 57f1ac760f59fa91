import type { UnknownMessage } from "../protocol/messages.ts";

/** So many misfits of each kind of message are told; there are some forty kinds, and a CLI may print millions of one. */
const MOST_OF_A_KIND = 3;

/** What is wrong with one message is told in so many characters at most; its event has it whole. */
const LONGEST = 300;

/** Says what is wrong with messages whose fields do not fit: selectors pass over them, and nobody would know why. */
export class Misfits {
  readonly #counts = new Map<string, number>();

  /** What is told of a message that is passed on as unknown; nothing where its kind is not known, or enough was told. */
  told({ of, raw, issues }: UnknownMessage): string | undefined {
    if (issues === undefined) return undefined;
    // Without the subtype that any text can stand in: what does not fit is of a known kind, of which there are few.
    const kind = raw.type === "system" ? of : String(raw.type);
    const count = (this.#counts.get(kind) ?? 0) + 1;
    if (count > MOST_OF_A_KIND) return undefined;
    this.#counts.set(kind, count);
    const wrong = issues.join("; ");
    const shown = wrong.length > LONGEST ? `${wrong.slice(0, LONGEST)}…` : wrong;
    const last = count === MOST_OF_A_KIND ? "; further ones of this kind are not told" : "";
    return `The agent printed a message "${kind}" that does not fit, so it is passed on as unknown: ${shown}${last}`;
  }
}
