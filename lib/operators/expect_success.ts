import type { MonoTypeOperatorFunction } from "rxjs";
import { map } from "../agent/rxjs.ts";
import { LimitError, TurnError } from "../agent/errors.ts";
import type { AgentEvent } from "../agent/events.ts";

/**
 * Makes a turn that failed an error of the stream, which ends the run.
 *
 * ```text
 * source           -o-m-t-m-x
 * expectSuccess()  -o-m-t-m-#
 *                  x: turn_end whose turn has failed
 * ```
 *
 * Failed are the outcomes `error`, `denied` and `blocked` (a `TurnError`) and `limit` (a
 * `LimitError`).
 *
 * @example A turn that fails ends the run
 * ```ts
 * import { claude, expectSuccess, TurnError } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertRejects } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ isError: true, text: "API Error: 403" });
 * });
 * await assertRejects(
 *   () => lastValueFrom(claude("hello", { transport }).pipe(expectSuccess())),
 *   TurnError,
 *   "API Error: 403",
 * );
 * ```
 *
 * @returns An operator that passes every event on.
 */
export function expectSuccess(): MonoTypeOperatorFunction<AgentEvent> {
  return map((event) => {
    if (event.type === "turn_end" && event.turn.failed) {
      throw event.turn.outcome === "limit" ? new LimitError(event.turn) : new TurnError(event.turn);
    }
    return event;
  });
}
