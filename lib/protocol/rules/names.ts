import type { ParsedRule } from "./rule.ts";
import { canonicalName, type ToolFacts, toolFacts } from "./tools.ts";
import { fitsPieces } from "./wildcard.ts";

/** Whether a rule's name, or glob of names, is the tool's own. An MCP server's name speaks for all of its tools. */
export function namesTool(rule: ParsedRule, toolName: string): boolean {
  if (rule.name === toolName) return true;
  if (rule.name.includes("*")) {
    const pieces = rule.name.split("*");
    return fitsPieces(pieces, toolName) || fitsPieces(pieces, canonicalName(toolName));
  }
  if (canonicalName(rule.name) === canonicalName(toolName)) return true;
  return isServer(rule.name) && toolName.startsWith(`${rule.name}__`);
}

/**
 * Whether it is proved that an allow rule's name speaks about a tool.
 *
 * `mcp__github__x__act` may be the tool `x__act` of the server `github`, or the tool `act` of a server `github__x`. 2.1.197
 * takes a rule `mcp__github` for either, 2.1.332 knows the servers and takes it for the first alone. A name does not tell,
 * so here such a rule covers neither; `mcp__github__x__act` says it in full. Deny rules cover both, as in the CLI.
 */
export function allowsName(rule: ParsedRule, toolName: string): boolean {
  if (rule.name === toolName) return true;
  if (!rule.name.startsWith("mcp__")) return namesTool(rule, toolName);
  if (!namesTool(rule, toolName)) return false;
  const said = isServer(rule.name) && !rule.name.includes("*") ? `${rule.name}__` : rule.name.split("*")[0]!;
  // A glob that leaves the server open, such as `mcp__git*`, means every server that fits.
  if (!/^mcp__.+?__/.test(said)) return true;
  // `mcp__a___b` is the tool `_b` of `a`, or the tool `b` of a server `a_`.
  const rest = toolName.slice(said.length);
  return !rest.includes("__") && !(said.endsWith("__") && rest.startsWith("_")) && !said.endsWith("___");
}

/** Whether a name is that of an MCP server, not of one of its tools. */
export function isServer(name: string): boolean {
  return name.startsWith("mcp__") && name.length > "mcp__".length && !name.slice("mcp__".length).includes("__");
}

/**
 * Whether a deny rule without specifier covers a tool: its own name, and for `Bash`, `Edit` and `Read` every tool of
 * that kind.
 */
export function deniesTool(rule: ParsedRule, toolName: string): boolean {
  if (namesTool(rule, toolName)) return true;
  const facts = toolFacts(toolName);
  if (facts === undefined) return false;
  if (rule.name === "Bash") return facts.shell === true;
  if (rule.name === "Edit") return facts.edits === true;
  return rule.name === "Read" && facts.reads === true;
}

/**
 * Whether an allow rule with a specifier speaks about a tool: `Bash(…)` about every tool that runs a shell command,
 * `Edit(…)` about every tool that writes files, `Read(…)` about every tool that only reads them, as the CLI's own
 * rules do.
 */
export function allowsKind(rule: ParsedRule, toolName: string, facts: ToolFacts): boolean {
  if (allowsName(rule, toolName)) return true;
  if (rule.name === "Bash") return facts.shell === true && canonicalName(toolName) !== "PowerShell";
  if (rule.name === "Edit") return facts.edits === true;
  return rule.name === "Read" && facts.reads === true && toolName !== "SendUserFile";
}
