import type { CommandPrefix, ExactCommand, ParsedRule, RuleCall, Specifier } from "./rule.ts";
import { toolFacts } from "./tools.ts";

/** How rules of one use are found. Each answer may be *yes* where the rule says nothing in the end, never the reverse. */
export interface Use {
  /** Whether a rule can say anything about calls of a tool. */
  speaksOf(rule: ParsedRule, toolName: string): boolean;
  /**
   * Tells the programs in a call's shell text, and where the second word counts as it is written, that one too. Gives
   * `false` where every rule about commands has to be asked.
   */
  programsIn(call: RuleCall, text: string, tell: (program: string, second?: string) => void): boolean;
  /** The program of a rule's words as `programsIn` tells it. */
  programOf(word: string): string;
  /** Whether a rule's second word has to stand second in the command. */
  readonly secondCounts: boolean;
}

/** A rule, and why it speaks about a call. */
export interface FoundReason {
  readonly rule: ParsedRule;
  readonly reason: string;
}

/** The rules that can say anything about one tool. */
export class ToolTable {
  readonly #rules: readonly ParsedRule[];
  readonly #use: Use;
  readonly #command: string | undefined;
  /** Those that have to be asked about every call. */
  readonly #always = newGroup();
  readonly #byProgram = new Map<string, ProgramRules>();
  readonly #byText = new Map<string, Group>();
  /** Whether nothing but the shell text counts. */
  readonly #textAlone: boolean;
  #last: { readonly text: string; readonly found: FoundReason | undefined } | undefined;

  constructor(rules: readonly ParsedRule[], { use, toolName }: { use: Use; toolName: string }) {
    this.#rules = rules;
    this.#use = use;
    this.#command = toolFacts(toolName)?.command;
    this.#textAlone = this.#command !== undefined && rules.every(({ specifier }) => isAboutText(specifier));
    rules.forEach((rule, place) => this.#sort(rule, place));
  }

  first(call: RuleCall, reasonOf: (rule: ParsedRule, call: RuleCall) => string | undefined): FoundReason | undefined {
    const text = this.#textAlone ? call.input[this.#command!] : undefined;
    if (typeof text === "string" && this.#last?.text === text) return this.#last.found;
    let found: FoundReason | undefined;
    for (const rule of this.about(call)) {
      const reason = reasonOf(rule, call);
      if (reason === undefined) continue;
      found = { rule, reason };
      break;
    }
    if (typeof text === "string") this.#last = { text, found };
    return found;
  }

  about(call: RuleCall): readonly ParsedRule[] {
    const text = this.#command === undefined ? undefined : call.input[this.#command];
    if (typeof text !== "string" || this.#always.places.length === this.#rules.length) return this.#rules;
    const groups: Group[] = this.#always.places.length === 0 ? [] : [this.#always];
    const add = (group: Group | undefined) => group === undefined || groups.includes(group) || groups.push(group);
    if (this.#byText.size > 0) add(this.#byText.get(text.trim()));
    const narrowed = this.#use.programsIn(call, text, (program, second) => {
      const found = this.#byProgram.get(program);
      if (found === undefined) return;
      if (found.always.places.length > 0) add(found.always);
      if (second !== undefined && found.bySecond.size > 0) add(found.bySecond.get(second));
    });
    if (!narrowed) return this.#rules;
    // As a rule one group says it all.
    return groups.length < 2 ? groups[0]?.rules ?? NO_RULES : this.#together(groups);
  }

  #together(groups: readonly Group[]): readonly ParsedRule[] {
    const places: number[] = [];
    for (const group of groups) places.push(...group.places);
    places.sort(ascending);
    // A rule for a whole command stands in two groups.
    const rules: ParsedRule[] = [];
    places.forEach((place, index) => place === places[index - 1] || rules.push(this.#rules[place]!));
    return rules;
  }

  #sort(rule: ParsedRule, place: number): void {
    const { specifier } = rule;
    if (specifier === undefined || !isAboutText(specifier)) return put(this.#always, rule, place);
    if (specifier.kind === "exactCommand") put(groupIn(this.#byText, specifier.text.trim()), rule, place);
    const [word, second] = specifier.words ?? [];
    if (word === undefined) return;
    const program = this.#use.programOf(word);
    const found: ProgramRules = this.#byProgram.get(program) ?? { always: newGroup(), bySecond: new Map() };
    this.#byProgram.set(program, found);
    put(second === undefined || !this.#use.secondCounts ? found.always : groupIn(found.bySecond, second), rule, place);
  }
}

/** Some of the rules, in their order. */
interface Group {
  readonly rules: ParsedRule[];
  /** Where they stand among all. */
  readonly places: number[];
}

/** The rules about one program. */
interface ProgramRules {
  readonly always: Group;
  /** By the rule's second word, where it has to stand second. */
  readonly bySecond: Map<string, Group>;
}

const NO_RULES: readonly ParsedRule[] = [];

function isAboutText(specifier: Specifier | undefined): specifier is ExactCommand | CommandPrefix | undefined {
  return specifier === undefined || specifier.kind === "exactCommand" || specifier.kind === "commandPrefix";
}

function ascending(a: number, b: number): number {
  return a - b;
}

function newGroup(): Group {
  return { rules: [], places: [] };
}

function groupIn(groups: Map<string, Group>, key: string): Group {
  const group = groups.get(key) ?? newGroup();
  groups.set(key, group);
  return group;
}

function put(group: Group, rule: ParsedRule, place: number): void {
  group.rules.push(rule);
  group.places.push(place);
}
