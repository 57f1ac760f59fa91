import type { MonoTypeOperatorFunction, SchedulerLike, Subscription } from "rxjs";
import { asyncScheduler, timer } from "../agent/rxjs.ts";
import type { AgentEvent } from "../agent/events.ts";
import type { LimitedRun, RunWatch } from "../agent/limiter.ts";
import type { Message } from "../protocol/messages.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { checkTime } from "./_check_times.ts";
import { limiting } from "./_limiting.ts";

/** Options of `turnTimeout`. */
export interface TurnTimeoutOptions {
  /** What measures the time. @default the machine's clock */
  scheduler?: SchedulerLike;
}

/**
 * Interrupts each turn that takes too long. The turn ends with the outcome `limit` and a `reason`, and the run goes on
 * with the next prompt.
 *
 * ```text
 * source          -o-m-m-m-m-m-m-
 * turnTimeout(6)  -o-m-m-m-t-----r|    t: turn_end, outcome limit
 * ```
 *
 * A turn begins with its prompt; one that the CLI starts by itself with its first message. All of its time counts, that
 * in which a person is asked included; `watchdog` is the one that leaves that out. A run whose CLI does not answer the
 * interrupt ends with a `ControlError` after `limits.controlMs`.
 *
 * @example Half a minute a turn
 * ```ts
 * import { claude, turns, turnTimeout } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.text("Let me see");
 *   await cli.silence();
 * });
 * const ended: unknown[] = [];
 * await claude("hello", { transport }).pipe(turnTimeout(30), turns()).forEach((turn) => ended.push(turn.outcome, turn.reason));
 * assertEquals(ended, ["limit", "the turn took longer than 30 ms (turnTimeout)"]);
 * ```
 *
 * @param ms How long a turn may take, in milliseconds.
 * @param options What measures the time. @default the machine's clock
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the time is none, or an option does not exist.
 */
export function turnTimeout(ms: number, options: TurnTimeoutOptions = {}): MonoTypeOperatorFunction<AgentEvent> {
  checkOptionBag("turnTimeout()", options, { scheduler: true });
  const { scheduler = asyncScheduler } = options;
  checkTime("turnTimeout with", ms);
  return limiting({
    kind: "limiter",
    name: "turnTimeout()",
    watch: (run) => new TurnTimer(run, { ms, scheduler }),
  });
}

class TurnTimer implements RunWatch {
  readonly #run: LimitedRun;
  readonly #ms: number;
  readonly #scheduler: SchedulerLike;
  #timer: Subscription | undefined;

  constructor(run: LimitedRun, { ms, scheduler }: { ms: number; scheduler: SchedulerLike }) {
    this.#run = run;
    this.#ms = ms;
    this.#scheduler = scheduler;
  }

  prompted(): void {
    this.#begin();
  }

  observe(message: Message): void {
    if (message.type === "system" && message.subtype === "init") this.#begin();
  }

  turnEnded(): void {
    this.over();
    if (this.#run.inFlight > 0) this.#begin();
  }

  over(): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
  }

  #begin(): void {
    this.#timer ??= timer(this.#ms, this.#scheduler).subscribe(() => {
      this.#run.cut(`the turn took longer than ${this.#ms} ms (turnTimeout)`);
    });
  }
}
