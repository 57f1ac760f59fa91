import type { HookOutputBase } from "../protocol/hooks.ts";

/**
 * The answer of a hook that ends the turn. On PreToolUse the call is denied as well.
 *
 * @example No more calls after this one
 * ```ts
 * import { claude, lastTurn, onHook, stopAgent } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.tool("Bash", { command: "make deploy" });
 *   await cli.end();
 * });
 * const turn = await lastValueFrom(claude("ship it", { transport }).pipe(
 *   onHook("PreToolUse", () => stopAgent("Enough for today"), { matcher: "Bash" }),
 *   lastTurn(),
 * ));
 * assertEquals(turn.outcome, "stopped");
 * ```
 *
 * @param reason Why; a person reads it.
 * @returns The answer.
 */
export function stopAgent(reason: string): HookOutputBase {
  return { continue: false, stopReason: reason };
}
