import { nearestName } from "../nearest_name.ts";
import { objection } from "./arguments.ts";
import { programFacts } from "./programs.ts";
import { quote } from "./quote.ts";
import type { ParsedRule } from "./rule.ts";
import { TOOL_ALIASES, toolFacts, TOOLS } from "./tools.ts";

/** Tools that some version has, under some settings, and that rules need to know nothing about. */
const OTHER_TOOLS = new Set(
  ("Artifact Brief Config LSP ListMcpResources ListMcpResourcesTool Poll PushNotification REPL ReadMcpResource " +
    "ReadMcpResourceDirTool ReadMcpResourceTool RemoteTrigger SendUserMessage SlashCommand Sleep SubscribePR TeamCreate " +
    "TeamDelete TestingPermission TodoRead WebBrowser").split(" "),
);

const NAMES: readonly string[] = [...Object.keys(TOOLS), ...Object.keys(TOOL_ALIASES), ...OTHER_TOOLS];

/**
 * What is odd about a rule that is sound: it names a tool that no known version has, or it is an allow rule that
 * matches no command whatever its `*` stands for.
 *
 * @example A rule that looks as if it allowed something
 * ```ts
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 * import { parseRule, ruleWarning } from "@turnstream/turnstream/protocol";
 *
 * assertStringIncludes(ruleWarning(parseRule("Bash(npm run *)"), "allow")!, 'such as "Bash(npm run build)"');
 * assertStringIncludes(ruleWarning(parseRule("WebFech"), "deny")!, 'the nearest is "WebFetch"');
 * assertEquals(ruleWarning(parseRule("Bash(git diff *)"), "allow"), undefined);
 * ```
 * @param rule The rule, from `parseRule`.
 * @param use Whether it allows or denies.
 * @returns The warning, with what to write instead; `undefined` for nearly all rules.
 */
export function ruleWarning(rule: ParsedRule, use: "allow" | "deny"): string | undefined {
  return unknownTool(rule) ?? (use === "allow" ? neverMatches(rule) : undefined);
}

function unknownTool({ name, text }: ParsedRule): string | undefined {
  if (name.includes("*") || name.startsWith("mcp__") || toolFacts(name) !== undefined || OTHER_TOOLS.has(name)) {
    return undefined;
  }
  const nearest = nearestName(name, NAMES);
  const hint = nearest === undefined
    ? `a tool of an MCP server is called "mcp__server__tool"`
    : `the nearest is ${quote(nearest)}`;
  return `Check the rule ${quote(text)}: no known version has a tool of the name ${quote(name)}; ${hint}`;
}

function neverMatches({ name, text, specifier }: ParsedRule): string | undefined {
  if (specifier?.kind !== "commandPrefix") return undefined;
  const { words } = specifier;
  const against = objection(words, words.length);
  // What is said against the words of the rule itself holds for all arguments; `git` alone still has sub-commands.
  if (against === undefined || (words.length === 1 && programFacts(words[0]!) !== "exact")) return undefined;
  const such = /^(?:(?:npm|pnpm|yarn) run|deno task)$/.test(words.join(" "))
    ? `, such as ${quote(`${name}(${words.join(" ")} build)`)}`
    : "";
  return `The rule ${quote(text)} matches no command: ${against.why}; write the rest of it out instead of the *${such}`;
}
