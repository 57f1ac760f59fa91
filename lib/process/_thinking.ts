import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import type { Thinking } from "./launch_options.ts";
import { checkChoice, checkWhole, shown } from "./option_checks.ts";
import { checkOptionNames } from "./option_names.ts";

/** Refuses a `thinking` that the CLI would not take, or take as something else. */
export function checkThinking(thinking: unknown): void {
  if (thinking === undefined) return;
  if (!isRecord(thinking)) {
    throw new UsageError(
      `Cannot use ${shown(thinking)} as "thinking": give an object, such as { type: "disabled" }`,
    );
  }
  const { type, budgetTokens, display } = thinking;
  checkChoice("thinking.type", type ?? null, { choices: ["adaptive", "enabled", "disabled"], what: "types" });
  checkChoice("thinking.display", display, { choices: ["summarized", "omitted"], what: "ways" });
  checkWhole("thinking.budgetTokens", budgetTokens);
  checkOptionNames(thinking, ["type", "budgetTokens", "display"]);
  if (budgetTokens !== undefined && type !== "enabled") {
    throw new UsageError(
      `Cannot use "thinking.budgetTokens" with the type ${shown(type)}: a budget goes with { type: "enabled" }`,
    );
  }
  if (display !== undefined && type === "disabled") {
    throw new UsageError('Cannot use "thinking.display" with the type "disabled": there is nothing to show');
  }
}

/**
 * The flags for a way of thinking.
 *
 * Seen on 2.1.332 and 2.1.197: `--thinking=enabled` is read as `adaptive`, which an older model turns into a budget of
 * its own; a budget of one's own is `--max-thinking-tokens`, which newer models do not look at.
 */
export function thinkingFlags(thinking: Thinking | undefined): string[] {
  if (thinking === undefined) return [];
  if (thinking.type === "disabled") return ["--thinking=disabled"];
  const { type, budgetTokens, display } = thinking;
  return [
    budgetTokens === undefined ? `--thinking=${type}` : `--max-thinking-tokens=${budgetTokens}`,
    ...(display === undefined ? [] : [`--thinking-display=${display}`]),
  ];
}
