import { EVERYWHERE, type OptionFacts, programFacts } from "./programs.ts";
import { quote } from "./quote.ts";

/** What speaks against taking some words for what a `*` stands for. */
export interface Objection {
  /** The reason, in words. */
  readonly why: string;
  /** Whether a rule has to name more of the command, or all of it, to cover it. */
  readonly cure: "name the argument" | "say the whole command";
}

const TAKES_A_WORD =
  /^(?:-[A-Za-z]|--(?:git-dir|work-tree|namespace|super-prefix|config-env|attr-source|prefix|cwd|dir|config|context))$/;

/**
 * Why the arguments of a command are not what a `*` stands for.
 *
 * @param words The command's words, its program first.
 * @param fixed How many of them the rule itself says.
 * @returns The reason, or `undefined` where nothing speaks against them.
 */
export function objection(words: readonly string[], fixed: number): Objection | undefined {
  const program = words[0]!;
  const facts = programFacts(program);
  if (facts === "exact") {
    return whole(`${quote(program)} runs or interprets what it is given, so a rule must say the whole command`);
  }
  const open = words.slice(fixed);
  const general = open.find((word) => isOption(word) && EVERYWHERE.includes(optionName(word)));
  if (general !== undefined) return refused(general);
  if (facts === undefined) return undefined;
  if (facts.commands === undefined) return against(facts.options ?? {}, open);
  const { name, options } = subcommand(facts.commands, words, fixed);
  if (options === undefined) {
    if (name === "") return whole(`a rule for ${quote(program)} must name the sub-command`);
    return whole(`${quote(`${program} ${name}`)} is not known as harmless, so a rule must say the whole command`);
  }
  if (fixed < (options.fixed ?? 0)) {
    return whole(`what ${quote(`${program} ${name}`)} runs can do anything, so a rule must name it`);
  }
  return against(options, words.slice(Math.max(fixed, 2)));
}

function subcommand(
  commands: Readonly<Record<string, OptionFacts>>,
  words: readonly string[],
  fixed: number,
): { name: string; options: OptionFacts | undefined } {
  const known = (name: string) => Object.entries(commands).find(([names]) => includes(names, name))?.[1];
  // Global options that the rule itself says stand before the sub-command; `log` is a folder in `git -C log push`.
  const said = words.slice(1, fixed);
  const isNamed = (word: string, index: number) =>
    known(word) !== undefined && !TAKES_A_WORD.test(said[index - 1] ?? "");
  const name = said[0]?.startsWith("-") ? said.findLast(isNamed) : words[1];
  return { name: name ?? "", options: name === undefined ? undefined : known(name) };
}

function against(facts: OptionFacts, open: readonly string[]): Objection | undefined {
  const dashes = open.indexOf("--");
  const operands = open.filter((word) => !isOption(word) && word !== "--");
  if (facts.operands !== undefined && operands.length > facts.operands) {
    return argument(`the argument ${quote(operands.at(-1)!)} is one too many and may be written to`);
  }
  const word = open.find((word, index) => {
    if (refusesForm(facts, word)) return true;
    if (facts.bundled && index === 0 && !isOption(word)) return refusesOption(facts, `-${word}`);
    if (!isOption(word)) return false;
    const free = facts.only === undefined || (dashes >= 0 && index > dashes);
    return refusesOption(facts, word) || !(free || includes(facts.only!, word.replace(/=.*$/s, "")));
  });
  return word === undefined ? undefined : refused(word);
}

function refusesOption(facts: OptionFacts, word: string): boolean {
  const name = plain(optionName(word));
  // `--coverage.provider=x` belongs to `--coverage`, `-test.cpuprofile` to `-test`.
  const group = plain(optionName(word).split(".")[0]!);
  if (list(facts.words).some((each) => plain(each) === name || plain(each) === group)) return true;
  if (!word.startsWith("--")) return [...(facts.short ?? "")].some((letter) => word.includes(letter));
  return name !== "" && list(facts.long).some((long) => {
    if (long.endsWith("*") && name.startsWith(plain(long.slice(0, -1)))) return true;
    return plain(long).startsWith(name);
  });
}

function refusesForm(facts: OptionFacts, word: string): boolean {
  return (facts.forms ?? []).some((form) => {
    if (form === "assignment") return !word.startsWith("-") && word.includes("=");
    if (form === "responseFile") return /^(?:-[A-Za-z]|--[\w-]+=)?@/.test(word);
    if (form === "toolchain") return word.startsWith("+");
    if (form === "remoteFile") return /^(?:--?\w+=?)?[^/\s]+:/.test(word);
    if (form === "transport") return /^(?:--[\w-]+=)?[\w+.-]+::/.test(word);
    // Curl makes several addresses of one: `{file,http}://…`.
    if (form === "otherScheme" && /[{}[\]][^\s/]*:\//.test(word)) return true;
    const scheme = /(?:^|=)([a-z][a-z0-9+.-]+):\S/i.exec(word)?.[1]?.toLowerCase();
    return scheme !== undefined && !(form === "otherScheme" && (scheme === "http" || scheme === "https"));
  });
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-") && word !== "--";
}

function optionName(word: string): string {
  return word.replace(/^-+/, "").replace(/=.*$/s, "");
}

// Several parsers take `--globalSetup`, `--global-setup` and `--GLOBAL_SETUP` for one.
function plain(name: string): string {
  return name.replace(/[-_*]/g, "").toLowerCase();
}

function list(words: string | undefined): readonly string[] {
  return words === undefined || words === "" ? [] : words.split(" ");
}

function includes(words: string, word: string): boolean {
  return list(words).includes(word);
}

function refused(word: string): Objection {
  return argument(`the argument ${quote(word)} may run programs, write files or load configuration`);
}

function argument(why: string): Objection {
  return { why, cure: "name the argument" };
}

function whole(why: string): Objection {
  return { why, cure: "say the whole command" };
}
