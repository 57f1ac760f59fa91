import type { MonoTypeOperatorFunction, SchedulerLike } from "rxjs";
import { asyncScheduler } from "../agent/rxjs.ts";
import type { AgentEvent } from "../agent/events.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { checkTime } from "./_check_times.ts";
import { limiting } from "./_limiting.ts";
import { StartQueue } from "./_start_queue.ts";

/** Options of `stagger`. */
export interface StaggerOptions {
  /** What measures the time. @default the machine's clock */
  scheduler?: SchedulerLike;
}

/**
 * Starts agents one after another, at least so long apart: the same instance stands in all of them. A process takes
 * seconds of the machine to start, and many at once take each other's.
 *
 * ```text
 * first agent   -(oS)-m-m-t-r|
 * second agent  -o---S--m-m-t-r|     S: the process starts
 * third agent   -o-------S-m-m-t-r|
 * stagger(4)     ^   ^   ^
 * ```
 *
 * Everything but the process starts at once: the Opening flows, hooks and rules register. An agent that is left while it
 * waits loses its place to the next. A `budget` looks into its purse when the wait is over.
 *
 * @example Four at a time, half a second apart
 * ```ts
 * import { claude, lastTurn, stagger } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { from, mergeMap } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ text: "fine" });
 * });
 * const apart = stagger(5);
 * const said: string[] = [];
 * await from(["a.ts", "b.ts", "c.ts"]).pipe(
 *   mergeMap((file) => claude(`Review ${file}`, { transport }).pipe(apart, lastTurn()), 4),
 * ).forEach((turn) => said.push(turn.text));
 * assertEquals(said, ["fine", "fine", "fine"]);
 * ```
 *
 * @param ms The shortest time between two starts, in milliseconds.
 * @param options What measures the time. @default the machine's clock
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the time is none, or an option does not exist.
 */
export function stagger(ms: number, options: StaggerOptions = {}): MonoTypeOperatorFunction<AgentEvent> {
  checkOptionBag("stagger()", options, { scheduler: true });
  const { scheduler = asyncScheduler } = options;
  checkTime("stagger with", ms);
  const queue = new StartQueue(ms, scheduler);
  return limiting({ kind: "limiter", name: "stagger()", watch: () => queue.place() });
}
