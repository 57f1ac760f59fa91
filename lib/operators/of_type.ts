import { filter, type OperatorFunction } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";

/**
 * Passes on the events of the given types, narrowed.
 *
 * ```text
 * source              -o-m-p-m-t-r|
 * ofType("turn_end")  ---------t--|
 * ```
 *
 * @example The cost of each result
 * ```ts
 * import { claude, ofType } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ costUsd: 0.25 });
 * });
 * const costs: (number | undefined)[] = [];
 * await claude("hello", { transport }).pipe(ofType("result")).forEach((result) => costs.push(result.total_cost_usd));
 * assertEquals(costs, [0.25]);
 * ```
 *
 * @param types The events' `type`s: of messages (`"assistant"`, `"result"` …) and of what Turnstream
 * adds (`"permission"`, `"turn_end"` …).
 * @returns An operator that narrows.
 */
export function ofType<Type extends AgentEvent["type"]>(
  ...types: Type[]
): OperatorFunction<AgentEvent, Extract<AgentEvent, { type: Type }>> {
  const wanted = new Set<string>(types);
  return filter((event): event is Extract<AgentEvent, { type: Type }> => wanted.has(event.type));
}
