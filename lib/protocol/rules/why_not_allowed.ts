import { coveringRules } from "./matches_allow.ts";
import { allowsKind } from "./names.ts";
import { byNearness, commonBeginning } from "./nearness.ts";
import { quote } from "./quote.ts";
import type { ParsedRule, RuleCall, Specifier } from "./rule.ts";
import { cure, wouldCover } from "./rule_text.ts";
import { type ToolFacts, toolFacts } from "./tools.ts";
import { whyNotCommand } from "./why_not_command.ts";
import { whyNotPath } from "./why_not_path.ts";

/**
 * Why a set of allow rules does not cover a call, where one of them nearly does.
 *
 * A rule is a near miss if it speaks about the call's tool and, for a shell command, about a program that the command
 * runs; a command that is no literal text is one for every rule about commands. The sentence says which rule it is,
 * what it does not cover and why, and a rule that would cover it, if there is one that can be written down in short.
 * What the agent chose is quoted, cut and made visible.
 *
 * Of several near misses the nearest is named. That is one for this very tool before one for tools of its kind; then
 *
 * - for a command, the rule that writes the program as the command does; then the one with the most words in common from
 *   the first on; then one that takes any arguments behind them; then the one whose next word begins most alike;
 * - for a file, the rule with the most folders in common from the root on (up to three are named, the nearest first);
 * - for a page, the rule whose host ends most alike, name by name;
 * - for another value, the rule whose value begins most alike;
 *
 * and among those that are equally near, the one that stands first.
 *
 * @example What is missing
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { parseRule, whyNotAllowed } from "@turnstream/turnstream/protocol";
 *
 * const rules = [parseRule("Read"), parseRule("Bash(npm run *)")];
 * const call = (command: string) => ({ toolName: "Bash", input: { command }, cwd: "/srv/project" });
 * assertEquals(
 *   whyNotAllowed(rules, call("npm run build")),
 *   '"Bash(npm run *)" does not cover "npm run build": what "npm run" runs can do anything, so a rule must name it; ' +
 *     '"Bash(npm run build)" would cover it',
 * );
 * assertEquals(whyNotAllowed(rules, call("curl example.com")), undefined);
 * ```
 * @param rules The rules, from `parseRule`.
 * @param call The call.
 * @returns One sentence; `undefined` where the rules cover the call, or none is near.
 */
export function whyNotAllowed(rules: readonly ParsedRule[], call: RuleCall): string | undefined {
  const facts = toolFacts(call.toolName);
  if (facts === undefined || coveringRules(rules, call) !== undefined) return undefined;
  const near = rules.filter((rule) => allowsKind(rule, call.toolName, facts));
  return whyNotCommand(near, call, facts) ?? whyNotPath(near, call, facts) ?? whyNotPage(near, call) ??
    whyNotValue(near, call, facts) ?? whyNotTool(near, call);
}

function whyNotPage(near: readonly ParsedRule[], call: RuleCall): string | undefined {
  const { url } = call.input;
  const host = typeof url === "string" && URL.canParse(url) ? new URL(url).hostname : "";
  const names = host.split(".").reverse();
  const rules = near.filter((rule) => isOf("domain", rule));
  const [rule] = byNearness(rules, call.toolName, ({ specifier }) => {
    return [commonBeginning(specifier.host.split(".").reverse(), names)];
  });
  if (rule === undefined) return undefined;
  if (typeof url !== "string") return `${quote(rule.text)} does not cover a page that is not named`;
  const miss = `${quote(rule.text)} does not cover ${quote(url)}`;
  return miss + cure(wouldCover(`WebFetch(domain:${host})`, call));
}

function whyNotValue(near: readonly ParsedRule[], call: RuleCall, facts: ToolFacts): string | undefined {
  const value = facts.value === undefined ? undefined : call.input[facts.value];
  const rules = near.filter((rule) => isOf("value", rule));
  const [rule] = byNearness(rules, call.toolName, ({ specifier }) => {
    return [commonBeginning(specifier.value, typeof value === "string" ? value : "")];
  });
  if (rule === undefined || facts.value === undefined) return undefined;
  if (typeof value !== "string") return `${quote(rule.text)} does not cover a call without "${facts.value}"`;
  return `${quote(rule.text)} does not cover ${quote(value)}` + cure(wouldCover(`${rule.name}(${value})`, call));
}

// A rule without parentheses is for one tool alone, though with them it would speak about this one too.
function whyNotTool(near: readonly ParsedRule[], call: RuleCall): string | undefined {
  const rule = near.find(({ specifier }) => specifier === undefined);
  if (rule === undefined) return undefined;
  return `${quote(rule.text)} covers the tool ${rule.name} alone` + cure(wouldCover(call.toolName, call));
}

type RuleOf<Kind extends Specifier["kind"]> = ParsedRule & { readonly specifier: Specifier & { readonly kind: Kind } };

function isOf<Kind extends Specifier["kind"]>(kind: Kind, rule: ParsedRule): rule is RuleOf<Kind> {
  return rule.specifier?.kind === kind;
}
