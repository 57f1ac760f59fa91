import type { HookInput, HookOutput, StopHookInput } from "../../protocol/hooks.ts";
import type { HookPlan } from "../opening.ts";

/**
 * Counts how often in a row Stop hooks sent an agent back to work. The CLI overrides the block
 * after its cap without a word in the result, so the host has to know.
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
  note(plan: HookPlan | undefined, input: HookInput, output: HookOutput): boolean {
    if (plan?.event !== "Stop") return false;
    const before = this.#calls.get(plan);
    if (!(input as StopHookInput).stop_hook_active && before !== undefined) {
      this.#calls.clear();
      this.#blocked = [];
    }
    const stop = (this.#calls.get(plan) ?? -1) + 1;
    this.#calls.set(plan, stop);
    if (output.decision !== "block") return false;
    this.#blocked[stop] = true;
    let first = stop;
    while (this.#blocked[first - 1] === true) first--;
    return stop - first + 1 > this.#cap;
  }
}
