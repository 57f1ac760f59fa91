import type { ParsedRule } from "./rule.ts";

/**
 * Sorts rules that do not cover a call by how near each comes to it, the nearest first.
 *
 * @param rules The rules.
 * @param toolName The call's tool: a rule of this very name comes before one for tools of its kind.
 * @param nearness What is alike, as numbers: the first that differ decide, more is nearer.
 * @returns The rules; those that are equally near keep their order.
 */
export function byNearness<Rule extends ParsedRule>(
  rules: readonly Rule[],
  toolName: string,
  nearness: (rule: Rule) => readonly number[],
): Rule[] {
  if (rules.length < 2) return [...rules];
  return rules
    .map((rule) => ({ rule, near: [Number(rule.name === toolName), ...nearness(rule)] }))
    .sort((a, b) => {
      const at = a.near.findIndex((count, index) => count !== b.near[index]);
      return at < 0 ? 0 : b.near[at]! - a.near[at]!;
    })
    .map(({ rule }) => rule);
}

/** How many words, names or letters two begin with alike. */
export function commonBeginning(one: ArrayLike<unknown>, other: ArrayLike<unknown>): number {
  const length = Math.min(one.length, other.length);
  let count = 0;
  while (count < length && one[count] === other[count]) count++;
  return count;
}
