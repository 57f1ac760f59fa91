import { matchesAllow } from "./matches_allow.ts";
import { parseRule } from "./parse_rule.ts";
import { quote } from "./quote.ts";
import type { ParsedRule, RuleCall } from "./rule.ts";

/** Longer rules are not proposed: nobody reads them, and they would be cut where they are shown. */
const LONGEST = 100;

/** Words as a shell text that stands for exactly them, or `undefined` where that is not plain to see. */
export function shellText(words: readonly string[]): string | undefined {
  const texts = words.map((word) => /^[A-Za-z0-9_.\/+@:%,-][A-Za-z0-9_.\/+@:%,=-]*$/.test(word) ? word : `'${word}'`);
  return words.some((word) => word.includes("'")) ? undefined : texts.join(" ");
}

/** A text as it stands between the parentheses of a rule about commands, where it means itself. */
export function insideRule(text: string): string {
  return text.replace(/[()\\]/g, "\\$&").replaceAll("*", "\\*");
}

/** A rule that was written down, if it is one, is short, and does what it is proposed for. */
export function soundRule(text: string, isCure: (rule: ParsedRule) => boolean): string | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return isCure(parseRule(text)) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A rule with something that the agent chose between its parentheses, if it would cover a call and says no more than
 * that: the agent must not bring a person to write `Agent(*)` or `WebFetch(domain:*.com)`.
 */
export function wouldCover(text: string, call: RuleCall): string | undefined {
  return soundRule(text, (rule) => {
    const { specifier } = rule;
    const narrow = specifier?.kind === "exactCommand" || specifier?.kind === "value" ||
      (specifier?.kind === "domain" && !specifier.subdomainsOnly) || rule.text === call.toolName;
    return narrow && matchesAllow(rule, call);
  });
}

/** The end of a sentence that says what rule would cover the call; nothing where there is none. */
export function cure(rule: string | undefined): string {
  return rule === undefined ? "" : `; ${quote(rule)} would cover it`;
}
