/** An answer that ends the turn. */
export interface StopAgentOutput {
  /** Ends the turn. */
  continue: false;
  /** Why. */
  stopReason: string;
}

/**
 * The answer of a hook that ends the turn. On PreToolUse the call is denied as well.
 *
 * It is an answer to PreToolUse, PostToolUse, PostToolBatch, PreSkillShellCommand, UserPromptSubmit,
 * UserPromptExpansion, Stop and SubagentStop. The CLI takes no notice of it at any other event, so it is no answer
 * there, to the compiler either.
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
export function stopAgent(reason: string): StopAgentOutput {
  return { continue: false, stopReason: reason };
}
