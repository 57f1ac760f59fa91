import type { OperatorFunction } from "rxjs";
import { takeLast } from "../agent/rxjs.ts";
import type { AgentEvent } from "../agent/events.ts";
import type { Turn } from "../agent/turn.ts";
import { turns } from "./turns.ts";

/**
 * Gives the last turn when the run is over; nothing if there was none.
 *
 * ```text
 * source      -o-m-m-t-m-t-r|
 * lastTurn()  --------------(T|)
 * ```
 *
 * @example The answer of a whole run
 * ```ts
 * import { claude, lastTurn } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ text: "all good" });
 * });
 * assertEquals((await lastValueFrom(claude("check", { transport }).pipe(lastTurn()))).text, "all good");
 * ```
 *
 * @returns An operator that gives at most one turn.
 */
export function lastTurn(): OperatorFunction<AgentEvent, Turn> {
  return (source) => source.pipe(turns(), takeLast(1));
}
