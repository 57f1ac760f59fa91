import type { OperatorFunction } from "rxjs";
import { Observable, Subscription } from "../agent/rxjs.ts";
import type { Agent } from "../agent/agent.ts";
import { findAgent, isAdded } from "../agent/brand.ts";
import type { AgentEvent, DecisionRecord } from "../agent/events.ts";
import { expectation, whileExpecting } from "../agent/expectations.ts";
import { recordsOf } from "../agent/records.ts";

/**
 * Gives the record: how each permission request was decided, and each call at which a gate or a PreToolUse hook looked.
 *
 * ```text
 * events       -o-m-p---m-h-p---(r|)
 * decisions()  -----d-----d---d-(|)
 *              p: permission  h: PreToolUse  d: its record, when the answer has been written
 * ```
 *
 * One record for each, also for what was withdrawn, ran out of its time, failed, was denied because nobody allowed it or
 * because the agent is ending. A call that a gate lets pass and that the CLI then asks about has two: one at each door.
 *
 * The records come from the agents whose events flow past, not from the events: operators above that filter take
 * nothing away, but for the `opening`, which must reach this. Where it does not, the stream errors before anything
 * starts. Who subscribes later, behind `share()` for example, gets the records from then on. Nothing is kept for nobody:
 * without a subscriber no record is made.
 *
 * @example What was allowed, and by which rule
 * ```ts
 * import { allowTools, claude, decisions, denyTools } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.tool("Bash", { command: "make test" });
 *   await cli.tool("Bash", { command: "git push" });
 *   await cli.end();
 * });
 * const seen: unknown[] = [];
 * await claude("go", { transport, settingSources: [] }).pipe(
 *   denyTools("Bash(git push)"),
 *   allowTools("Bash(make *)"),
 *   decisions(),
 * ).forEach(({ door, decision, by, rule }) => seen.push([door, decision, by, rule]));
 * assertEquals(seen, [
 *   ["hook", "none", undefined, undefined],
 *   ["permission", "allow", "allowTools()", "Bash(make *)"],
 *   ["hook", "deny", "denyTools()", "Bash(git push)"],
 * ]);
 * ```
 *
 * @returns An operator from events to records. It completes and fails with the events.
 * @see {@linkcode decisionLines} for a log, and {@linkcode explain} for what rules say about a record.
 */
export function decisions(): OperatorFunction<AgentEvent, DecisionRecord> {
  return (source) =>
    new Observable((subscriber) => {
      const expected = { ...expectation("decisions()", {}), observes: true };
      const followed = new Set<Agent>();
      const follow = (agent: Agent): void => {
        if (followed.has(agent)) return;
        followed.add(agent);
        const following = new Subscription(() => followed.delete(agent));
        subscriber.add(following);
        following.add(
          recordsOf(agent)?.subscribe({
            next: (record) => subscriber.next(record),
            complete: () => following.unsubscribe(),
          }),
        );
      };
      subscriber.add(() => expected.closed = true);
      whileExpecting(expected, () => {
        subscriber.add(source.subscribe({
          next: (event) => {
            if (isAdded("opening", event)) expected.met.add(event);
            const agent = findAgent(event);
            if (agent !== undefined) follow(agent);
          },
          error: (error) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }));
      });
    });
}
