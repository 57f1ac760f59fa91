import { Misread } from "./misread.ts";
import { plainText, PROGRAM, RESERVED } from "./plain_text.ts";

/** A shell text of which it is proved what it runs. */
export interface ProvedCommand {
  /** Always `true`. */
  readonly proved: true;
  /** The simple commands, each as the words that the program gets, its own name first. */
  readonly commands: readonly (readonly string[])[];
  /** What stands between one command and the next. */
  readonly joins: readonly Join[];
}

/** A shell text of which it is not proved what it runs. */
export interface UnprovedCommand {
  /** Always `false`. */
  readonly proved: false;
  /** What could not be taken literally, in words. */
  readonly why: string;
  /** Where, in UTF-16 units from the start. */
  readonly at: number;
}

/** What may stand between two simple commands. */
export type Join = "&&" | "||" | ";" | "|";

// What a shell takes as it is, in the middle of a word. All else must be quoted.
const PLAIN = /[A-Za-z0-9_.\/+@:%,-]/;
// Most of a text, taken in one go: 1.0 µs for a text of ten words in place of 1.6.
const PLAIN_RUN = /[A-Za-z0-9_.\/+@:%,-]+/y;
// Literal too, but not where a word begins: tilde, `=command` of zsh, comment, history.
const PLAIN_INSIDE = /[=#^]/;

/**
 * Reads a shell text that says literally what it runs: simple commands, alone or joined by `&&`, `||`, `;` and `|`.
 *
 * Words may be quoted in single quotes, in double quotes without expansion, and with backslashes. Everything else is
 * left unproved: expansions, substitutions, globs, redirections, assignments, subshells, functions, background jobs,
 * comments, newlines between commands, control characters, characters outside of ASCII that are not quoted, and
 * whatever else a shell might take in another way than it looks.
 *
 * @param text The shell text.
 * @returns The words of each simple command, or why they could not be told.
 */
export function readShell(text: string): ProvedCommand | UnprovedCommand {
  const plain = plainText(text);
  if (plain !== undefined) return { proved: true, ...plain };
  try {
    return new Reader(text).read();
  } catch (error) {
    if (error instanceof Misread) return { proved: false, why: error.message, at: error.at };
    throw error;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ProvedCommand {
    const commands: string[][] = [];
    const joins: Join[] = [];
    while (true) {
      commands.push(this.#command());
      const join = this.#join();
      if (join === undefined) return { proved: true, commands, joins };
      joins.push(join);
    }
  }

  #command(): string[] {
    const words: string[] = [];
    this.#blanks();
    const start = this.#at;
    while (this.#at < this.#text.length && !";|&".includes(this.#char())) {
      words.push(this.#word());
      this.#blanks();
    }
    const program = words[0];
    if (program === undefined) throw new Misread("a command is missing", start);
    if (!PROGRAM.test(program)) throw new Misread("the command's name is not plain", start);
    if (RESERVED.has(program)) throw new Misread(`"${program}" is a word of the shell's own`, start);
    return words;
  }

  #join(): Join | undefined {
    if (this.#at === this.#text.length) return undefined;
    const join = /^(?:&&|\|\||;|\|)/.exec(this.#text.slice(this.#at, this.#at + 2))?.[0];
    const next = this.#text[this.#at + (join ?? "").length] ?? "";
    if (join === undefined || "&;|".includes(next)) throw new Misread("an operator other than && || ; |", this.#at);
    this.#at += join.length;
    return join as Join;
  }

  #blanks(): void {
    while (this.#char() === " ") this.#at++;
  }

  #word(): string {
    let word = "";
    const start = this.#at;
    while (this.#at < this.#text.length) {
      PLAIN_RUN.lastIndex = this.#at;
      if (PLAIN_RUN.test(this.#text)) {
        word += this.#text.slice(this.#at, PLAIN_RUN.lastIndex);
        this.#at = PLAIN_RUN.lastIndex;
        continue;
      }
      const char = this.#char();
      if (char === " " || char === ";" || char === "|" || char === "&") break;
      if (char === "'") word += this.#single();
      else if (char === '"') word += this.#double();
      else if (char === "\\") word += this.#escaped();
      else word += this.#bare(start);
    }
    return word;
  }

  #bare(start: number): string {
    const char = this.#char();
    const inside = this.#at > start;
    const before = this.#text[this.#at - 1] ?? "";
    const literal = PLAIN.test(char) || (inside && PLAIN_INSIDE.test(char)) ||
      (inside && char === "~" && /[A-Za-z0-9]/.test(before));
    if (!literal) throw new Misread(`${name(char)} is not quoted`, this.#at);
    this.#at++;
    return char;
  }

  #single(): string {
    const open = this.#at;
    const close = this.#text.indexOf("'", open + 1);
    if (close < 0) throw new Misread("a quote is not closed", open);
    const inside = this.#text.slice(open + 1, close);
    for (let i = 0; i < inside.length;) i += this.#shown(inside, i, open + 1 + i);
    this.#at = close + 1;
    return inside;
  }

  #double(): string {
    const open = this.#at++;
    let word = "";
    while (this.#char() !== '"') {
      if (this.#at >= this.#text.length) throw new Misread("a quote is not closed", open);
      const char = this.#char();
      const next = this.#text[this.#at + 1] ?? "";
      if (char === "$" || char === "`") throw new Misread(`${name(char)} expands inside of double quotes`, this.#at);
      if (char === "!" && !'" '.includes(next)) throw new Misread("! may call up history", this.#at);
      if (char === "\\" && next === "\n") throw new Misread("a line is continued", this.#at);
      if (char === "\\" && '"\\$`'.includes(next) && next !== "") {
        word += next;
        this.#at += 2;
      } else {
        const length = this.#shown(this.#text, this.#at, this.#at);
        word += this.#text.slice(this.#at, this.#at + length);
        this.#at += length;
      }
    }
    this.#at++;
    return word;
  }

  #escaped(): string {
    const next = this.#text[this.#at + 1] ?? "";
    if (!/[ -~]/.test(next)) {
      throw new Misread("a backslash stands before nothing or before what is not plain", this.#at);
    }
    this.#at += 2;
    return next;
  }

  // The length of the character at an index, if quotes make it literal wherever it is shown.
  #shown(text: string, index: number, at: number): number {
    const char = String.fromCodePoint(text.codePointAt(index)!);
    const odd = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}]/u;
    if (odd.test(char) && char !== " " && char !== "\n" && char !== "\t") {
      throw new Misread(`${name(char)} is not shown as what it is`, at);
    }
    return char.length;
  }

  #char(): string {
    return this.#text[this.#at] ?? "";
  }
}

function name(char: string): string {
  if (/[!-~]/.test(char)) return char;
  return `the character U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
