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
  if (facts.commands === undefined) return against(facts.options ?? NO_OPTIONS, open);
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
  const known = (name: string) => namesIn(commands).get(name);
  // Global options that the rule itself says stand before the sub-command; `log` is a folder in `git -C log push`.
  const said = words.slice(1, fixed);
  const isNamed = (word: string, index: number) =>
    known(word) !== undefined && !TAKES_A_WORD.test(said[index - 1] ?? "");
  const name = said[0]?.startsWith("-") ? said.findLast(isNamed) : words[1];
  return { name: name ?? "", options: name === undefined ? undefined : known(name) };
}

const NO_OPTIONS: OptionFacts = {};
const byName = new WeakMap<object, ReadonlyMap<string, OptionFacts>>();

/** The sub-commands of a program, one entry for each of the names that share their facts. */
function namesIn(commands: Readonly<Record<string, OptionFacts>>): ReadonlyMap<string, OptionFacts> {
  const known = byName.get(commands);
  if (known !== undefined) return known;
  const entries = Object.entries(commands).flatMap(([names, facts]) =>
    list(names).map((name) => [name, facts] as const)
  );
  // Of two entries with one name the first counts.
  const made = new Map(entries.reverse());
  byName.set(commands, made);
  return made;
}

function against(facts: OptionFacts, open: readonly string[]): Objection | undefined {
  if (facts.operands !== undefined) {
    const operands = open.filter((word) => !isOption(word) && word !== "--");
    if (operands.length > facts.operands) {
      return argument(`the argument ${quote(operands.at(-1)!)} is one too many and may be written to`);
    }
  }
  const word = open.find((word, index) => {
    if (facts.forms !== undefined && refusesForm(facts.forms, word)) return true;
    if (facts.bundled && index === 0 && !isOption(word)) return refusesOption(facts, `-${word}`);
    if (!isOption(word)) return false;
    if (refusesOption(facts, word)) return true;
    if (facts.only === undefined) return false;
    const dashes = open.indexOf("--");
    return !(dashes >= 0 && index > dashes) && !includes(facts.only, word.replace(/=.*$/s, ""));
  });
  return word === undefined ? undefined : refused(word);
}

function refusesOption(facts: OptionFacts, word: string): boolean {
  const { words, long } = plainOptions(facts);
  const option = optionName(word);
  const name = plain(option);
  // `--coverage.provider=x` belongs to `--coverage`, `-test.cpuprofile` to `-test`.
  const dot = option.indexOf(".");
  if (words.has(name) || (dot >= 0 && words.has(plain(option.slice(0, dot))))) return true;
  if (!word.startsWith("--")) {
    for (const letter of facts.short ?? "") if (word.includes(letter)) return true;
    return false;
  }
  return name !== "" && long.some((each) => (each.open && name.startsWith(each.name)) || each.name.startsWith(name));
}

interface PlainOptions {
  readonly words: ReadonlySet<string>;
  readonly long: readonly { readonly name: string; readonly open: boolean }[];
}

const plainForms = new WeakMap<OptionFacts, PlainOptions>();

/** The options of the tables in their plain form, which is made once. */
function plainOptions(facts: OptionFacts): PlainOptions {
  const known = plainForms.get(facts);
  if (known !== undefined) return known;
  const made: PlainOptions = {
    words: new Set(list(facts.words).map(plain)),
    long: list(facts.long).map((each) => ({ name: plain(each), open: each.endsWith("*") })),
  };
  plainForms.set(facts, made);
  return made;
}

function refusesForm(forms: NonNullable<OptionFacts["forms"]>, word: string): boolean {
  return forms.some((form) => {
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

// Without expressions, which take three times as long: each option is asked for its name twice.
function optionName(word: string): string {
  let from = 0;
  while (word[from] === "-") from++;
  const to = word.indexOf("=");
  return to < 0 ? word.slice(from) : word.slice(from, to);
}

// Several parsers take `--globalSetup`, `--global-setup` and `--GLOBAL_SETUP` for one.
function plain(name: string): string {
  return name.replace(/[-_*]/g, "").toLowerCase();
}

const lists = new Map<string, readonly string[]>();

/** The words of a text of the tables, each of which is split once. */
function list(words = ""): readonly string[] {
  const known = lists.get(words);
  if (known !== undefined) return known;
  const made = words === "" ? [] : words.split(" ");
  lists.set(words, made);
  return made;
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
