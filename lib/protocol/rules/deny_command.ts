import { wholeReading } from "./last_readings.ts";
import { quote } from "./quote.ts";
import type { Reading } from "./unwrap.ts";
import { couldBe, type FoundCommand, literal, plainName, programName, type ShellWord } from "./scan_word.ts";
import type { CommandPrefix, ExactCommand } from "./rule.ts";

/** Options of programs that take the next word, where they stand before the sub-command. */
const VALUE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  git: ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source"],
};

/** The part of a shell text that a deny rule covers, or that it cannot be excluded from; `undefined` for neither. */
export function deniedCommand(rule: ExactCommand | CommandPrefix, text: unknown): string | undefined {
  if (typeof text !== "string") return "its command is not a text";
  if (rule.kind === "exactCommand" && rule.text.trim() === text.trim()) return `it runs ${quote(text)}`;
  const reading = wholeReading(text);
  const words = rule.words ?? [];
  for (const command of reading.commands) {
    const covers = words.length > 0 && denies(words, command, rule.kind === "exactCommand");
    if (covers) return covers;
  }
  return unread(reading);
}

function unread(reading: Reading): string | undefined {
  const first = reading.unreadable[0];
  return first === undefined ? undefined : `it cannot be excluded, because ${first}; write the command out`;
}

function denies(rule: readonly string[], command: FoundCommand, exact: boolean): string | undefined {
  const program = programName(command.words[0]);
  const wanted = plainName(rule[0]!);
  if (program !== wanted || (rule[0]!.includes("/") && !ends(literal(command.words[0])!, rule[0]!))) return undefined;
  const given = command.words.slice(1);
  if (exact) {
    return given.length === rule.length - 1 && given.every((word, index) => couldBe(word, rule[index + 1]!))
      ? `it runs ${shown(command)}`
      : undefined;
  }
  if (program === "git" && rule.length > 1 && hidesAlias(command)) {
    return `it cannot be excluded, because ${shown(command)} may give the command of git another name`;
  }
  let at = 0;
  let sure = true;
  for (const word of rule.slice(1)) {
    if (word.length > 1 && word.startsWith("-")) {
      if (!given.some((each) => isOption(word, literal(each), given))) return undefined;
      continue;
    }
    const found = position(word, given, at, VALUE_OPTIONS[program]);
    if (found === undefined) return undefined;
    sure &&= literal(given[found]) === word;
    at = found + 1;
  }
  return sure ? `it runs ${shown(command)}` : `it may run ${shown(command)}; write the command out`;
}

// The next word that is no option, if it is or may be the one that is looked for.
function position(
  wanted: string,
  given: readonly ShellWord[],
  from: number,
  values?: readonly string[],
): number | undefined {
  for (let i = from; i < given.length; i++) {
    const text = literal(given[i]);
    const before = i > from ? literal(given[i - 1]) : undefined;
    const mayTake = before !== undefined && /^-[^=]*$/.test(before) && (values?.includes(before) ?? true);
    // Where it is not known which options take a value, a word that says what is looked for is not taken for one.
    if (mayTake && (values !== undefined || text === undefined)) continue;
    if (couldBe(given[i]!, wanted)) return i;
    // What is not known may be several words, or none: `git $options push`.
    if (text !== undefined && !text.startsWith("-") && !mayTake) return undefined;
  }
  return undefined;
}

// `-rf` is also `-fr` and `-r -f`; `--force` also `--forc` and `--force=x`.
function isOption(wanted: string, given: string | undefined, all: readonly ShellWord[]): boolean {
  if (given === wanted) return true;
  if (wanted.startsWith("--")) {
    const name = given?.replace(/=.*$/s, "") ?? "";
    return name.length > 3 && wanted.startsWith(name) || name === wanted;
  }
  const letters = all.map((word) => literal(word) ?? "").filter((text) => /^-[^-]/.test(text)).join("");
  return [...wanted.slice(1)].every((letter) => letters.includes(letter));
}

// `git -c alias.x=push x`, the same by the environment.
function hidesAlias(command: FoundCommand): boolean {
  if (command.assigns.some((name) => name.startsWith("GIT_CONFIG"))) return true;
  return command.words.some((word, index) => {
    const option = literal(word);
    if (option === undefined || !option.startsWith("-")) return false;
    const value = command.words[index + 1];
    if (option === "-c" || option === "--config-env") return /alias\./i.test(literal(value) ?? "alias.");
    return /^(?:-c|--config-env=)alias\./i.test(option);
  });
}

function ends(path: string, rule: string): boolean {
  const clean = (text: string) => text.replace(/\/(?:\.?\/)+/g, "/").replace(/^\.\//, "");
  return clean(path) === clean(rule) || clean(path).endsWith(`/${clean(rule)}`) || !path.includes("/");
}

function shown(command: FoundCommand): string {
  return quote(command.words.map((word) => word.source).join(" "));
}
