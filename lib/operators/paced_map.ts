import type { ObservableInput, OperatorFunction } from "rxjs";
import { from, Observable, Subscription } from "../agent/rxjs.ts";
import type { StalledError } from "../agent/errors.ts";
import { Pace, paceSource, whilePacing } from "../agent/pace.ts";
import { Fifo } from "../framing/fifo.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { checkHighWaterMark, DEFAULT_HIGH_WATER_MARK } from "./_high_water_mark.ts";

/** How much a `pacedMap` takes in. */
export interface PacedMapOptions {
  /** How many values may wait; then the agent is held back until half of them are gone. @default 16 */
  highWaterMark?: number;
}

/**
 * Does something with each value that takes time, one after another, and holds the agent back meanwhile, so that what
 * waits stays bounded however much the agent says. A turn that runs keeps its whole messages all the same, for
 * `Turn.messages` (no `stream_event`).
 *
 * While the project works and `highWaterMark` values wait, what the agent prints is kept as bytes (but for one block of
 * 64 KiB at most, which may be parsed already) and not emitted; above `limits.readAheadBytes` the pipe stands still, and
 * with it the agent (never while one of our own control requests waits for its answer). Permission requests, hooks and
 * answers do not wait: they are taken out of what was read and dealt with at once, so that a request may come before
 * messages that the CLI wrote earlier (it has `ahead: true` then). A request that stands behind a full `readAheadBytes`
 * waits in the pipe with everything else until some was taken; raise that limit where it matters.
 *
 * ```text
 * source      -a-b-c-----|
 * project(x)   ---x|
 * pacedMap()  ----a--b--c|
 * ```
 *
 * An error of the source comes when what was emitted before it has been dealt with; nothing is lost. Only the
 * `StalledError` of `limits.stallMs`, which says that this work stands still, comes at once.
 *
 * What the project waits for must not wait for the project: `agent.ask` gives a turn whose end may stand behind the values
 * that wait here, as may the end of a window of `windowTurns` with events of several agents. Whoever awaits that turn inside
 * of `project` waits for ever, or with `limits.stallMs` until a `StalledError` says so: wait beside it. Control requests
 * (`agent.setModel` and so on) are answered meanwhile.
 *
 * Put it behind the agent's events or a selector of them; behind `mergeMap` it holds back every agent. Behind a selector
 * that is subscribed when the agent is at work already (`share()`), or that takes its time (`delay`), nothing tells which
 * agent that is: put `pacedMap` before it.
 *
 * @example A slow consumer
 * ```ts
 * import { claude, pacedMap, texts } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   for (const word of ["one", "two", "three"]) await cli.text(word);
 *   await cli.end();
 * });
 * const stored: string[] = [];
 * await claude("count", { transport }).pipe(
 *   texts(),
 *   pacedMap(async (text) => {
 *     await Promise.resolve();
 *     return text.length;
 *   }, { highWaterMark: 1 }),
 * ).forEach((length) => stored.push(String(length)));
 * assertEquals(stored, ["3", "3", "5"]);
 * ```
 *
 * @param project Gives a promise, an observable or an iterable for each value; what that gives is emitted. A plain value is
 * refused, and so is a text, which would be gone through letter by letter: make it an `async` function.
 * @param options How much is taken in. @default 16 values
 * @returns An operator that gives what the projects give, in the order of the values.
 * @throws {UsageError} If `project` is no function, `highWaterMark` no whole number above 0, or an option does not exist. The
 * stream errors with one if the project gives a plain value.
 */
export function pacedMap<T, R>(
  project: (value: T, index: number) => ObservableInput<R>,
  options: PacedMapOptions = {},
): OperatorFunction<T, R> {
  checkOptionBag("pacedMap()", options, { highWaterMark: true });
  const { highWaterMark = DEFAULT_HIGH_WATER_MARK } = options;
  if (typeof project !== "function") {
    throw new UsageError("Cannot use pacedMap without a function: give (value) => a promise or an observable");
  }
  checkHighWaterMark("pacedMap", highWaterMark);
  return (source) =>
    new Observable<R>((subscriber) => {
      const pace = new Pace();
      const waiting = new Fifo<T>();
      let index = 0;
      let busy = false;
      let ending: (() => void) | undefined;
      const work = (): void => {
        // A loop and not a recursion: a project that is done at once would fill the stack.
        while (!busy && !subscriber.closed) {
          if (waiting.length === 0) return ending?.();
          const value = waiting.take();
          pace.took();
          if (waiting.length * 2 <= highWaterMark) pace.release();
          begin(value);
        }
      };
      const begin = (value: T): void => {
        let inner: Observable<R>;
        // Before the project is called: what that does may make the source emit.
        busy = true;
        try {
          inner = inputOf(project(value, index++));
        } catch (error) {
          return subscriber.error(error);
        }
        const subscription = new Subscription();
        subscriber.add(subscription);
        let isSync = true;
        subscription.add(inner.subscribe({
          next: (result) => subscriber.next(result),
          error: (error) => subscriber.error(error),
          complete: () => {
            busy = false;
            subscriber.remove(subscription);
            if (!isSync) work();
          },
        }));
        isSync = false;
      };
      subscriber.add(() => pace.close());
      whilePacing(pace, () => {
        subscriber.add(source.subscribe({
          next(value) {
            paceSource(value, pace);
            waiting.push(value);
            if (busy && waiting.length >= highWaterMark) pace.hold();
            work();
          },
          error(error) {
            // Its own work is what stands still: behind that, the error would never come.
            if (isStalled(error)) return subscriber.error(error);
            ending = () => subscriber.error(error);
            work();
          },
          complete() {
            ending = () => subscriber.complete();
            work();
          },
        }));
      });
    });
}

function isStalled(error: unknown): boolean {
  const { name, phase } = (error ?? {}) as Partial<StalledError>;
  return name === "StalledError" && phase === "consumer";
}

function inputOf<R>(given: ObservableInput<R>): Observable<R> {
  if (typeof given === "object" && given !== null) {
    try {
      return from(given);
    } catch {
      // A plain object: nothing that gives values.
    }
  }
  throw new UsageError(
    `Cannot go on with pacedMap: its function gave ${typeof given === "string" ? "a text" : "a plain value"}; ` +
      "make it an async function, as in pacedMap(async (value) => …)",
  );
}
