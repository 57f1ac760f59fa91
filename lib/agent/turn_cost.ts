import type { ModelUsage, ResultMessage } from "../protocol/messages.ts";
import { ModelUsages } from "./model_usages.ts";

/** A sum of dollars, rounded to a billionth, so that sums of decimals look like decimals. */
export function roundUsd(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}

/** What one turn cost. */
export interface TurnCost {
  /** In US dollars, rounded to a billionth. */
  readonly costUsd: number;
  /** Tokens and cost by model. */
  readonly models: Readonly<Record<string, ModelUsage>>;
}

/** Tells what each turn cost. The CLI's own total is cumulative over the process. */
export class TurnCosts {
  #lastTotal = 0;
  #sum = 0;
  readonly #models = new ModelUsages();

  /** What all turns cost so far, in US dollars. */
  get sum(): number {
    return roundUsd(this.#sum);
  }

  /**
   * The cost of the turn that a result closes: the newer CLI tells it by model; for the older one
   * it is the growth of the total, and nothing where that falls.
   */
  next(result: ResultMessage): TurnCost {
    const models = this.#models.next(result);
    const total = Math.max(0, numberOr(result.total_cost_usd, this.#lastTotal));
    const byModel = result.model_usage_since_last_result;
    const cost = typeof byModel === "object" && byModel !== null
      ? Object.values(byModel).reduce((sum, model) => sum + Math.max(0, numberOr(model?.costUSD, 0)), 0)
      : Math.max(0, total - this.#lastTotal);
    this.#lastTotal = total;
    this.#sum += cost;
    return { costUsd: roundUsd(cost), models };
  }
}

/** A cost that makes no sense must not end a run that was paid for. */
function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}
