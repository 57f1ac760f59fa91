import { withHoles } from "./holes.ts";
import { quote } from "./quote.ts";
import { scanShell } from "./scan.ts";
import { type FoundCommand, knownWord, literal, programName, type ShellWord } from "./scan_word.ts";
import { RUNNING_OPTIONS, SHELLS, TAKING_TEXTS, type WrapperFacts, WRAPPERS } from "./wrappers.ts";

/** What a shell text runs, as far as that can be told. */
export interface Reading {
  /** Every command that it runs or may run, those inside of wrappers and of texts for other shells too. */
  readonly commands: readonly FoundCommand[];
  /** What could not be read and may be any command, in words. */
  readonly unreadable: readonly string[];
}

// So much and no more is looked through, whatever the text.
const MOST_COMMANDS = 5_000;
const MOST_CHARACTERS = 1_000_000;
const DEEPEST = 12;
const MOST_SUFFIXES = 100;

/** Finds everything that a shell text runs. */
export function readEverything(text: string): Reading {
  const unwrapping = new Unwrapping();
  unwrapping.text(text, 0);
  return unwrapping;
}

class Unwrapping implements Reading {
  readonly commands: FoundCommand[] = [];
  readonly unreadable: string[] = [];

  #characters = 0;

  text(text: string, depth: number): void {
    this.#characters += text.length;
    if (this.#tooMuch(depth)) return;
    const { commands, unreadable } = scanShell(text);
    this.unreadable.push(...unreadable);
    for (const command of commands) this.#command(command, depth);
  }

  #tooMuch(depth: number): boolean {
    const much = depth > DEEPEST || this.commands.length > MOST_COMMANDS || this.#characters > MOST_CHARACTERS;
    if (much && this.unreadable.length === 0) this.unreadable.push("the text is too long or nested too deeply");
    return much;
  }

  #command(command: FoundCommand, depth: number): void {
    if (this.#tooMuch(depth)) return;
    this.commands.push(command);
    const program = programName(command.words[0]);
    if (program === undefined) {
      this.unreadable.push(`the command's name ${quote(command.words[0]!.source)} is not known before it runs`);
      return;
    }
    if (!mayRunOthers(program)) return;
    const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
    if (wrapper !== undefined) this.#wrapped(command, wrapper, depth);
    this.#evaluated(program, command, depth);
    this.#options(program, command, depth);
  }

  // What a command does with texts that it takes for shell texts.
  #evaluated(program: string, command: FoundCommand, depth: number): void {
    if (isShell(program)) return this.#shell(program, command, depth);
    const given = () => command.words.slice(literal(command.words[1]) === "--" ? 2 : 1);
    if (program === "eval") this.#evaluate(program, given(), depth);
    else if (program === "." || program === "source") this.#script(program, given()[0], command.stdin.length > 0);
    else if (TAKING_TEXTS.has(program)) this.#texts(program, given(), depth);
    else if (program === "alias" && given().some((word) => word.source.includes("="))) {
      this.unreadable.push("an alias may give any command another name");
    }
  }

  #shell(program: string, command: FoundCommand, depth: number): void {
    const given = command.words.slice(1);
    const option = (word: ShellWord) => /^[-+]./.test(literal(word) ?? "") && literal(word) !== "--";
    const runs = given.findIndex((word) => /^-[A-Za-z]*c/.test(literal(word) ?? ""));
    const hidden = given.findIndex((word) => literal(word) === undefined);
    if (hidden >= 0 && (runs < 0 || hidden < runs) && given.slice(0, hidden).every(option)) {
      this.unreadable.push(`what ${program} runs by ${quote(given[hidden]!.source)} is not known before it runs`);
      return;
    }
    if (runs >= 0) {
      const behind = given.slice(runs + 1);
      const dashes = behind.findIndex((word) => literal(word) === "--");
      const first = behind.findIndex((word, index) => !option(word) || (dashes >= 0 && index > dashes));
      const text = behind.slice(first < 0 ? behind.length : first).find((word) => literal(word) !== "--");
      // In `-co posix text` an option comes first.
      const all = /[oO]/.test(literal(given[runs])!) ? behind.slice(first) : [];
      for (const each of text === undefined ? [] : new Set([text, ...all])) {
        this.#evaluate(`${program} -c`, [each], depth);
      }
      return;
    }
    const reads = given.some((word) => /^-[A-Za-z]*s/.test(literal(word) ?? ""));
    const script = reads ? undefined : given.find((word) => !option(word) && literal(word) !== "--");
    if (script !== undefined) this.#script(program, script);
    else if (command.stdin.length > 0) {
      for (const text of command.stdin) {
        this.#evaluate(program, [text], depth, true);
      }
    } else if (!given.some((word) => /^--(?:version|help)$/.test(literal(word) ?? ""))) {
      this.unreadable.push(`what ${program} gets to read is not known before it runs`);
    }
  }

  // The arguments of builtins that are calculated with or run: `test -v 'a[$(command)]'`, `mapfile -C command`.
  #texts(program: string, given: readonly ShellWord[], depth: number): void {
    const runs = given.some((word) => /^-[A-Za-z]*C/.test(literal(word) ?? ""));
    if (program === "hash" && given.some((word) => /^-[A-Za-z]*p/.test(literal(word) ?? ""))) {
      this.unreadable.push("hash -p may give any command another name");
    }
    // These take a name that is calculated with behind -v alone; all else is data to them.
    if (/^(?:printf|test|\[)$/.test(program) && !given.some((word) => /^-[vR]/.test(literal(word) ?? ""))) return;
    for (const word of given) {
      const text = literal(word) ?? "";
      if (runs) this.text(text, depth + 1);
      else if (/\$\(|`/.test(text)) this.text(`: ${text}`, depth + 1);
    }
  }

  #script(program: string, file: ShellWord | undefined, fed = false): void {
    const path = literal(file);
    const streams = file?.stream === true || (path === undefined ? fed : /^-$|(?:^|\/)(?:stdin$|fd\/)/.test(path));
    if (streams) this.unreadable.push(`what ${program} gets to read is not known before it runs`);
  }

  #evaluate(program: string, words: readonly ShellWord[], depth: number, document = false): void {
    const texts = words.map((word) => literal(word) ?? (document ? word.source : undefined));
    const unknown = words.find((_, index) => texts[index] === undefined);
    if (unknown === undefined) this.text(texts.join(" "), depth + 1);
    else this.unreadable.push(`the text ${quote(unknown.source)} that ${program} runs is not known before it runs`);
  }

  #wrapped(command: FoundCommand, facts: WrapperFacts, depth: number): void {
    const given = facts.appends ? [...command.words, UNKNOWN] : command.words;
    const head = headOf(given, facts);
    const words = [
      ...given.slice(0, head),
      ...withHoles(programName(given[0]) ?? "", given.slice(1, head), given.slice(head)),
    ];
    // What `xargs` adds is an argument, but a command where it runs another wrapper.
    if (head < words.length && !facts.loose && !(facts.appends && given[head] === UNKNOWN)) {
      this.#command({ words: words.slice(head), assigns: [], stdin: command.stdin }, depth + 1);
    }
    const last = Math.min(words.length, MOST_SUFFIXES);
    for (let i = 1; i < last; i++) {
      const text = literal(words[i]);
      if (text === undefined) continue;
      if (i !== head || facts.loose) {
        this.#suffix({ words: words.slice(i), assigns: [], stdin: command.stdin }, depth + 1);
      }
      if (facts.texts) { for (const each of textsIn(text)) this.text(each, depth + 1); }
      if (programName(given[0]) === "env" && /^(?:-\w*S|--s)/.test(text) && /\\/.test(words.map(literal).join(" "))) {
        this.unreadable.push("env has escapes of its own");
      }
    }
  }

  // What stands further behind in a wrapper's arguments may be what it runs.
  #suffix(command: FoundCommand, depth: number): void {
    this.commands.push(command);
    const program = programName(command.words[0])!;
    if (isShell(program) || program === "eval") this.#evaluated(program, command, depth);
  }

  // `find -exec`, `git submodule foreach` and their like.
  #options(program: string, command: FoundCommand, depth: number): void {
    for (const [among, options] of RUNNING.get(program) ?? []) {
      if (among !== "" && !command.words.some((word) => literal(word) === among)) continue;
      command.words.forEach((word, index) => {
        const text = literal(word) ?? "";
        const rest = withHoles(program, [], command.words.slice(index + 1));
        if (options.includes(text) && rest.length > 0) {
          this.#command({ words: rest, assigns: [], stdin: [] }, depth + 1);
        }
        if (among !== "" && /\s/.test(text)) { for (const each of textsIn(text)) this.text(each, depth + 1); }
      });
    }
  }
}

const RUNNING = new Map(Object.entries(RUNNING_OPTIONS).map(([program, all]) => [program, Object.entries(all)]));

const BY_THEMSELVES: ReadonlySet<string> = new Set(["eval", ".", "source", "alias"]);
/** What was found about so many programs is kept: their names come from outside. */
const MOST_PROGRAMS = 200;
const runOthers = new Map<string, boolean>();

/** Whether a program runs what it is given, or gives it another name; asked of the tables once for each. */
function mayRunOthers(program: string): boolean {
  const known = runOthers.get(program);
  if (known !== undefined) return known;
  const may = Object.hasOwn(WRAPPERS, program) || BY_THEMSELVES.has(program) || TAKING_TEXTS.has(program) ||
    RUNNING.has(program) || isShell(program);
  if (runOthers.size >= MOST_PROGRAMS) runOthers.clear();
  runOthers.set(program, may);
  return may;
}

// Also with its version: `ksh93`, `zsh-5.9`, `bash-static`.
function isShell(program: string): boolean {
  return SHELLS.has(program.replace(/[-.]?(?:\d[\d.]*|static)$/, ""));
}

// An argument as a shell text, also where it stands behind an option: `-Stext`, `--split-string=text`.
function textsIn(argument: string): string[] {
  if (!/[\s;|&$`]/.test(argument)) return [];
  return argument.startsWith("-") ? [argument.slice(2), argument.replace(/^[^=]*=/, "")] : [argument];
}

const UNKNOWN: ShellWord = { ...knownWord(""), pieces: ["", ""], source: "what it adds" };

// Where the wrapped program stands.
function headOf(words: readonly ShellWord[], facts: WrapperFacts): number {
  const values = new Set((facts.values ?? "").split(" "));
  let operands = facts.operands ?? 0;
  for (let i = 1; i < words.length; i++) {
    const text = literal(words[i]) ?? "";
    if (text === "--") continue;
    if (/^-./.test(text)) {
      const name = text.startsWith("--") ? text.slice(2) : text.slice(-1);
      if (values.has(name) && !(text.length > 2 && !text.startsWith("--") && values.has(text[1]!))) i++;
    } else if (/^\w+=/.test(words[i]!.source)) continue;
    else if (operands-- <= 0) return i;
  }
  return words.length;
}
