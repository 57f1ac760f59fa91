import { asDeny } from "./as_deny.ts";
import { deniedCommand } from "./deny_command.ts";
import { deniedPath } from "./deny_path.ts";
import { deniesUrl } from "./domains.ts";
import { deniesTool, namesTool } from "./names.ts";
import { quote } from "./quote.ts";
import type { CommandPrefix, DomainSpecifier, ExactCommand, ParsedRule, RuleCall, ValueSpecifier } from "./rule.ts";
import { toolFacts } from "./tools.ts";

const EDITING_RULES = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const URL_KEY = /(?:url|uri|href|host|domain)s?$/i;
/** So deep an input is looked through for pages. */
const DEEPEST = 30;
const COMMAND_KEY = /^(?:(?:shell|bash)_?)?(?:command|cmd|script)s?$/i;

/**
 * Why a deny rule covers a call, or cannot be excluded from covering it.
 *
 * A rule without parentheses covers the tool of that name, `Bash` every tool that runs shell commands, `Edit` every
 * tool that writes files, `Read` every tool that reads them. With a path, a rule for any editing tool covers all of
 * them, and a rule for any reading tool covers reading and editing, as the CLI has it. Tools that are not in the table
 * are covered by what their input says: anything that looks like a path, a command or a page.
 *
 * A rule for a command is compared with every simple command in the text, those inside of substitutions, subshells,
 * loops, wrappers (`sudo`, `env`, `timeout`, `xargs` …) and texts for another shell (`sh -c`, `eval`) too; folders of
 * the program, quotes, leading assignments and options before a sub-command make no difference. Where it cannot be read
 * what runs (a name that is expanded, an `eval` of a variable, a pipe into a shell, a quote that is not closed) the
 * rule counts as covering, and the reason says which part it was. What a command gets as data is no command:
 * `echo "git push"` passes a rule against `git push`. Commands of PowerShell are not read: a rule about commands refuses
 * them all, and no allow rule with parentheses covers one.
 *
 * A path counts as it is written and, where `resolvePath` can follow symbolic links, as it leads on.
 *
 * A search of a wider folder is not covered by a rule against something below it: the CLI, which is given the same
 * rules at launch, leaves those files out of what it finds.
 *
 * @example Quotes and wrappers make no difference
 * ```ts
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 * import { matchesDeny, parseRule } from "@turnstream/turnstream/protocol";
 *
 * const rule = parseRule("Bash(git push *)");
 * const call = (command: string) => ({ toolName: "Bash", input: { command }, cwd: "/srv/project" });
 * assertStringIncludes(matchesDeny(rule, call("sudo g\\it -C dir push"))!, '"Bash(git push *)"');
 * assertEquals(matchesDeny(rule, call("git status && ls -la")), undefined);
 * ```
 * @param rule The rule, from `parseRule`.
 * @param call The call.
 * @returns A reason that the agent can read, naming the rule; `undefined` where the rule does not cover the call.
 */
export function matchesDeny(rule: ParsedRule, call: RuleCall): string | undefined {
  const why = reachOf(asDeny(rule), call);
  return why === undefined ? undefined : `The rule ${quote(rule.text)} denies this call: ${why}`;
}

/**
 * Why an ask rule covers a call, or cannot be excluded from covering it: it reaches as far as a deny rule.
 *
 * @example One part of a compound is enough
 * ```ts
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 * import { matchesAsk, parseRule } from "@turnstream/turnstream/protocol";
 *
 * const rule = parseRule("Bash(git push *)");
 * const call = (command: string) => ({ toolName: "Bash", input: { command }, cwd: "/srv/project" });
 * assertStringIncludes(matchesAsk(rule, call("git status && git push"))!, "is for a person to allow");
 * assertEquals(matchesAsk(rule, call("git status")), undefined);
 * ```
 * @param rule The rule, from `parseRule`.
 * @param call The call.
 * @returns A reason that a person and the agent can read, naming the rule; `undefined` where the rule does not cover it.
 */
export function matchesAsk(rule: ParsedRule, call: RuleCall): string | undefined {
  const why = reachOf(asDeny(rule), call);
  return why === undefined ? undefined : `By the rule ${quote(rule.text)} this call is for a person to allow: ${why}`;
}

function reachOf(rule: ParsedRule, call: RuleCall): string | undefined {
  const { specifier } = rule;
  if (specifier === undefined) {
    return deniesTool(rule, call.toolName) ? `it uses the tool ${quote(call.toolName)}` : undefined;
  }
  switch (specifier.kind) {
    case "path":
      return isOfKind(rule, call.toolName) ? deniedPath(specifier.glob, call) : undefined;
    case "domain":
      return deniesPage(specifier, call);
    case "value":
      return deniesValue(specifier, rule, call);
    default:
      return deniesText(specifier, rule, call);
  }
}

/** Whether a rule about paths speaks about a tool. */
export function isOfKind(rule: ParsedRule, toolName: string): boolean {
  const facts = toolFacts(toolName);
  if (facts === undefined || namesTool(rule, toolName)) return true;
  return facts.edits === true || (facts.reads === true && !EDITING_RULES.has(rule.name));
}

/** Whether a rule about commands speaks about a tool. */
export function speaksOfTexts(rule: ParsedRule, toolName: string): boolean {
  const facts = toolFacts(toolName);
  return rule.name === "Bash" ? facts === undefined || facts.shell === true : namesTool(rule, toolName);
}

function deniesText(specifier: ExactCommand | CommandPrefix, rule: ParsedRule, call: RuleCall): string | undefined {
  if (!speaksOfTexts(rule, call.toolName)) return undefined;
  const facts = toolFacts(call.toolName);
  if (facts?.command !== undefined) {
    const command = call.input[facts.command];
    // A Monitor that listens to a socket runs no command.
    if (command === undefined && call.input["ws"] !== undefined) return undefined;
    const denied = deniedCommand(specifier, command);
    // Its aliases, its escapes and what it runs by itself are another language's: nothing can be excluded.
    return denied ?? (call.toolName === "PowerShell" ? "commands of PowerShell cannot be read here" : undefined);
  }
  for (const [key, value] of Object.entries(call.input)) {
    if (!COMMAND_KEY.test(key) || value === undefined || value === null) continue;
    const { args } = call.input;
    const texts = Array.isArray(value) ? [value.join(" ")] : [value];
    // A program here, and its arguments beside it.
    if (typeof value === "string" && Array.isArray(args)) texts.push([value, ...args].join(" "));
    for (const text of texts) {
      const denied = deniedCommand(specifier, text);
      if (denied !== undefined) return denied;
    }
  }
  return undefined;
}

function deniesPage(specifier: DomainSpecifier, call: RuleCall): string | undefined {
  const { url } = call.input;
  const urls = call.toolName === "WebFetch" ? [url] : toolFacts(call.toolName) === undefined ? pagesIn(call.input) : [];
  const denied = urls.find((each) => deniesUrl(specifier, each));
  return denied !== undefined || urls.includes(undefined) ? `it fetches ${quote(String(denied))}` : undefined;
}

// What a tool that is not known may fetch: what is called a URL and is one, and what looks like a page.
function pagesIn(value: unknown, depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, held]) =>
    (Array.isArray(held) ? held : [held]).flatMap((item: unknown) => {
      if (typeof item !== "string") return pagesIn(item, depth + 1);
      const text = URL_KEY.test(key) && !/^\s*[a-z][a-z0-9+.-]*:/i.test(item) ? `https://${item.trim()}` : item.trim();
      return (URL_KEY.test(key) || /^https?:/i.test(text)) && URL.canParse(text) ? [item] : [];
    })
  );
}

function deniesValue(specifier: ValueSpecifier, rule: ParsedRule, call: RuleCall): string | undefined {
  const key = toolFacts(call.toolName)?.value;
  if (key === undefined || !namesTool(rule, call.toolName)) return undefined;
  // An agent without a type is one for everything.
  const given = call.input[key] ?? (key === "subagent_type" ? "general-purpose" : undefined);
  const plain = (text: string) => text.trim().replace(/^\//, "").toLowerCase();
  if (typeof given === "string" && plain(given) !== plain(specifier.value)) return undefined;
  return typeof given === "string" ? `it asks for ${quote(given)}` : `its "${key}" cannot be read`;
}
