/**
 * A mistake in the calling script: an unknown option, a malformed rule, an operator used too late.
 *
 * The message names the culprit and the cure. Nothing was started, or what ran has been ended.
 *
 * @example Catching a malformed rule
 * ```ts
 * import { assertThrows } from "@std/assert";
 * import { denyTools, UsageError } from "@turnstream/turnstream";
 *
 * assertThrows(() => denyTools("Bash(git push"), UsageError);
 * ```
 */
export class UsageError extends Error {
  /** Always `"UsageError"`. */
  override readonly name = "UsageError";
}
