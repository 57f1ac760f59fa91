import type { HookCallbackRequest } from "../../protocol/control.ts";
import type { HookOutput, StopOutput } from "../../protocol/hooks.ts";
import type { HookPlan } from "../opening.ts";

/**
 * Counts how often in a row Stop hooks sent an agent back to work. The CLI overrides the block
 * after its cap without a word in the result, so the host has to know. A note sends the agent back as a block does, and
 * the CLI counts both together.
 *
 * Each stop calls every Stop hook once, so a hook's calls are numbered, and a stop is blocked if any
 * of its hooks blocks.
 */
export class StopBlocks {
  readonly #calls = new Map<HookPlan, number>();
  readonly #cap: number;
  #blocked: boolean[] = [];

  /** @param cap How many blocks in a row count. */
  constructor(cap: number) {
    this.#cap = cap;
  }

  /** Notes an answer; gives `true` if the CLI will override it because the cap is passed. */
  note(plan: HookPlan | undefined, input: HookCallbackRequest["input"], output: HookOutput): boolean {
    if (plan?.event !== "Stop") return false;
    const before = this.#calls.get(plan);
    if (input.stop_hook_active !== true && before !== undefined) {
      this.#calls.clear();
      this.#blocked = [];
    }
    const stop = (this.#calls.get(plan) ?? -1) + 1;
    this.#calls.set(plan, stop);
    if (!sendsBack(output as StopOutput)) return false;
    this.#blocked[stop] = true;
    let first = stop;
    while (this.#blocked[first - 1] === true) first--;
    return stop - first + 1 > this.#cap;
  }
}

function sendsBack({ decision, hookSpecificOutput }: StopOutput): boolean {
  return decision === "block" || (hookSpecificOutput?.additionalContext ?? "") !== "";
}
