import { asDeny } from "./as_deny.ts";
import { literalReading, wholeReading } from "./last_readings.ts";
import { isOfKind, speaksOfTexts } from "./matches_deny.ts";
import { allowsKind, allowsName, deniesTool, namesTool } from "./names.ts";
import type { ParsedRule, RuleCall } from "./rule.ts";
import { plainName, programName } from "./scan_word.ts";
import { type FoundReason, ToolTable, type Use } from "./tool_table.ts";
import { toolFacts } from "./tools.ts";

const ALLOW: Use = {
  speaksOf(rule, toolName) {
    const facts = toolFacts(toolName);
    return rule.specifier === undefined
      ? allowsName(rule, toolName)
      : facts !== undefined && allowsKind(rule, toolName, facts);
  },
  programsIn(_call, text, tell) {
    const reading = literalReading(text);
    if (reading.proved) { for (const words of reading.commands) tell(words[0]!, words[1]); }
    return true;
  },
  programOf: (word) => word,
  // There are many rules for git.
  secondCounts: true,
};

const DENY: Use = {
  speaksOf(given, toolName) {
    const rule = asDeny(given);
    switch (rule.specifier?.kind) {
      case undefined:
        return deniesTool(rule, toolName);
      case "path":
        return isOfKind(rule, toolName);
      case "domain":
        return toolName === "WebFetch" || toolFacts(toolName) === undefined;
      case "value":
        return namesTool(rule, toolName);
      default:
        return speaksOfTexts(rule, toolName);
    }
  },
  programsIn({ toolName }, text, tell) {
    if (toolName === "PowerShell") return false;
    const { commands, unreadable } = wholeReading(text);
    // What could not be read may be what any rule is about.
    if (unreadable.length > 0) return false;
    for (const { words } of commands) tell(programName(words[0]) ?? "");
    return true;
  },
  programOf: plainName,
  secondCounts: false,
};

/** So many tools are remembered: there are fewer, but their names come from outside. */
const MOST_TOOLS = 100;

/**
 * Rules sorted by what they speak about: of 200 rules a call meets those alone that can say anything about it, in their
 * order.
 */
export class RuleTable {
  readonly #rules: readonly ParsedRule[];
  readonly #use: Use;
  readonly #byTool = new Map<string, ToolTable>();

  /**
   * @param rules The rules, in the order in which they are asked.
   * @param use What they do with the calls that they cover.
   */
  constructor(rules: readonly ParsedRule[], use: "allow" | "deny") {
    this.#rules = rules;
    this.#use = use === "allow" ? ALLOW : DENY;
  }

  /** Those that can say anything about a call, and perhaps some that cannot, in their order. */
  about(call: RuleCall): readonly ParsedRule[] {
    return this.#toolTable(call.toolName).about(call);
  }

  /**
   * The first rule that gives a reason about a call. A shell text is judged again and again, at both doors and behind an
   * answer: what was found about the last one is kept.
   *
   * @param call The call.
   * @param reasonOf Gives a rule's reason: `matchesDeny` or `matchesAsk`, the same each time.
   */
  first(call: RuleCall, reasonOf: (rule: ParsedRule, call: RuleCall) => string | undefined): FoundReason | undefined {
    return this.#toolTable(call.toolName).first(call, reasonOf);
  }

  #toolTable(toolName: string): ToolTable {
    const known = this.#byTool.get(toolName);
    if (known !== undefined) return known;
    const own = this.#rules.filter((rule) => this.#use.speaksOf(rule, toolName));
    const table = new ToolTable(own, { use: this.#use, toolName });
    if (this.#byTool.size >= MOST_TOOLS) this.#byTool.clear();
    this.#byTool.set(toolName, table);
    return table;
  }
}
