import type { ParsedRule } from "../protocol/rules/mod.ts";

/** A rule as the CLI has it in an update of its permissions. */
export interface SessionRule {
  /** The tool. */
  toolName: string;
  /** What would stand between the parentheses. */
  ruleContent?: string;
}

/**
 * A rule for the CLI's session; `undefined` for one that it would read as something else: it takes a `*` anywhere in a
 * command for a wildcard, and has no way of saying the character itself that is the same on every version.
 */
export function sessionRule({ name, text, specifier }: ParsedRule): SessionRule | undefined {
  if (specifier === undefined) return { toolName: name };
  const content = text.slice(name.length + 1, -1);
  const odd = content.includes("\\") || (specifier.kind === "exactCommand" && content.includes("*"));
  return odd ? undefined : { toolName: name, ruleContent: content };
}
