import { literal, type ShellWord } from "./scan_word.ts";

const BRACES = /\{[^\s{},]*\}/;
const EVERYTHING = /^.*$/s;

/** Programs that put what they find or read in place of `{}` and its like in the command that they run. */
const FILLING = new Set(["find", "fd", "parallel"]);

/**
 * The words of a command that a wrapper runs, where the wrapper puts something else in place of a part of them:
 * `xargs -I{} sh -c {}`, `find -exec {} ;`. What that will be is not known.
 *
 * @param program The wrapper.
 * @param options The words between the wrapper's name and the command.
 * @param words The command's words.
 * @returns The words, with holes.
 */
export function withHoles(
  program: string,
  options: readonly ShellWord[],
  words: readonly ShellWord[],
): readonly ShellWord[] {
  const hole = FILLING.has(program) ? BRACES : program === "xargs" ? replacedBy(options) : undefined;
  if (hole === undefined) return words;
  return words.map((word) => ({
    ...word,
    pieces: word.pieces.flatMap((piece) => hole === EVERYTHING ? ["", ""] : piece.split(hole)),
  }));
}

// `-I R`, `-IR`, `-i`, `-iR`, `--replace`, `--replace=R`, `-J R`, also behind letters of other options.
function replacedBy(options: readonly ShellWord[]): RegExp | undefined {
  for (const [index, word] of options.entries()) {
    const text = literal(word);
    if (text === undefined) return EVERYTHING;
    const long = /^--rep[a-z]*(?:=(.*))?$/s.exec(text);
    const short = /^-[A-Za-z0-9]*?([IiJ])(.*)$/s.exec(text);
    if (long === null && short === null) continue;
    const own = long === null ? short![2]! : long[1] ?? "";
    const next = own === "" && /^[IJ]$/.test(short?.[1] ?? "") ? literal(options[index + 1]) ?? "" : "{}";
    const replaced = own === "" ? next : own;
    return replaced === "" ? EVERYTHING : new RegExp(replaced.replace(/[^\w]/g, "\\$&"));
  }
  return undefined;
}
