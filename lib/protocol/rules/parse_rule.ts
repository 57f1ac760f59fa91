import { UsageError } from "../errors.ts";
import { Misread } from "./misread.ts";
import { isServer } from "./names.ts";
import type { ParsedRule, RuleText, Specifier } from "./rule.ts";
import { specifierFor } from "./specifiers.ts";
import { TOOLS } from "./tools.ts";

/**
 * Reads a permission rule and finds out whether it can mean anything.
 *
 * `Tool` is every call of a tool; `Tool(specifier)` some of them: `Bash(git diff *)`, `Edit(src/**)`,
 * `WebFetch(domain:example.com)`, `Agent(Explore)`. `*` in a name stands for anything: `mcp__server__*`. `Bash(*)`
 * is the same as `Bash`. `Edit(**)` allows every path in the working directory, and denies every path. A rule that
 * could never match, or that would mean something else than it looks, is an error and never a rule that is passed over.
 *
 * @example A rule, and a mistake in one
 * ```ts
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { parseRule, UsageError } from "@turnstream/turnstream/protocol";
 *
 * assertEquals(parseRule("Bash(git diff *)").name, "Bash");
 * assertThrows(() => parseRule("Bash(git diff"), UsageError, "a parenthesis is opened and not closed");
 * ```
 * @param text The rule.
 * @returns The rule, ready for `matchesAllow` and `matchesDeny`.
 * @throws {UsageError} Naming the rule, the position and the cure.
 */
export function parseRule(text: RuleText): ParsedRule {
  return parseRuleAt(text, "");
}

/** The same for a rule of a list: errors say where in the list it stands, as in `allow[2]`. */
export function parseRuleAt(text: RuleText, place: string): ParsedRule {
  const at = place === "" ? "" : ` (${place})`;
  if (typeof text !== "string") {
    throw new UsageError(`Write a rule${at} as a text such as "Read": ${typeof text} is none`);
  }
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    throw new UsageError(
      `Correct the rule ${JSON.stringify(text)}${at} at character ${error.at + 1}: ${error.message}`,
    );
  }
}

function read(text: string): ParsedRule {
  if (text.trim() === "") throw new Misread(`it is empty; write a tool such as "Read", or "Bash(git diff *)"`, 0);
  const odd = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.exec(text);
  if (odd !== null) {
    throw new Misread("control characters and characters that are not shown are not allowed", odd.index);
  }
  const open = text.indexOf("(");
  const name = open < 0 ? text : text.slice(0, open);
  checkName(name);
  const specifier = open < 0 ? undefined : readSpecifier(text, name, open);
  return { text, name, specifier };
}

function checkName(name: string): void {
  if (name === "") throw new Misread(`a tool's name is missing in front of the parenthesis; write "Bash(…)"`, 0);
  const bad = /[^A-Za-z0-9_.:*-]/.exec(name);
  if (bad?.[0] === ")") throw new Misread("a parenthesis is closed that was not opened", bad.index);
  if (bad?.[0] === " ") throw new Misread("a tool's name has no spaces; write one tool a rule", bad.index);
  if (bad !== null) {
    throw new Misread(
      "a tool's name has letters, digits, `_`, `-`, `.`, `:` and, for several tools, `*`",
      bad.index,
    );
  }
  const meant = Object.keys(TOOLS).find((tool) => tool !== name && tool.toLowerCase() === name.toLowerCase());
  if (meant !== undefined) throw new Misread(`upper and lower case matter; write "${meant}"`, 0);
  if (/^mcp__(?:$|_)/.test(name)) {
    throw new Misread(`the server is missing; write "mcp__server__tool" or "mcp__*"`, 5);
  }
}

function readSpecifier(text: string, name: string, open: number): Specifier | undefined {
  const close = closing(text, open);
  if (close < text.length - 1) throw new Misread("nothing may follow the closing parenthesis", close + 1);
  const raw = text.slice(open + 1, close);
  if (raw.trim() === "") {
    throw new Misread(`nothing stands between the parentheses; write "${name}" for every call`, open + 1);
  }
  if (raw.startsWith(" ")) throw new Misread("a space stands behind the opening parenthesis", open + 1);
  if (raw.endsWith(" ")) throw new Misread("a space stands in front of the closing parenthesis", close - 1);
  if (name.includes("*")) throw new Misread("names with `*` take no parentheses; write one rule a tool", open);
  if (name.startsWith("mcp__")) {
    const all = isServer(name) ? " for all tools of the server" : "";
    throw new Misread(`tools of MCP servers take no parentheses; write "${name}"${all}`, open);
  }
  // As in the settings of the CLI: a backslash makes a parenthesis, or a backslash, mean itself.
  return specifierFor(name, raw.replace(/\\([()\\])/g, "$1"), open + 1);
}

// The parenthesis that closes the one at an index, counting those in between.
function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "\\" && /[()\\]/.test(text[i + 1] ?? "")) i++;
    else if (text[i] === "(") depth++;
    else if (text[i] === ")" && --depth === 0) return i;
  }
  throw new Misread("a parenthesis is opened and not closed; write `\\(` for one that means itself", open);
}
