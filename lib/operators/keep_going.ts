import type { StopOutput } from "../protocol/hooks.ts";

/**
 * The answer of a `Stop` or `SubagentStop` hook that sends the agent back to work.
 *
 * The agent reads the reason. After `stopBlocks` times in a row (8, unless the option says otherwise)
 * the CLI ends the turn all the same, and its outcome is `limit`.
 *
 * @example Back to work, once
 * ```ts
 * import { claude, keepGoing, lastTurn, onHook } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   const { continued } = await cli.end({ text: "I think it is done" });
 *   if (continued) await cli.end({ text: "now it is" });
 * });
 * const turn = await lastValueFrom(claude("Make the tests pass", { transport }).pipe(
 *   onHook("Stop", (input) => input.stop_hook_active ? undefined : keepGoing("Two tests fail")),
 *   lastTurn(),
 * ));
 * assertEquals(turn.text, "now it is");
 * ```
 *
 * @param reason What is still to be done.
 * @returns The answer.
 */
export function keepGoing(reason: string): StopOutput {
  return { decision: "block", reason };
}
