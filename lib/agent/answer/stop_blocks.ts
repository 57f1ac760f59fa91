import type { HookInput, HookOutput } from "../../protocol/hooks.ts";
import type { HookPlan } from "../opening.ts";

/**
 * Counts how often in a row Stop hooks sent an agent back to work. The CLI overrides the block
 * after its cap without a word in the result, so the host has to know.
 */
export class StopBlocks {
  readonly #counts = new Map<HookPlan, number>();
  readonly #cap: number;

  /** @param cap How many blocks in a row count. */
  constructor(cap: number) {
    this.#cap = cap;
  }

  /** Notes an answer; gives `true` if the CLI will override it because the cap is passed. */
  note(plan: HookPlan | undefined, input: HookInput<"Stop">, output: HookOutput): boolean {
    if (plan?.event !== "Stop") return false;
    const before = input.stop_hook_active ? this.#counts.get(plan) ?? 0 : 0;
    const count = output.decision === "block" ? before + 1 : 0;
    this.#counts.set(plan, count);
    return count > this.#cap;
  }
}
