import { isServer } from "./names.ts";
import type { ParsedRule } from "./rule.ts";

/**
 * A rule in plain words, for messages and for people who are asked about it.
 *
 * @example A rule in words
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { describeRule, parseRule } from "@turnstream/turnstream/protocol";
 *
 * assertEquals(describeRule(parseRule("Bash(git diff *)")), 'the command "git diff" with any arguments');
 * ```
 * @param rule The rule, from `parseRule`.
 * @returns What it speaks about.
 */
export function describeRule(rule: ParsedRule): string {
  const { name, specifier } = rule;
  const inside = rule.text.slice(name.length + 1, -1);
  switch (specifier?.kind) {
    case undefined:
      if (name === "*") return "every tool";
      if (name.includes("*")) return `every tool whose name fits "${name}"`;
      return isServer(name) ? `every tool of the MCP server "${name.slice(5)}"` : `the tool "${name}"`;
    case "exactCommand":
      return `the command "${specifier.text}" as a whole`;
    case "commandPrefix":
      return `the command "${specifier.words.join(" ")}" with any arguments`;
    case "path":
      return `${name} of files that fit "${inside}"`;
    case "domain":
      return specifier.subdomainsOnly
        ? `pages on the sub-domains of "${specifier.host}"`
        : `pages on "${specifier.host}"`;
    case "value":
      return `${name} of "${specifier.value}"`;
  }
}
