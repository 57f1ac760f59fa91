/** What a person typed: text (one key, or a paste), or a key that does something. */
export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "enter" | "escape" | "backspace" | "erase_line" | "tab" | "interrupt" | "end" | "other" };

const CONTROLS: Readonly<Record<string, Key>> = {
  "\x03": { kind: "interrupt" },
  "\x04": { kind: "end" },
  "\b": { kind: "backspace" },
  "\t": { kind: "tab" },
  "\n": { kind: "enter" },
  "\r": { kind: "enter" },
  "\x15": { kind: "erase_line" },
  "\x1b": { kind: "escape" },
  "\x7f": { kind: "backspace" },
};

/** A control sequence, a function key, a terminal's report, Alt and a key, a control character, text. */
const TOKEN = new RegExp(
  [
    "\\x1b\\[[0-?]*[ -\\/]*[@-~]",
    "\\x1bO[ -~]",
    "\\x1b[\\]PX\\^_]\\P{Cc}*(?:\\x07|\\x1b\\\\)?",
    "\\x1b\\P{Cc}",
    "\\p{Cc}",
    "\\P{Cc}+",
  ].join("|"),
  "gu",
);

/** The begin of a sequence whose end has not come yet. */
const UNFINISHED = new RegExp(
  ["\\x1b\\[[0-?]*[ -\\/]*$", "\\x1bO$", "\\x1b[\\]PX\\^_]\\P{Cc}+\\x1b?$"].join("|"),
  "u",
);

/** The longest begin of a sequence that is kept. */
const LONGEST = 4096;

/** Makes keys of bytes; a character or a sequence may be split over any number of reads. */
export class KeyReader {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #rest = "";

  /** The keys of one read. */
  read(bytes: Uint8Array): Key[] {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    const begin = text.search(UNFINISHED);
    const complete = begin < 0 || text.length - begin > LONGEST ? text.length : begin;
    this.#rest = text.slice(complete);
    return Array.from(text.slice(0, complete).matchAll(TOKEN), ([token]) => keyOf(token));
  }
}

function keyOf(token: string): Key {
  if (Object.hasOwn(CONTROLS, token)) return CONTROLS[token]!;
  return /^\p{Cc}/u.test(token) ? { kind: "other" } : { kind: "text", text: token };
}
