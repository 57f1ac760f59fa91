import { UsageError } from "./errors.ts";

/**
 * Reads a hook's matcher as the CLI does: nothing or `*` is everything; a plain name, or names
 * separated by `|` or `,`, are exact and case-sensitive; anything else is a regular expression.
 *
 * @param matcher The matcher.
 * @param owner Who uses it, for messages.
 * @returns Whether a tool's name matches.
 * @throws {UsageError} If the CLI would let the matcher match nothing without a word.
 */
export function toolMatcher(matcher: string | undefined, owner: string): (toolName: string) => boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return () => true;
  if (/^[\w\s|,]+$/.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (toolName) => names.has(toolName);
  }
  if (/^\w+\(.*\)$/s.test(matcher)) {
    throw new UsageError(
      `Cannot use the matcher ${JSON.stringify(matcher)} of ${owner}: a matcher names tools and knows no rules. ` +
        "Match the tool's name and look at the input in the function",
    );
  }
  let pattern: RegExp;
  try {
    pattern = new RegExp(matcher);
  } catch (cause) {
    throw new UsageError(
      `Cannot use the matcher ${JSON.stringify(matcher)} of ${owner}: it is no regular expression. ` +
        'Give a name, names separated by "|", or a regular expression',
      { cause },
    );
  }
  return (toolName) => pattern.test(toolName);
}
