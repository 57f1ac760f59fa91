import type { ResultMessage } from "../protocol/messages.ts";

/** A sum of dollars, rounded to a billionth, so that sums of decimals look like decimals. */
export function roundUsd(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}

/** Tells what each turn cost. The CLI's own total is cumulative over the process. */
export class TurnCosts {
  #lastTotal = 0;
  #sum = 0;

  /** What all turns cost so far, in US dollars. */
  get sum(): number {
    return roundUsd(this.#sum);
  }

  /**
   * The cost of the turn that a result closes: the newer CLI tells it by model; for the older one
   * it is the growth of the total, which may fall when the session is cleared.
   */
  next(result: ResultMessage): number {
    const total = result.total_cost_usd ?? this.#lastTotal;
    const byModel = result.model_usage_since_last_result;
    const cost = byModel === undefined
      ? Math.max(0, total - this.#lastTotal)
      : Object.values(byModel).reduce((sum, model) => sum + (model.costUSD ?? 0), 0);
    this.#lastTotal = total;
    this.#sum += cost;
    return roundUsd(cost);
  }
}
