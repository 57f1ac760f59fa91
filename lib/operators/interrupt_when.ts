import type { MonoTypeOperatorFunction, ObservableInput } from "rxjs";
import { from, Observable } from "../agent/rxjs.ts";
import type { Agent } from "../agent/agent.ts";
import { findAgent } from "../agent/brand.ts";
import { ControlError } from "../agent/errors.ts";
import type { AgentEvent } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";

/**
 * Interrupts the running turn of every agent that flows past, each time the notifier emits. Between
 * turns it does nothing.
 *
 * ```text
 * source           -o-m-m-m-t-----r|
 * notifier         ------n-----n
 * interruptWhen()  -o-m-m-m-t-----r|
 *                           t: the turn ends as interrupted
 * ```
 *
 * @example Enough has been said
 * ```ts
 * import { claude, interruptWhen, lastTurn } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom, Subject, tap } from "rxjs";
 *
 * const stop = new Subject<void>();
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.text("counting to a million");
 *   await cli.tool("Bash", { command: "seq 1000000" });
 *   await cli.end();
 * });
 * const turn = await lastValueFrom(claude("count", { transport }).pipe(
 *   tap((event) => event.type === "assistant" ? stop.next() : undefined),
 *   interruptWhen(stop),
 *   lastTurn(),
 * ));
 * assertEquals(turn.outcome, "interrupted");
 * ```
 *
 * @param notifier Each value interrupts; its completion means nothing, its error is the stream's.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the notifier is none.
 */
export function interruptWhen(notifier: ObservableInput<unknown>): MonoTypeOperatorFunction<AgentEvent> {
  if (!isInput(notifier)) {
    throw new UsageError("Cannot use interruptWhen without a notifier: give an observable or a promise");
  }
  return (source) =>
    new Observable((subscriber) => {
      const agents = new Set<Agent>();
      subscriber.add(
        from(notifier).subscribe({
          next() {
            for (const agent of agents) {
              agent.interrupt().catch((error) => {
                // A time-out or a death of the process is an error of the run already.
                if (error instanceof ControlError && error.kind === "refused") subscriber.error(error);
              });
            }
          },
          error: (error) => subscriber.error(error),
        }),
      );
      subscriber.add(source.subscribe({
        next(event) {
          const agent = findAgent(event);
          if (agent !== undefined) {
            if (event.type === "run_end") agents.delete(agent);
            else agents.add(agent);
          }
          subscriber.next(event);
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      }));
    });
}

// Texts can be gone through, too, and would interrupt at once.
function isInput(notifier: unknown): boolean {
  if (typeof notifier === "string") return false;
  try {
    from(notifier as ObservableInput<unknown>);
    return true;
  } catch {
    return false;
  }
}
