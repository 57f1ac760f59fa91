import type { OperatorFunction } from "rxjs";
import { Observable, Subject } from "../agent/rxjs.ts";
import { findAgent } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { isMainAgents } from "../agent/main_agent.ts";

/**
 * Gives each turn as an observable of its events while it runs, its `turn_end` the last. What comes
 * between turns is in none of them.
 *
 * ```text
 * source         -o-a-b-t-c-t-r|
 * windowTurns()  ---x-----y----|
 * x                 a-b-(t|)
 * y                       c-(t|)
 * ```
 *
 * As with RxJS's `window`, the inner observables are hot: subscribe to each when it comes. Behind a
 * `merge` each agent has turns of its own.
 *
 * @example What was said, turn by turn
 * ```ts
 * import { claude, texts, windowTurns } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { mergeMap, toArray } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   while (await cli.prompt()) {
 *     await cli.text("one");
 *     await cli.text("two");
 *     await cli.end();
 *   }
 * });
 * const live: string[][] = [];
 * await claude(["a", "b"], { transport }).pipe(
 *   windowTurns(),
 *   mergeMap((turn) => turn.pipe(texts(), toArray())),
 * ).forEach((said) => live.push(said));
 * assertEquals(live, [["one", "two"], ["one", "two"]]);
 * ```
 *
 * @returns An operator that nests events by turn.
 */
export function windowTurns(): OperatorFunction<AgentEvent, Observable<AgentEvent>> {
  return (source) =>
    new Observable((subscriber) => {
      const open = new Map<unknown, Subject<AgentEvent>>();
      const closeAll = (close: (window: Subject<AgentEvent>) => void) => {
        for (const window of open.values()) close(window);
        open.clear();
      };
      subscriber.add(source.subscribe({
        next(event) {
          const agent = findAgent(event);
          let window = open.get(agent);
          if (window === undefined && !opensTurn(event)) return;
          if (window === undefined) {
            window = new Subject();
            open.set(agent, window);
            subscriber.next(window.asObservable());
          }
          window.next(event);
          if (event.type !== "turn_end" && event.type !== "run_end") return;
          open.delete(agent);
          window.complete();
        },
        error(error) {
          closeAll((window) => window.error(error));
          subscriber.error(error);
        },
        complete() {
          closeAll((window) => window.complete());
          subscriber.complete();
        },
      }));
    });
}

/** Whether an event opens a turn: news of the session and of subagents come between turns as well. */
function opensTurn(event: AgentEvent): boolean {
  switch (event.type) {
    case "result":
    case "turn_end":
      return true;
    case "system":
      return event.subtype === "init";
    case "hook":
      return event.event === "UserPromptSubmit";
    case "assistant":
    case "stream_event":
      return isMainAgents(event);
    default:
      return false;
  }
}
