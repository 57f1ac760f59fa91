import { UsageError } from "./errors.ts";
import { HOOK_SUBJECTS } from "./hook_events.ts";
import type { HookEventName } from "./hooks.ts";
import { canonicalName } from "./rules/tools.ts";

/** What a matcher belongs to. */
export interface HookMatcherOptions {
  /** The matcher. @default everything */
  matcher: string | undefined;
  /** Who uses it, for messages. */
  owner: string;
}

/**
 * Reads a hook's matcher as the CLI does: nothing or `*` is everything; a plain name, or names
 * separated by `|` or `,`, are exact and case-sensitive; anything else is a regular expression.
 *
 * @param event The event that is hooked.
 * @param options The matcher, and whose it is.
 * @returns Whether what the event is about (for most a tool's name) matches.
 * @throws {UsageError} If the CLI would let the matcher match nothing, or everything, without a word.
 */
export function hookMatcher(
  event: HookEventName,
  { matcher, owner }: HookMatcherOptions,
): (subject: string) => boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return () => true;
  const refuse = (why: string, cause?: unknown): never => {
    throw new UsageError(`Cannot use the matcher ${JSON.stringify(matcher)} of ${owner}: ${why}`, { cause });
  };
  const subject = HOOK_SUBJECTS[event];
  if (subject === undefined) {
    return refuse(`the CLI calls every ${event} hook, whatever its matcher says. Look at the input in the function`);
  }
  if (/^[\w |,-]+$/.test(matcher)) {
    const names = matcher.split(/[|,]/).map((name) => name.trim()).filter((name) => name !== "");
    if (names.length === 0) return refuse("it names nothing. Give a name, or no matcher for all");
    const known = new Set(subject === "tool_name" ? names.flatMap((name) => [name, canonicalName(name)]) : names);
    return (given) => known.has(given);
  }
  if (/^\w+\(.*\)$/s.test(matcher) && subject === "tool_name") {
    return refuse(
      "a matcher names tools and knows no rules. Match the tool's name and look at the input in the function",
    );
  }
  try {
    const pattern = new RegExp(matcher);
    return (given) => pattern.test(given);
  } catch (cause) {
    return refuse(
      'it is no regular expression. Give a name, names separated by "|", or a regular expression',
      cause,
    );
  }
}
