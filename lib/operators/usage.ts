import type { OperatorFunction } from "rxjs";
import { filter, scan } from "../agent/rxjs.ts";
import type { AgentEvent } from "../agent/events.ts";
import { roundUsd } from "../agent/turn_cost.ts";
import type { Turn } from "../agent/turn.ts";

/** What was used so far. */
export interface UsageTotal {
  /** How many turns there were. */
  readonly turns: number;
  /** What they cost, in US dollars, rounded to a billionth. */
  readonly costUsd: number;
  /** Tokens that the models read, without those that came from or went to the cache. */
  readonly inputTokens: number;
  /** Tokens that the models wrote. */
  readonly outputTokens: number;
  /** Tokens that came from the cache. */
  readonly cacheReadTokens: number;
  /** Tokens that went to the cache. */
  readonly cacheWriteTokens: number;
  /** The cost in US dollars, by model. */
  readonly costByModel: Readonly<Record<string, number>>;
}

/**
 * Adds up what turns take, and gives the sum after each; those of several agents, where their events come together.
 *
 * ```text
 * source   -o-m-t-m-m-t-r|
 * usage()  -----a-----b--|
 *               b: what both took
 * ```
 *
 * The tokens are those of each turn's result, which are the main agent's; the cost covers subagents as well. What a
 * running turn has taken so far is told by `agent.sessionCost()`.
 *
 * @example What a run cost
 * ```ts
 * import { claude, usage } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   while (await cli.prompt()) await cli.end({ costUsd: 0.1, usage: { input_tokens: 10, output_tokens: 4 } });
 * });
 * const seen: number[][] = [];
 * await claude(["one", "two"], { transport }).pipe(usage())
 *   .forEach(({ costUsd, outputTokens }) => seen.push([costUsd, outputTokens]));
 * assertEquals(seen, [[0.1, 4], [0.2, 8]]);
 * ```
 *
 * @returns An operator that gives sums.
 */
export function usage(): OperatorFunction<AgentEvent, UsageTotal> {
  return (source) =>
    source.pipe(
      filter((event) => event.type === "turn_end"),
      scan((total, { turn }) => plus(total, turn), NOTHING),
    );
}

const NOTHING: UsageTotal = {
  turns: 0,
  costUsd: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costByModel: {},
};

function plus(total: UsageTotal, { usage, costUsd, models }: Turn): UsageTotal {
  const costByModel: Record<string, number> = { ...total.costByModel };
  for (const [model, { costUSD }] of Object.entries(models)) {
    costByModel[model] = roundUsd((costByModel[model] ?? 0) + countOf(costUSD));
  }
  return {
    turns: total.turns + 1,
    costUsd: roundUsd(total.costUsd + costUsd),
    inputTokens: total.inputTokens + countOf(usage.input_tokens),
    outputTokens: total.outputTokens + countOf(usage.output_tokens),
    cacheReadTokens: total.cacheReadTokens + countOf(usage.cache_read_input_tokens),
    cacheWriteTokens: total.cacheWriteTokens + countOf(usage.cache_creation_input_tokens),
    costByModel,
  };
}

/** A count that makes no sense must not spoil the sum. */
function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
