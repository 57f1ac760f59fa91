import type { Join } from "./shell.ts";

/** Simple commands of nothing but plain words. */
export interface PlainText {
  /** The commands, each as its words. */
  readonly commands: readonly (readonly string[])[];
  /** What stands between one command and the next. */
  readonly joins: readonly Join[];
}

// Words that are what they say wherever they stand, and what joins commands, with one space in between.
const PLAIN_TEXT = /^[A-Za-z0-9_.\/+@:%,-]+(?: (?:[A-Za-z0-9_.\/+@:%,-]+|&&|\|\|?))*$/;
/** A program's name or path. No alias and no function of a sane shell contains anything else. */
export const PROGRAM = /^[A-Za-z0-9_.\/][A-Za-z0-9_.\/+@:-]*$/;
/** A longer text is read letter by letter: the expression takes memory for each of its words. */
const LONG = 10_000;
/** The words that a shell keeps for itself where a command begins. */
export const RESERVED: ReadonlySet<string> = new Set(
  ("if then elif else fi do done case esac while until for select in function time coproc repeat foreach end " +
    "always nocorrect noglob").split(" "),
);

let last: { readonly text: string; readonly plain: PlainText | undefined } = { text: "", plain: undefined };

/**
 * Reads a text in which nothing can be quoted, expanded or redirected, which most commands are: in a quarter of the time
 * that reading it letter by letter takes, and once for both readers. Gives `undefined` for every other text.
 */
export function plainText(text: string): PlainText | undefined {
  if (text !== last.text) {
    last = { text, plain: text.length <= LONG && PLAIN_TEXT.test(text) ? split(text) : undefined };
  }
  return last.plain;
}

function split(text: string): PlainText | undefined {
  let words: string[] = [];
  const commands = [words];
  const joins: Join[] = [];
  for (const word of text.split(" ")) {
    if (word === "&&" || word === "||" || word === "|") {
      joins.push(word);
      commands.push(words = []);
    } else words.push(word);
  }
  return commands.every(beginsPlainly) ? { commands, joins } : undefined;
}

function beginsPlainly([program]: readonly string[]): boolean {
  return program !== undefined && PROGRAM.test(program) && !RESERVED.has(program);
}
