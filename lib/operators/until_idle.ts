import { type MonoTypeOperatorFunction, Observable } from "rxjs";
import type { Agent } from "../agent/agent.ts";
import { findAgent } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { idlenessOf } from "../agent/idle.ts";

/**
 * Passes events on until the agent has nothing more to do, and completes: a turn has ended, no other runs or waits, no
 * subagent is at work or owed a turn, and the CLI says that it is idle. Background shell commands do not count.
 *
 * ```text
 * source       -m-t-m-k-m-t-i---
 * untilIdle()  -m-t-m-k-m-t-(i|)
 *              k: a subagent reports  i: the CLI says that it is idle
 * ```
 *
 * For scripts that hold the agent in the hand: `agent.ask` gives its turn, and this what the subagents make of it
 * afterwards. Subscribe before the prompt is sent. Behind `claude(…)` it does what the end of the prompts does anyway.
 * With events of several agents, each must be idle.
 *
 * @example What was said until all was done
 * ```ts
 * import { connect, texts, untilIdle } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom, toArray } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.text("Looking");
 *   await cli.text("Found it");
 *   await cli.end();
 *   await cli.prompt();
 * });
 * await using agent = await connect({ transport });
 * const said = lastValueFrom(agent.events.pipe(untilIdle(), texts(), toArray()));
 * agent.send("Find it");
 * assertEquals(await said, ["Looking", "Found it"]);
 * ```
 *
 * @returns An operator that passes events on and completes.
 */
export function untilIdle(): MonoTypeOperatorFunction<AgentEvent> {
  return (source) =>
    new Observable((subscriber) => {
      const agents = new Set<Agent>();
      let turnEnded = false;
      const look = (): void => {
        if (turnEnded && [...agents].every((agent) => idlenessOf(agent)?.idle !== false)) subscriber.complete();
      };
      subscriber.add(() => {
        for (const agent of agents) idlenessOf(agent)?.listeners.delete(look);
      });
      subscriber.add(source.subscribe({
        next(event) {
          const agent = findAgent(event);
          if (agent !== undefined && !agents.has(agent)) {
            agents.add(agent);
            idlenessOf(agent)?.listeners.add(look);
          }
          turnEnded ||= event.type === "turn_end";
          subscriber.next(event);
          // When what the event brings about has been done: a responder may have continued the conversation.
          if (turnEnded) queueMicrotask(look);
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      }));
    });
}
