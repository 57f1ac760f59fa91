import { objection } from "./arguments.ts";
import { coversWords, isPlainRun } from "./matches_allow.ts";
import { byNearness, commonBeginning } from "./nearness.ts";
import { quote } from "./quote.ts";
import type { CommandPrefix, ExactCommand, ParsedRule, RuleCall } from "./rule.ts";
import { cure, insideRule, shellText, soundRule, wouldCover } from "./rule_text.ts";
import { plainName } from "./scan_word.ts";
import { readShell, type UnprovedCommand } from "./shell.ts";
import type { ToolFacts } from "./tools.ts";

type CommandRule = ParsedRule & { readonly specifier: ExactCommand | CommandPrefix };
type Words = readonly string[];

/** How many more words a rule that is proposed may say than the one that does not cover a command. */
const MOST_WORDS_MORE = 12;

/** Why rules about commands do not cover a shell command, where one of them is about a program that it runs. */
export function whyNotCommand(near: readonly ParsedRule[], call: RuleCall, facts: ToolFacts): string | undefined {
  const rules = near.filter(isCommandRule);
  const text = facts.command === undefined ? undefined : call.input[facts.command];
  if (rules.length === 0 || typeof text !== "string") return undefined;
  const reading = readShell(text);
  if (!reading.proved) return notLiteral(rules, { call, text, reading });
  const nearestTo = (words: Words) => nearestRule(words, { rules, toolName: call.toolName });
  const related = reading.commands.map(nearestTo).find((rule) => rule !== undefined);
  if (related === undefined) return undefined;
  if (!isPlainRun(call)) {
    const what = call.input["ws"] === undefined ? "is run outside of the sandbox" : "listens to a socket";
    return `${quote(related.text)} does not cover what ${what}`;
  }
  const open = reading.commands.find((words) => !rules.some((rule) => coversWords(rule, words)));
  if (open === undefined) return undefined;
  const nearest = nearestTo(open);
  return nearest === undefined ? `no rule covers ${shown(open)}, which runs too` : explain(nearest, open);
}

// Only a rule that says the whole text, letter by letter, covers what is not literal.
function notLiteral(
  rules: readonly CommandRule[],
  { call, text, reading }: { call: RuleCall; text: string; reading: UnprovedCommand },
): string {
  const why = `the command is not one literal text: at character ${reading.at + 1}, ${reading.why}`;
  const first = /^[^\s;|&]+/.exec(text)?.[0];
  const rule = first === undefined ? undefined : nearestRule([first], { rules, toolName: call.toolName });
  return rule === undefined ? why : why + cure(wouldCover(`${rule.name}(${insideRule(text)})`, call));
}

function isCommandRule(rule: ParsedRule): rule is CommandRule {
  return rule.specifier?.kind === "exactCommand" || rule.specifier?.kind === "commandPrefix";
}

function isAbout({ specifier }: CommandRule, words: Words): boolean {
  const program = specifier.words?.[0];
  return program !== undefined && plainName(program) === plainName(words[0]!);
}

// Of the rules about the same program; `whyNotAllowed` says which is the nearest.
function nearestRule(
  words: Words,
  { rules, toolName }: { rules: readonly CommandRule[]; toolName: string },
): CommandRule | undefined {
  const about = rules.filter((rule) => isAbout(rule, words));
  const [nearest] = byNearness(about, toolName, ({ specifier: { kind, words: said = [] } }) => {
    const alike = commonBeginning(said.slice(1), words.slice(1)) + 1;
    return [
      Number(said[0] === words[0]),
      alike,
      Number(kind === "commandPrefix" && alike === said.length),
      commonBeginning(said[alike] ?? "", words[alike] ?? ""),
    ];
  });
  return nearest;
}

function explain(rule: CommandRule, words: Words): string {
  const said = rule.specifier.words!;
  const exact = exactRule(rule, words);
  if (commonBeginning(said, words) < said.length) {
    const what = rule.specifier.kind === "exactCommand" ? "alone" : "with any arguments";
    return `${quote(rule.text)} covers ${shown(said)} ${what}, not ${shown(words)}` + cure(exact);
  }
  if (rule.specifier.kind === "exactCommand") {
    const more = `${quote(rule.text)} covers that command alone, not ${shown(words)}`;
    return more + cure(longerRule(rule, words, said.length) ?? exact);
  }
  const against = objection(words, said.length)!;
  const longer = against.cure === "name the argument" ? longerRule(rule, words, said.length + 1) : undefined;
  return `${quote(rule.text)} does not cover ${shown(words)}: ${against.why}` + cure(longer ?? exact);
}

// The shortest rule with a `*` that says enough.
function longerRule(rule: CommandRule, words: Words, from: number): string | undefined {
  for (let count = from; count <= Math.min(words.length, from + MOST_WORDS_MORE); count++) {
    const text = shellText(words.slice(0, count));
    const longer = text === undefined ? undefined : proposal(rule, `${insideRule(text)} *`, words);
    if (longer !== undefined) return longer;
  }
  return undefined;
}

function exactRule(rule: CommandRule, words: Words): string | undefined {
  const text = shellText(words);
  return text === undefined ? undefined : proposal(rule, insideRule(text), words);
}

function proposal(rule: CommandRule, inside: string, words: Words): string | undefined {
  const kind = inside.endsWith(" *") ? "commandPrefix" : "exactCommand";
  return soundRule(`${rule.name}(${inside})`, (proposed) => {
    return proposed.specifier?.kind === kind && coversWords(proposed, words);
  });
}

function shown(words: Words): string {
  return quote(shellText(words) ?? words.join(" "));
}
