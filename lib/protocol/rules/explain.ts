import { UsageError } from "../errors.ts";
import { checkOptionBag } from "../option_bag.ts";
import { describeRule } from "./describe_rule.ts";
import { coveringRules, matchesAllow } from "./matches_allow.ts";
import { matchesAsk, matchesDeny } from "./matches_deny.ts";
import { parseRuleAt } from "./parse_rule.ts";
import { quote } from "./quote.ts";
import type { ParsedRule, RuleCall, RuleText } from "./rule.ts";
import { PERSON_TOOLS } from "./tools.ts";
import { whyNotAllowed } from "./why_not_allowed.ts";

/** The lists that a call is explained by, in the shape of `permissions` in the CLI's settings. */
export interface RuleLists {
  /** What may run. @default nothing */
  readonly allow?: readonly RuleText[];
  /** What a person is asked about. @default nothing */
  readonly ask?: readonly RuleText[];
  /** What must not run. @default nothing */
  readonly deny?: readonly RuleText[];
}

/** A rule that does not decide about a call. */
export interface OtherRule {
  /** The rule as it was written. */
  readonly rule: RuleText;
  /** The list that it stands in. */
  readonly list: "allow" | "ask" | "deny";
  /** Why it does not decide. */
  readonly why: string;
}

/** What a set of rules says about a call. As a text (`String(…)`) one line for the decision and one for each other rule. */
export interface Explanation {
  /** What is decided; `none` where no rule decides, so that the next responder does. */
  readonly decision: "allow" | "ask" | "deny" | "none";
  /** The rules that decide, as they were written: several where a compound command is allowed part by part. */
  readonly rules: readonly RuleText[];
  /** Why, in one sentence. */
  readonly reason: string;
  /** The rules that do not decide, in the order deny, ask, allow. */
  readonly others: readonly OtherRule[];
  /** The whole as a text. */
  toString(): string;
}

interface Listed {
  readonly list: OtherRule["list"];
  readonly rule: ParsedRule;
}

interface Ruling {
  readonly decision: Explanation["decision"];
  readonly by: readonly ParsedRule[];
  readonly reason: string;
}

/**
 * Says which rule decides about a call, and why the others do not.
 *
 * It feels like asking a clerk who has the rules in front of them: deny goes before ask, ask before allow, and of one list the
 * first rule that speaks about the call. Only rules are looked at: in plan mode less is allowed, and about many
 * calls the CLI does not ask at all.
 *
 * @example Each form of a rule, and a call that it decides about
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { explain } from "@turnstream/turnstream/protocol";
 *
 * const at = { cwd: "/srv/project" };
 * const bash = (command: string) => ({ toolName: "Bash", input: { command }, ...at });
 * const file = (toolName: string, file_path: string) => ({ toolName, input: { file_path }, ...at });
 * const page = (url: string) => ({ toolName: "WebFetch", input: { url }, ...at });
 * const agent = { toolName: "Agent", input: { subagent_type: "Explore" }, ...at };
 * const mcp = { toolName: "mcp__github__log", input: {}, ...at };
 *
 * for (
 *   const [rule, call] of [
 *     ["Read", file("Read", "/etc/hosts")],
 *     ["Bash(make test)", bash("make test")],
 *     ["Bash(git diff *)", bash("git diff --stat")],
 *     ["Bash(git diff:*)", bash("git diff --stat")],
 *     ["Edit(src/**)", file("Write", "/srv/project/src/a.ts")],
 *     ["Edit(*.md)", file("Edit", "/srv/project/docs/a.md")],
 *     ["Read(//etc/**)", file("Read", "/etc/hosts")],
 *     ["WebFetch(domain:example.com)", page("https://example.com/")],
 *     ["WebFetch(domain:*.example.com)", page("https://docs.example.com/")],
 *     ["Agent(Explore)", agent],
 *     ["mcp__github__log", mcp],
 *     ["mcp__github", mcp],
 *     ["mcp__github__*", mcp],
 *     ["mcp__*", mcp],
 *     ["*", mcp],
 *   ] as const
 * ) assertEquals([rule, explain({ allow: [rule] }, call).rules], [rule, [rule]]);
 * ```
 *
 * @example The whole of it as a text
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { explain } from "@turnstream/turnstream/protocol";
 *
 * const rules = { deny: ["Bash(git push *)"], allow: ["Bash(git *)", "Read"] };
 * const call = { toolName: "Bash", input: { command: "git push" }, cwd: "/srv/project" };
 * assertEquals(
 *   String(explain(rules, call)),
 *   `deny: The rule "Bash(git push *)" denies this call: it runs "git push"
 *   allow "Bash(git *)": it covers the call, but deny goes before allow
 *   allow "Read": it is about the tool "Read"`,
 * );
 * ```
 * @example What rules say about a request that flows past, and later about its record
 * ```ts
 * import { claude, decisions, explain, onPermission } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.tool("Bash", { command: "make test" });
 *   await cli.end();
 * });
 * const rules = { deny: ["Bash(git push *)"], allow: ["Bash(make *)"] };
 * const said: string[] = [];
 * await claude("go", { transport, settingSources: [] }).pipe(
 *   onPermission((request) => void said.push(explain(rules, request).decision)),
 *   decisions(),
 * ).forEach((record) => void said.push(`${record.decision}: ${explain(rules, record).reason}`));
 * assertEquals(said, ["allow", 'deny: The rule "Bash(make *)" covers this call']);
 * ```
 * @param rules The three lists; each may be left out.
 * @param call The call: a permission request, a record of `decisions()`, or an object like them. Where a responder changed
 * the input, the record has it as `updatedInput`.
 * @returns The decision, the reason, and what the other rules say.
 * @throws {UsageError} If a rule is malformed, or a list is none or does not exist.
 */
export function explain(rules: RuleLists, call: RuleCall): Explanation {
  checkOptionBag("explain()", rules, { allow: true, ask: true, deny: true });
  const all = [...listed("deny", rules.deny), ...listed("ask", rules.ask), ...listed("allow", rules.allow)];
  const { decision, by, reason } = ruling(all, call);
  const others = all.filter(({ rule }) => !by.includes(rule)).map(({ list, rule }): OtherRule => {
    return { rule: rule.text, list, why: whyOther(rule, { list, decision, call }) };
  });
  const lines = others.map((other) => `  ${other.list} ${quote(other.rule)}: ${other.why}`);
  return Object.defineProperty(
    { decision, rules: by.map(({ text }) => text), reason, others },
    "toString",
    { value: () => [`${decision}: ${reason}`, ...lines].join("\n") },
  );
}

function listed(list: Listed["list"], texts: readonly RuleText[] = []): Listed[] {
  if (!Array.isArray(texts)) {
    throw new UsageError(`Give "${list}" of explain() a list of rules, such as ["Bash(git diff *)"]`);
  }
  return (texts as readonly RuleText[]).map((text, index) => ({ list, rule: parseRuleAt(text, `${list}[${index}]`) }));
}

function ruling(all: readonly Listed[], call: RuleCall): Ruling {
  for (const { list, rule } of all) {
    const reason = list === "deny" ? matchesDeny(rule, call) : list === "ask" ? matchesAsk(rule, call) : undefined;
    if (reason !== undefined) return { decision: list, by: [rule], reason };
  }
  if (PERSON_TOOLS.includes(call.toolName)) {
    return { decision: "ask", by: [], reason: `The tool ${quote(call.toolName)} asks a person, so no rule allows it` };
  }
  const allow = all.filter(({ list }) => list === "allow").map(({ rule }) => rule);
  const by = [...new Set(coveringRules(allow, call) ?? [])];
  if (by.length > 0) {
    const named = by.map(({ text }) => quote(text)).join(" and ");
    const reason = by.length === 1
      ? `The rule ${named} covers this call`
      : `The rules ${named} together cover this call`;
    return { decision: "allow", by, reason };
  }
  const near = whyNotAllowed(allow, call);
  return { decision: "none", by, reason: `No rule decides about this call${near === undefined ? "" : `: ${near}`}` };
}

function whyOther(
  rule: ParsedRule,
  { list, decision, call }: { list: Listed["list"]; decision: Explanation["decision"]; call: RuleCall },
): string {
  const speaks = list === "allow" ? matchesAllow(rule, call) : matchesDeny(rule, call) !== undefined;
  if (!speaks) {
    const near = list === "allow" ? whyNotAllowed([rule], call) : undefined;
    return near ?? `it is about ${describeRule(rule)}`;
  }
  if (list === decision) return "it covers the call too, but one that stands before it decides";
  return `it covers the call, but ${decision} goes before ${list}`;
}
