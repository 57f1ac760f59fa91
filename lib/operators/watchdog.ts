import type { MonoTypeOperatorFunction, SchedulerLike } from "rxjs";
import { asyncScheduler } from "../agent/rxjs.ts";
import type { AgentEvent } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag, type OptionNames } from "../protocol/option_bag.ts";
import { checkTimes } from "./_check_times.ts";
import { limiting } from "./_limiting.ts";
import { PhaseWatch } from "./_phase_watch.ts";

/** How long each phase may stand still, in milliseconds; a phase that is left out may take any time. */
export interface WatchdogOptions {
  /** From the process's start to its first line. @default no limit */
  start?: number;
  /**
   * From a prompt, or from the results of the model's tools, to the model's first sign: without `includePartialMessages`
   * a block of the answer comes whole, so that this is the time for one.
   *
   * @default no limit
   */
  firstToken?: number;
  /** Between two lines of an answer that has begun. @default no limit */
  streaming?: number;
  /** Without a word of a tool that runs, or of the subagent that runs in it; that it is still running is no word. @default no limit */
  tool?: number;
  /** Without a word of the subagents that work on after a turn. @default no limit */
  settle?: number;
  /** What measures the time. @default the machine's clock */
  scheduler?: SchedulerLike;
}

const NAMES: OptionNames<WatchdogOptions> = {
  start: true,
  firstToken: true,
  streaming: true,
  tool: true,
  settle: true,
  scheduler: true,
};

/**
 * Ends a run that stands still: each phase has a limit of its own. At a limit the run is ended by the usual steps, and
 * then the stream errors with a `StalledError`, which tells the phase and what the model had said so far.
 *
 * ```text
 * source                      -o-i-a--------
 * watchdog({ streaming: 4 })  -o-i-a---#        #: StalledError, phase "streaming"
 * ```
 *
 * | phase | begins | what counts as a sign of life |
 * | --- | --- | --- |
 * | `start` | the process starts | its first line |
 * | `first_token` | a prompt is written, or all tools have their results | a piece of an answer; a status such as "compacting" begins it anew |
 * | `streaming` | a piece of an answer comes | any line |
 * | `tool` | the model calls a tool | any line, but not `tool_progress`, which comes by the clock |
 * | `settle` | a turn ends while subagents work on | any line |
 *
 * **What does not count:** the time in which the CLI waits for an answer of this script, as a person may have to be asked
 * (permissions, hooks, dialogs), the wait that the CLI announces before it tries a request again (`api_retry`), and the time
 * in which a paced consumer (`pacedMap`, `iterate`) holds everything up.
 * Between turns, when nothing is at work, nothing is limited. Without a limit for its phase, a run that hangs waits for
 * ever.
 *
 * The watchdog is told by the agent itself: it sees every line, whatever stands above it in the pipe. One instance may
 * watch many agents.
 *
 * @example A model that says nothing
 * ```ts
 * import { claude, StalledError, watchdog } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals, assertRejects } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.silence();
 * });
 * const error = await assertRejects(
 *   () => lastValueFrom(claude("hello", { transport }).pipe(watchdog({ firstToken: 20 }))),
 *   StalledError,
 * );
 * assertEquals(error.phase, "first_token");
 * ```
 *
 * @param options The limits: at least one of them.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If there is no limit, one that is no time, or an option that does not exist.
 */
export function watchdog(options: WatchdogOptions): MonoTypeOperatorFunction<AgentEvent> {
  checkOptionBag("watchdog()", options, NAMES);
  const { scheduler = asyncScheduler, ...limits } = options ?? {};
  if (Object.values(limits).every((limit) => limit === undefined)) {
    throw new UsageError(
      "Cannot use watchdog without a limit: give milliseconds for one of start, firstToken, streaming, tool, settle",
    );
  }
  checkTimes("watchdog", limits);
  return limiting({
    kind: "limiter",
    name: "watchdog()",
    watch: (run) => new PhaseWatch(run, { limits, scheduler }),
  });
}
