import type { HookOutputBase } from "../protocol/hooks.ts";

/**
 * The answer of a hook that ends the turn. On PreToolUse the call is denied as well.
 *
 * @example
 * ```ts
 * import { stopAgent } from "@turnstream/turnstream";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(stopAgent("Enough for today"), { continue: false, stopReason: "Enough for today" });
 * ```
 *
 * @param reason Why; a person reads it.
 * @returns The answer.
 */
export function stopAgent(reason: string): HookOutputBase {
  return { continue: false, stopReason: reason };
}
