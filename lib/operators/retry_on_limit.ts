import type { MonoTypeOperatorFunction, SchedulerLike } from "rxjs";
import { asyncScheduler, filter, map, timer } from "../agent/rxjs.ts";
import type { Agent } from "../agent/agent.ts";
import { findAgent, isAdded } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { failureKind } from "../agent/failure_kind.ts";
import type { LimitedRun } from "../agent/limiter.ts";
import type { Prompt } from "../agent/prompt.ts";
import { markRetried } from "../agent/retried.ts";
import type { Turn } from "../agent/turn.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag, type OptionNames } from "../protocol/option_bag.ts";
import { checkTimes } from "./_check_times.ts";
import { limiting } from "./_limiting.ts";
import { responder } from "./responder.ts";
import { waitBefore } from "./_wait_before.ts";

/** When and how often a prompt is sent again. */
export interface RetryOnLimitOptions {
  /** How often one prompt is sent again at most. @default 5 */
  attempts?: number;
  /**
   * The longest wait, in milliseconds: where the CLI names a later time, nothing is sent again; all other waits are
   * shortened to it, their random part included.
   *
   * @default 21_600_000, six hours
   */
  maxWaitMs?: number;
  /** The wait before the first retry where the CLI names no time to come; it doubles with each. @default 5_000 */
  firstWaitMs?: number;
  /**
   * Up to so many milliseconds are added at random, so that many agents that met the same limit do not come back at
   * once; where the CLI names no time, at most as much as the wait itself.
   *
   * @default 30_000
   */
  jitterMs?: number;
  /** What is sent after the wait, given the turn that failed. @default its prompt once more */
  again?: (turn: Turn) => Prompt;
  /** Gives a number from 0 to 1 for the random part. @default Math.random */
  random?: () => number;
  /** What measures the time. @default the machine's clock */
  scheduler?: SchedulerLike;
}

const NAMES: OptionNames<RetryOnLimitOptions> = {
  attempts: true,
  maxWaitMs: true,
  firstWaitMs: true,
  jitterMs: true,
  again: true,
  random: true,
  scheduler: true,
};

/**
 * Waits when a usage limit is reached or the server fails, and sends the prompt once more, in the same session and the
 * same process: hooks, rules and prompts that wait stay as they are.
 *
 * ```text
 * source          -o-m-t---------m-u-r|     t: turn_end, 429; the limit ends at R
 * retryOnLimit()  -o-m-d---------m-u-r|     d: diagnostic, says how long it waits
 *                               R           u: turn_end, success
 * ```
 *
 * It waits until the time that the CLI names (`rate_limit_event`, `resetsAt`) and some random time more. Where none is
 * named it waits for `firstWaitMs`, the double the next time and so on, and never for less than the last `retry-after`
 * that the CLI passed on. The CLI itself tries each request again some times before the turn fails.
 *
 * The `turn_end` of a turn that is tried again does not come: its place takes a `warning`. What it cost is in the run's
 * cost. A turn that is not tried again comes as it is: what failed for good (see `failureKind`), what failed once more
 * after so many `attempts`, and what would have to wait for longer than `maxWaitMs`. `agent.ask`
 * gives the turn that counts, too.
 *
 * Put it before `expectSuccess`, `converse` and the selectors, so that they see the turn that counts. An error of the
 * stream, such as a process that died, is not tried again; RxJS's `retry` does that, with `failureKind` to tell when it
 * is of no use, and `defer` to resume the session: its documentation has an example.
 *
 * @example A limit that ends
 * ```ts
 * import { claude, lastTurn, retryOnLimit } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.fail("API Error: 529 Overloaded", { status: 529 });
 *   await cli.prompt();
 *   await cli.end({ text: "42" });
 * });
 * const turn = await lastValueFrom(
 *   claude("What is 6 times 7?", { transport, onDiagnostic: () => {} }).pipe(
 *     retryOnLimit({ firstWaitMs: 5, jitterMs: 0 }),
 *     lastTurn(),
 *   ),
 * );
 * assertEquals([turn.outcome, turn.text], ["success", "42"]);
 * ```
 *
 * @param options When and how often. @default each one's own
 * @returns An operator that passes every other event on.
 * @throws {UsageError} If an option is no such number, or does not exist.
 */
export function retryOnLimit(options: RetryOnLimitOptions = {}): MonoTypeOperatorFunction<AgentEvent> {
  checkOptionBag("retryOnLimit()", options, NAMES);
  const { attempts = 5, maxWaitMs = 21_600_000, firstWaitMs = 5_000, jitterMs = 30_000 } = options;
  const { again = promptOf, random = Math.random, scheduler = asyncScheduler } = options;
  checkTimes("retryOnLimit", { maxWaitMs, firstWaitMs });
  if (!Number.isInteger(attempts) || attempts < 1) {
    throw new UsageError(`Cannot use retryOnLimit with attempts: ${attempts}: give a whole number above 0`);
  }
  if (!(typeof jitterMs === "number" && jitterMs >= 0 && jitterMs < Infinity)) {
    throw new UsageError(`Cannot use retryOnLimit with jitterMs: ${jitterMs}: give milliseconds, or 0 for none`);
  }
  for (const [option, value] of Object.entries({ again, random })) {
    if (typeof value !== "function") throw new UsageError(`Cannot use retryOnLimit with ${option}: give a function`);
  }
  const runs = new WeakMap<Agent, LimitedRun>();
  const tries = new WeakMap<Agent, number>();
  const retried = new WeakSet<AgentEvent>();

  function look(event: AgentEvent): void {
    const agent = findAgent(event);
    if (!isAdded("turn_end", event) || agent === undefined || event.turn.unsolicited) return;
    const { turn } = event;
    const before = tries.get(agent) ?? 0;
    const wait = turn.outcome === "error" && failureKind(turn) === "passing" && before < attempts
      ? waitBefore(turn, { now: scheduler.now(), tries: before, firstWaitMs, maxWaitMs, jitterMs, random })
      : Infinity;
    if (wait > maxWaitMs) return void tries.delete(agent);
    tries.set(agent, before + 1);
    retried.add(event);
    markRetried(turn);
    const until = new Date(scheduler.now() + wait).toISOString();
    const of = `attempt ${before + 1} of ${attempts}`;
    runs.get(agent)?.report(
      `The turn failed (${turn.text || "a limit is reached"}); it is tried again at ${until}, ${of}`,
    );
    event.continueWith(() => timer(wait, scheduler).pipe(map(() => again(turn))));
  }

  const know = limiting({
    kind: "limiter",
    name: "retryOnLimit()",
    watch(run) {
      runs.set(run.agent, run);
      return {};
    },
  });
  const respond = responder({ kind: "turn_end", name: "retryOnLimit()" }, look);
  return (source) => source.pipe(know, respond, filter((event) => !retried.has(event)));
}

/** The prompt as it was, under an id of its own. */
function promptOf({ prompt }: Turn): Prompt {
  const { content = "Go on", priority } = prompt ?? {};
  return priority === undefined ? { content } : { content, priority };
}
