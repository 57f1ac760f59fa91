/**
 * Tells whether the CLI reads a rule from `--allowedTools`, `--disallowedTools` or `--tools` as the one rule it is.
 *
 * Found by experiment on 2.1.332 and 2.1.197, by what `list_permission_rules` shows (2.1.332) and by what the CLI
 * then refuses (both):
 *
 * - One flag a rule, one flag with a comma list and one flag with spaces are read alike: the values of all
 *   flags are taken together, and each is split at commas and spaces outside of parentheses. So a rule keeps its commas,
 *   spaces, quotes and line ends inside its parentheses: `Bash(git commit -m "a, b")`, `Bash(git push *)`,
 *   `Edit(src/**)` and `WebFetch` arrive whole, and refuse (or allow) just what they name.
 * - The parentheses are not counted: the first `)` ends them, escaped by a backslash or not. `Bash(touch "f(1) a, b")`
 *   becomes the three rules `Bash(touch "f(1)`, `a` and `b")`, and the command is not refused (2.1.197; 2.1.332 adds the
 *   whole value as one more rule, unless it has escapes). Worse, `--allowedTools=Bash(echo (x) Bash *)` allows **all of
 *   Bash** on both.
 * - In the settings (`{"permissions":{"deny":[…]}}`) the same rules are read whole, escaped or not, on both. They hold
 *   with `--setting-sources=` too.
 * - Of two `--settings` flags the last one wins, so there must be one alone.
 *
 * A rule of which this is not true travels in the settings.
 *
 * @example The first closing parenthesis ends the rule
 * ```ts
 * import { assert, assertFalse } from "@std/assert";
 *
 * assert(isListSafe('Bash(git commit -m "a, b")'));
 * assertFalse(isListSafe('Bash(touch "f(1) a, b")'));
 * ```
 *
 * @param rule The rule.
 * @returns Whether it stays one rule.
 */
export function isListSafe(rule: string): boolean {
  let inside = false;
  for (const character of rule) {
    if (character === "(") inside = true;
    else if (character === ")") inside = false;
    else if (!inside && (character === "," || character.trim() === "")) return false;
  }
  return rule !== "" && !inside;
}
