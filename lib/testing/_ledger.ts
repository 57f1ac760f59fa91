import { SubagentCounts } from "./_subagent_counts.ts";
import type { Usage } from "../protocol/messages.ts";

interface ModelUsage extends Record<string, unknown> {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens: number;
  cacheCreationInputTokens: number;
  costUSD: number;
}

/** What the session has cost so far, and which prompts it has taken. */
export class Ledger {
  /** How many subagents there were. */
  readonly subagents: SubagentCounts = new SubagentCounts();
  /** The ids of the prompts that turns took: there is a checkpoint of the files for each. */
  readonly prompts: Set<string> = new Set();
  #total = 0;
  #results = 0;
  readonly #models = new Map<string, ModelUsage>();

  /** How many results there were. */
  get results(): number {
    return this.#results;
  }

  /** The sum, rounded to a billionth so that sums of decimal fractions look like ones. */
  get totalUsd(): number {
    return round(this.#total);
  }

  /** Books a turn and gives back the fields of its result. */
  book(turn: { model: string; costUsd: number; usage: Usage }, isNew: boolean): Record<string, unknown> {
    const { model, costUsd, usage } = turn;
    this.#total += costUsd;
    const own = asModelUsage(usage, costUsd);
    const before = this.#models.get(model);
    if (own.inputTokens + own.outputTokens > 0 || costUsd > 0) {
      this.#models.set(model, before === undefined ? own : sum(before, own));
    }
    const modelUsage = Object.fromEntries(this.#models);
    const since = { result_index: this.#results++, model_usage_since_last_result: { [model]: own } };
    return { total_cost_usd: this.totalUsd, usage, modelUsage, ...(isNew ? since : {}) };
  }
}

function asModelUsage(usage: Usage, costUsd: number): ModelUsage {
  return {
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    cacheReadInputTokens: usage.cache_read_input_tokens ?? 0,
    cacheCreationInputTokens: usage.cache_creation_input_tokens ?? 0,
    costUSD: round(costUsd),
  };
}

function sum(left: ModelUsage, right: ModelUsage): ModelUsage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadInputTokens: left.cacheReadInputTokens + right.cacheReadInputTokens,
    cacheCreationInputTokens: left.cacheCreationInputTokens + right.cacheCreationInputTokens,
    costUSD: round(left.costUSD + right.costUSD),
  };
}

function round(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}
