import { Observable } from "./rxjs.ts";
import { type Clock, systemClock } from "../process/mod.ts";
import { checkOptions } from "./check_options.ts";
import type { AgentEvent } from "./events.ts";
import { pendingExpectations, servedAlready, tooLate } from "./expectations.ts";
import type { ClaudeOptions } from "./options.ts";
import { paceAgent, pendingPaces } from "./pace.ts";
import { type Prompts, promptSource } from "./prompts.ts";
import { Run } from "./run.ts";

/**
 * Runs the `claude` agent and gives everything that it says, asks and does.
 *
 * The observable is cold: nothing starts until it is subscribed. It is shared while it is active:
 * two subscribers at once are one process, the last one to leave ends it, and subscribing after the
 * end starts a new one. Nothing that the agent wants to do and that needs leave is allowed unless an
 * operator such as `allowTools` says so.
 *
 * ```text
 * subscribe   ^--------------------------------------------!
 * events      -o-m-m-p-m-m-t-m-m-t-(r|)
 *              o: opening  m: messages  p: permission  t: turn_end  r: run_end
 * ```
 *
 * `complete` and `error` come when the process has gone.
 *
 * @example A policy, and the answer's text
 * ```ts
 * import { allowTools, claude, texts } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt("What is 6 times 7?");
 *   await cli.text("42");
 *   await cli.end();
 * });
 * const said: string[] = [];
 * await claude("What is 6 times 7?", { transport }).pipe(
 *   allowTools("Read"),
 *   texts(),
 * ).forEach((text) => said.push(text));
 * assertEquals(said, ["42"]);
 * ```
 *
 * @param prompts One prompt, or many: an iterable, an async iterable or an observable. Each is sent
 * when the turn before has ended; when they are used up, the run ends.
 * @param options What the agent is started with. @default none
 * @returns The agent's events.
 * @throws {UsageError} If the prompts or options cannot be used.
 */
export function claude(prompts: Prompts, options: ClaudeOptions = {}): Observable<AgentEvent> {
  return claudeOn(systemClock, prompts, options);
}

/** The same on another clock, for tests. */
export function claudeOn(clock: Clock, prompts: Prompts, options: ClaudeOptions = {}): Observable<AgentEvent> {
  const limits = checkOptions(options);
  const source = promptSource(prompts);
  return shareRun((parts) => {
    source.check();
    return new Run(options, { ...parts, limits, prompts: source, clock });
  });
}

/** How `shareRun` wants a run made. */
export interface SharedRunParts {
  /** What must have gone before the process starts. */
  after?: Promise<unknown>;
  /** Called when the run is over. */
  onOver: () => void;
}

/** One run for all who are subscribed at a time. */
export function shareRun(make: (parts: SharedRunParts) => Run): Observable<AgentEvent> {
  let current: { run: Run; subscribers: number } | undefined;
  let before: Promise<unknown> | undefined;
  return new Observable((subscriber) => {
    const expected = pendingExpectations();
    if (current?.run.opened === true) {
      const { registry } = current.run.core;
      const late = expected.findLast((each) =>
        each.observes !== true && !(each.repeatable && registry.serves(each.instance))
      );
      if (late !== undefined) {
        return subscriber.error(registry.serves(late.instance) ? servedAlready(late.name) : tooLate(late.name));
      }
    }
    const mine = current ??= start();
    mine.run.expect(expected);
    for (const pace of pendingPaces()) paceAgent(mine.run.core.agent, pace);
    mine.subscribers++;
    const subscription = mine.run.core.events.subscribe(subscriber);
    if (mine.subscribers === 1) mine.run.begin();
    return () => {
      subscription.unsubscribe();
      if (--mine.subscribers > 0) return;
      if (current === mine) current = undefined;
      void mine.run.end();
    };
  });

  function start(): { run: Run; subscribers: number } {
    const onOver = () => {
      if (current === started) current = undefined;
    };
    const run = make(before === undefined ? { onOver } : { after: before, onOver });
    const started = { run, subscribers: 0 };
    // A run that is left before it started has gone, but the one before it perhaps not.
    before = Promise.all([before, run.exited]).then(() => {});
    return started;
  }
}
