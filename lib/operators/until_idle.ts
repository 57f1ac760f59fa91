import type { MonoTypeOperatorFunction } from "rxjs";
import { Observable } from "../agent/rxjs.ts";
import type { Agent } from "../agent/agent.ts";
import { findAgent } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { idlenessOf, whileFinding } from "../agent/idle.ts";

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
 * afterwards. With the events of an agent that has had a turn and has nothing to do, it completes at once; so subscribe
 * after `await agent.ask(…)`, or right before the prompt is sent, without waiting in between. Behind `claude(…)` it does what the end of the prompts does anyway: as
 * long as its prompts may give another one, there is something to do.
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
 * @example What subagents do after the turn
 * ```ts
 * import { connect, untilIdle } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ text: "Nobody else is at work" });
 *   await cli.prompt();
 * });
 * await using agent = await connect({ transport });
 * const turn = await agent.ask("Look around");
 * await agent.events.pipe(untilIdle()).forEach(() => {});
 * assertEquals(turn.text, "Nobody else is at work");
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
      const note = (agent: Agent | undefined): void => {
        if (agent === undefined || agents.has(agent)) return;
        agents.add(agent);
        idlenessOf(agent)?.listeners.add(look);
      };
      const found = (agent: Agent): void => {
        note(agent);
        // Not at once: a prompt may be sent in the same breath.
        turnEnded ||= idlenessOf(agent)?.turnEnded ?? false;
        if (turnEnded) queueMicrotask(look);
      };
      subscriber.add(() => {
        for (const agent of agents) idlenessOf(agent)?.listeners.delete(look);
      });
      whileFinding(found, () =>
        subscriber.add(source.subscribe({
          next(event) {
            note(findAgent(event));
            turnEnded ||= event.type === "turn_end";
            subscriber.next(event);
            // When what the event brings about has been done: a responder may have continued the conversation.
            if (turnEnded) queueMicrotask(look);
          },
          error: (error) => subscriber.error(error),
          complete: () => subscriber.complete(),
        })));
    });
}
