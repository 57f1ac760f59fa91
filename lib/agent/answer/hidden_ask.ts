import type { CanUseToolRequest } from "../../protocol/control.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { scanShell } from "../../protocol/rules/scan.ts";
import { type FoundCommand, literal } from "../../protocol/rules/scan_word.ts";

/** The first version that was seen to suggest nothing at all where an ask rule matched; 2.1.197 leaves out the part. */
const SILENT_SINCE = [2, 1, 332];

/**
 * Programs that both versions let look around unasked, and for which they therefore suggest no rule. 2.1.197 would have a
 * person asked about nearly every compound command if such a part counted as one that is left out. So an ask rule for one
 * of these programs is not seen there.
 */
const LOOKING: ReadonlySet<string> = new Set([
  ...["cat", "cd", "cut", "date", "echo", "false", "find", "grep", "head", "jq", "ls", "printf", "pwd", "rg", "sleep"],
  ...["sort", "tail", "test", "tr", "true", "uniq", "wc", "which"],
  ...["git diff", "git log", "git show", "git status"],
]);

type Words = readonly (string | undefined)[];

/**
 * Whether an ask rule of the settings may stand behind a question about a compound command. Where more than one part has
 * to be asked about, the CLI says `subcommandResults` whatever the reasons are, and names no rule. But it suggests a rule
 * for each part that lacks nothing else, and none for one that an ask rule matched: 2.1.332 then suggests nothing at all,
 * 2.1.197 leaves that part out.
 *
 * Some questions look the same without an ask rule, and are taken for a person's, too: those about more than five parts;
 * on 2.1.332, about what writes to a file or runs in the background; and those with folders or a mode among the
 * suggestions, as for a pipe into `mkdir`, where the suggested rule is not one for each part.
 *
 * @param request The question.
 * @param version The CLI's version, where it is known.
 */
export function mayHideAskRule(request: CanUseToolRequest, version: string | undefined): boolean {
  if (request.decision_reason_type !== "subcommandResults") return false;
  const suggestions: readonly unknown[] = request.permission_suggestions ?? [];
  const texts = suggestions.flatMap(suggestedTexts);
  if (texts.length === 0 || suggestions.some((each) => !isRecord(each) || each.type !== "addRules")) return true;
  const { command } = request.input;
  return !isSilent(version) && typeof command === "string" && leavesOutPart(command, texts);
}

function isSilent(version: string | undefined): boolean {
  const numbers = /^\d+\.\d+\.\d+/.exec(version ?? "")?.[0].split(".").map(Number) ?? [];
  const at = SILENT_SINCE.findIndex((number, index) => numbers[index] !== number);
  return at < 0 || (numbers[at] ?? 0) > SILENT_SINCE[at]!;
}

function suggestedTexts(suggestion: unknown): string[] {
  const rules: unknown[] = isRecord(suggestion) && Array.isArray(suggestion.rules) ? suggestion.rules : [];
  return rules.flatMap((rule) => isRecord(rule) && typeof rule.ruleContent === "string" ? [rule.ruleContent] : []);
}

// As the text has them on both sides: what a program runs in its turn is no part of its own, and names none.
function leavesOutPart(command: string, suggested: readonly string[]): boolean {
  const { commands, unreadable } = scanShell(command);
  const named = suggested.flatMap((text) => scanShell(text.replace(/(?: |:)\*$/, "")).commands.map(wordsOf));
  return unreadable.length > 0 || commands.map(wordsOf).some((words) => !looks(words) && !named.some(begins(words)));
}

function wordsOf({ words }: FoundCommand): Words {
  return words.map(literal);
}

// What is no command, such as an assignment, runs nothing.
function looks(words: Words): boolean {
  return words.length === 0 || LOOKING.has(words[0] ?? "") || LOOKING.has(words.slice(0, 2).join(" "));
}

function begins(words: Words): (first: Words) => boolean {
  return (first) => first.length > 0 && first.every((word, index) => word !== undefined && words[index] === word);
}
