import { asDeny } from "./as_deny.ts";
import type { ParsedRule } from "./rule.ts";
import { toolFacts } from "./tools.ts";

/**
 * The rules that make the CLI itself refuse what a deny rule covers here, as far as it can: what `--disallowedTools`
 * is given.
 *
 * The CLI takes `Edit` without parentheses for that one tool, compares paths with rules for `Edit` and `Read` alone,
 * and a host with itself and not with its sub-domains. So one rule becomes several where that is needed.
 *
 * @example One rule, and what the CLI is told
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { cliDenyRules, parseRule } from "@turnstream/turnstream/protocol";
 *
 * assertEquals(cliDenyRules(parseRule("Write(.env)")), ["Edit(.env)"]);
 * assertEquals(cliDenyRules(parseRule("Bash(git push *)")), ["Bash(git push *)"]);
 * ```
 * @param rule The rule, from `parseRule`.
 * @returns Rules in the CLI's own syntax; at least one.
 */
export function cliDenyRules(rule: ParsedRule): readonly string[] {
  const { name, specifier, text } = asDeny(rule);
  if (specifier === undefined) {
    if (name === "Edit") return ["Edit", "Write", "NotebookEdit"];
    return name === "Read" ? ["Read", "Grep", "Glob"] : [name];
  }
  if (specifier.kind === "path") {
    const inside = text.slice(name.length);
    return toolFacts(name)?.edits ? [`Edit${inside}`] : [`Read${inside}`, `Edit${inside}`];
  }
  if (specifier.kind === "domain" && !specifier.subdomainsOnly) {
    return [`WebFetch(domain:${specifier.host})`, `WebFetch(domain:*.${specifier.host})`];
  }
  return [text];
}
