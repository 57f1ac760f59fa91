import { fitsPieces } from "./wildcard.ts";

/** A word of a shell text as far as it can be told without running anything. */
export interface ShellWord {
  /** The literal pieces around what is not known. One piece: the word is known whole. */
  readonly pieces: readonly string[];
  /** The word as it stands in the text. */
  readonly source: string;
  /** Whether any part of it is quoted. */
  readonly quoted: boolean;
  /** Whether it holds `<(…)`, which names a stream that something else fills. */
  readonly stream: boolean;
}

/** A simple command that was found somewhere in a shell text. */
export interface FoundCommand {
  /** The words, without redirections and leading assignments. */
  readonly words: readonly ShellWord[];
  /** The names that are assigned in front of it. */
  readonly assigns: readonly string[];
  /** What it gets to read, where that stands in the text: here-documents and here-strings. */
  readonly stdin: ShellWord[];
}

/** What a shell text holds. */
export interface Findings {
  /** The simple commands, those inside of substitutions and subshells too. */
  readonly commands: FoundCommand[];
  /** What could not be read, in words. */
  readonly unreadable: string[];
}

/** The word, where it is known whole. */
export function literal(word: ShellWord | undefined): string | undefined {
  return word?.pieces.length === 1 ? word.pieces[0] : undefined;
}

/** Whether the word may turn out to be a text. */
export function couldBe(word: ShellWord, text: string): boolean {
  return fitsPieces(word.pieces, text);
}

/** A word that says what it is. */
export function knownWord(text: string): ShellWord {
  return { pieces: [text], source: text, quoted: false, stream: false };
}

/** A program's name without its folder, or `undefined` where it is not known. */
export function programName(word: ShellWord | undefined): string | undefined {
  const text = literal(word);
  return text === undefined ? undefined : plainName(text);
}

/** The name at the end of a program's path. On many file systems `GIT` and `git` are one program. */
export function plainName(path: string): string {
  // Most programs are named plainly, and each rule about commands asks: seen in a third of the time.
  if (/^[a-z0-9_-]+$/.test(path)) return path;
  // Zsh runs `=git` as what `git` is, some systems `git.exe`.
  return path.slice(path.lastIndexOf("/") + 1).replace(/^=/, "").toLowerCase().replace(/\.exe$/, "");
}
