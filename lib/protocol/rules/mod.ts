/**
 * Permission rules as pure functions: `Tool`, `Tool(specifier)` in the syntax of the CLI's settings, and what they cover.
 *
 * @module
 */
export { cliDenyRules } from "./cli_deny_rules.ts";
export { describeRule } from "./describe_rule.ts";
export { explain, type Explanation, type OtherRule, type RuleLists } from "./explain.ts";
export { EXACT_PROGRAMS } from "./exact_programs.ts";
export { unreadLinks } from "./links.ts";
export { coveringRules, matchesAllow } from "./matches_allow.ts";
export { matchesAsk, matchesDeny } from "./matches_deny.ts";
export { parseRule } from "./parse_rule.ts";
export type { GlobSegment, PathBase, PathGlob } from "./path_glob.ts";
export type { SegmentPart } from "./path_segment.ts";
export { type ArgumentForm, EVERYWHERE, type OptionFacts, type ProgramFacts, PROGRAMS } from "./programs.ts";
export type {
  CommandPrefix,
  DomainSpecifier,
  ExactCommand,
  ParsedRule,
  PathSpecifier,
  ResolvedPath,
  RuleCall,
  RuleText,
  Specifier,
  ValueSpecifier,
} from "./rule.ts";
export { ruleWarning } from "./rule_warning.ts";
export { type Join, type ProvedCommand, readShell, type UnprovedCommand } from "./shell.ts";
export { canonicalName, PERSON_TOOLS, READING_TOOLS, TOOL_ALIASES, type ToolFacts, toolFacts, TOOLS } from "./tools.ts";
export { whyNotAllowed } from "./why_not_allowed.ts";
