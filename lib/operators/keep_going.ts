import type { HookOutput } from "../protocol/hooks.ts";

/**
 * The answer of a `Stop` or `SubagentStop` hook that sends the agent back to work.
 *
 * The agent reads the reason. After `stopBlocks` times in a row (8, unless the option says otherwise)
 * the CLI ends the turn all the same, and its outcome is `limit`.
 *
 * @example
 * ```ts
 * import { keepGoing } from "@turnstream/turnstream";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(keepGoing("Two tests fail"), { decision: "block", reason: "Two tests fail" });
 * ```
 *
 * @param reason What is still to be done.
 * @returns The answer.
 */
export function keepGoing(reason: string): HookOutput<"Stop"> {
  return { decision: "block", reason };
}
