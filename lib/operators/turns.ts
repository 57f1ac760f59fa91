import type { OperatorFunction } from "rxjs";
import { map } from "../agent/rxjs.ts";
import type { AgentEvent } from "../agent/events.ts";
import type { Turn } from "../agent/turn.ts";
import { ofType } from "./of_type.ts";

/**
 * Gives each turn when it has ended.
 *
 * ```text
 * source   -o-m-m-t-m-t-r|
 * turns()  -------T---T--|
 * ```
 *
 * A turn that failed is a value as well: look at `turn.outcome`, or put `expectSuccess()` before.
 *
 * @example One value a turn
 * ```ts
 * import { claude, turns } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   while (await cli.prompt()) await cli.end({ text: "done" });
 * });
 * const indexes: number[] = [];
 * await claude(["first", "second"], { transport }).pipe(turns()).forEach((turn) => indexes.push(turn.index));
 * assertEquals(indexes, [0, 1]);
 * ```
 *
 * @returns An operator that gives turns.
 */
export function turns(): OperatorFunction<AgentEvent, Turn> {
  return (source) => source.pipe(ofType("turn_end"), map((end) => end.turn));
}
