import type { ToolCall } from "../agent/events.ts";
import {
  canonicalName,
  coveringRules,
  type ParsedRule,
  parseRule,
  readShell,
  ruleWarning,
  type ToolFacts,
  toolFacts,
} from "../protocol/rules/mod.ts";
import { insideRule, shellText } from "../protocol/rules/rule_text.ts";
import { namesOf, pathRule } from "./_path_rules.ts";

/** Longer rules are not offered: a person has to read one to the end before they say yes to it. */
const LONGEST = 400;

/** A folder with fewer names on the way to it is most of a machine. */
const SHALLOWEST = 2;

/**
 * Rules that cover a call and little else, the narrowest first; each does cover it.
 *
 * The agent wrote what stands between their parentheses, so each is read back: one that means more than it looks, such
 * as `Agent(*)`, is none.
 */
export function narrowRules(call: ToolCall): string[] {
  return [...new Set(candidates(call))].filter((text) => soundRule(text, call) !== undefined);
}

/** The rule, if it can be read, says something narrower than a whole kind of tools, and covers the call. */
export function soundRule(text: string, call: ToolCall): ParsedRule | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    const rule = parseRule(text);
    const narrow = rule.specifier !== undefined || text === call.toolName;
    return narrow && ruleWarning(rule, "allow") === undefined && coveringRules([rule], call) !== undefined
      ? rule
      : undefined;
  } catch {
    return undefined;
  }
}

function candidates(call: ToolCall): string[] {
  const { toolName } = call;
  if (!/^[\w.:-]+$/.test(toolName)) return [];
  const facts = toolFacts(toolName);
  if (facts === undefined) return [toolName];
  if (facts.shell) return commandRules(canonicalName(toolName), call.input[facts.command ?? ""]);
  if (facts.edits || facts.reads) return fileRules(facts, call);
  if (facts.value !== undefined) return [`${toolName}(${call.input[facts.value]})`];
  if (canonicalName(toolName) === "WebFetch") return [`WebFetch(domain:${hostOf(call.input.url)})`];
  return [toolName];
}

function commandRules(tool: string, command: unknown): string[] {
  if (typeof command !== "string") return [];
  const exact = `${tool}(${insideRule(command)})`;
  const reading = readShell(command);
  if (!reading.proved || reading.commands.length !== 1) return [exact];
  const [program, next] = reading.commands[0]!;
  const start = next === undefined || !/^[a-z][\w:-]{0,30}$/.test(next) ? [program!] : [program!, next];
  const prefix = shellText(start);
  return prefix === undefined ? [exact] : [exact, `${tool}(${insideRule(prefix)} *)`];
}

function fileRules(facts: ToolFacts, call: ToolCall): string[] {
  const path = call.input[facts.paths?.[0] ?? ""];
  if (typeof path !== "string" || path.split("/").includes("..")) return [];
  const tool = facts.edits ? "Edit" : "Read";
  const absolute = path.startsWith("/");
  const names = namesOf(path);
  const folder = facts.searches ? names : names.slice(0, -1);
  const deepEnough = folder.length >= (absolute ? SHALLOWEST : 1);
  return [
    ...facts.searches || names.length === 0 ? [] : [pathRule(tool, names, { absolute, inside: false })],
    ...deepEnough ? [pathRule(tool, folder, { absolute, inside: true })] : [],
  ];
}

function hostOf(url: unknown): string {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).hostname : "";
}
