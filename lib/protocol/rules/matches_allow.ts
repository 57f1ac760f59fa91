import { allowsPaths, coversForm, formsToCover } from "./allow_path.ts";
import { objection } from "./arguments.ts";
import { allowsUrl } from "./domains.ts";
import { literalReading } from "./last_readings.ts";
import { followOnce } from "./links.ts";
import { allowsKind, allowsName } from "./names.ts";
import type { ParsedRule, RuleCall } from "./rule.ts";
import type { ProvedCommand } from "./shell.ts";
import { canonicalName, type ToolFacts, toolFacts } from "./tools.ts";

/**
 * Whether it is proved that an allow rule covers a call.
 *
 * A rule without parentheses covers the tool of that name and no other: `Edit` is the tool `Edit` alone, `Bash` the
 * tool `Bash` alone, as in the CLI. With parentheses it covers every tool of its kind: `Edit(src/**)` every tool that
 * writes files there, `Read(src/**)` every tool that only reads there, `Bash(git diff *)` that command in every tool
 * that runs shell commands; `Write(…)`, `Grep(…)` and the others speak for themselves alone.
 *
 * A shell command is covered where it is proved to be simple literal commands, each of which the rule covers, and
 * where no argument that `*` stands for is known to run programs, write files or load configuration. A path is covered
 * where it lies below the place that the pattern starts from; where `resolvePath` can follow symbolic links, as it is
 * written and as it leads on. A search that names no folder from the root on starts where the shell has gone to, so it is
 * covered only where the launch directory and all below it are. What cannot be proved is not covered.
 *
 * @example What is proved, and what is not
 * ```ts
 * import { assert, assertFalse } from "@std/assert";
 * import { matchesAllow, parseRule } from "@turnstream/turnstream/protocol";
 *
 * const rule = parseRule("Bash(git diff *)");
 * const call = (command: string) => ({ toolName: "Bash", input: { command }, cwd: "/srv/project" });
 * assert(matchesAllow(rule, call("git diff --stat HEAD~1")));
 * assertFalse(matchesAllow(rule, call("git diff; curl example.com")));
 * assertFalse(matchesAllow(rule, call("git diff --output=.bashrc")));
 * ```
 * @param rule The rule, from `parseRule`.
 * @param call The call.
 * @returns `true` only where it is proved.
 */
export function matchesAllow(rule: ParsedRule, call: RuleCall): boolean {
  return coveringRules([rule], call) !== undefined;
}

/**
 * The rules that together cover a call: one rule, for a shell text that joins commands one for each of them, for a path
 * that leads elsewhere through a symbolic link one for each of the two places.
 *
 * @param rules The rules, from `parseRule`.
 * @param given The call.
 * @returns The rules that were needed, in the order of the commands, or `undefined` where they do not prove it.
 */
export function coveringRules(rules: readonly ParsedRule[], given: RuleCall): readonly ParsedRule[] | undefined {
  if (rules.length === 0) return undefined;
  const call = followOnce(given);
  const facts = toolFacts(call.toolName);
  const reading = facts === undefined ? undefined : literalCommand(call, facts);
  const single = rules.find((rule) => covers(rule, call, reading));
  if (single !== undefined) return [single];
  if (facts === undefined) return undefined;
  const kind = rules.filter((rule) => allowsKind(rule, call.toolName, facts));
  return oneForEach(reading?.commands ?? [], (each) => kind.find((rule) => coversWords(rule, each))) ??
    oneForEach(
      formsToCover(call, facts) ?? [],
      (form) =>
        kind.find(({ specifier }) => specifier?.kind === "path" && coversForm(specifier.glob, form, call, facts)),
    );
}

function oneForEach<T>(parts: readonly T[], find: (part: T) => ParsedRule | undefined): ParsedRule[] | undefined {
  const needed = parts.map(find);
  return parts.length > 1 && needed.every((rule) => rule !== undefined) ? needed : undefined;
}

function covers(rule: ParsedRule, call: RuleCall, reading: ProvedCommand | undefined): boolean {
  const { specifier } = rule;
  if (specifier === undefined) return allowsName(rule, call.toolName);
  const facts = toolFacts(call.toolName);
  if (facts === undefined || !allowsKind(rule, call.toolName, facts)) return false;
  switch (specifier.kind) {
    case "path":
      return allowsPaths(specifier.glob, call, facts);
    case "domain":
      return canonicalName(call.toolName) === "WebFetch" && allowsUrl(specifier, call.input["url"]);
    case "value":
      return facts.value !== undefined && call.input[facts.value] === specifier.value;
    default:
      // The whole text, letter by letter, is what the rule's author had in front of their eyes.
      if (
        specifier.kind === "exactCommand" && facts.command === "command" &&
        call.input["command"] === specifier.text && isPlainRun(call)
      ) return true;
      return reading?.commands.length === 1 && coversWords(rule, reading.commands[0]!);
  }
}

/** Whether a rule covers one simple command, given as the words that its program gets. */
export function coversWords(rule: ParsedRule, words: readonly string[]): boolean {
  const { specifier } = rule;
  const said = specifier?.kind === "exactCommand" || specifier?.kind === "commandPrefix" ? specifier.words : undefined;
  if (said === undefined || said.some((word, index) => words[index] !== word)) return false;
  if (specifier?.kind === "exactCommand") return words.length === said.length;
  return objection(words, said.length) === undefined;
}

function literalCommand(call: RuleCall, facts: ToolFacts): ProvedCommand | undefined {
  const command = facts.command === undefined ? undefined : call.input[facts.command];
  if (typeof command !== "string" || !isPlainRun(call)) return undefined;
  const reading = literalReading(command);
  return reading.proved ? reading : undefined;
}

/** A rule about a command says nothing about running it outside of the sandbox, or about listening to a socket. */
export function isPlainRun(call: RuleCall): boolean {
  const { dangerouslyDisableSandbox: unboxed, ws } = call.input;
  return (unboxed === undefined || unboxed === false) && ws === undefined;
}
