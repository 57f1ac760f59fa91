import type { ParsedRule } from "./rule.ts";

/**
 * A rule as it denies: `Edit(**)` and `Edit(*)` refuse the tool altogether. As they allow, they end at the working
 * directory, like every path that does not begin with a slash or a tilde.
 *
 * @param rule The rule, from `parseRule`.
 * @returns The rule, without its parentheses where they stand for every path.
 */
export function asDeny(rule: ParsedRule): ParsedRule {
  const everyPath = rule.specifier?.kind === "path" && /\(\*\*?\)$/.test(rule.text);
  return everyPath ? { ...rule, specifier: undefined } : rule;
}
