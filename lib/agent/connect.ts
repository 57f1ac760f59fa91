import type { Observable } from "rxjs";
import { isObservable, Subject } from "./rxjs.ts";
import { systemClock } from "../process/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import type { Agent } from "./agent.ts";
import { checkOptions } from "./check_options.ts";
import { shareRun } from "./claude.ts";
import type { AgentEvent } from "./events.ts";
import type { ClaudeOptions } from "./options.ts";
import { heldOpen } from "./prompts.ts";
import { Run } from "./run.ts";

/** The chain of operators through which an agent's events flow. */
export type Pipeline = (events: Observable<AgentEvent>) => Observable<AgentEvent>;

/**
 * Starts an agent and holds it in the hand: it stays until it is closed, and does what `ask` and
 * `send` tell it.
 *
 * The pipeline is an ordinary chain of operators. It is subscribed before anything is sent and until
 * the end; `agent.events` is what comes out of it, hot.
 *
 * @example Two questions to one agent
 * ```ts
 * import { connect, readOnly } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   while (await cli.prompt()) await cli.end({ text: "done" });
 * });
 * await using agent = await connect({ transport }, (events) => events.pipe(readOnly()));
 * assertEquals((await agent.ask("first")).index, 0);
 * assertEquals((await agent.ask("second")).index, 1);
 * ```
 *
 * @param options What the agent is started with. @default none
 * @param pipeline The operators; without them every request gets its default answer. @default none
 * @returns The agent, once it is ready for prompts. Rejects if it cannot be started.
 * @throws (the promise rejects) `UsageError`, `StartError`, `ProcessError` or `ControlError`.
 */
export async function connect(options: ClaudeOptions = {}, pipeline: Pipeline = (events) => events): Promise<Agent> {
  if (typeof options === "string") {
    throw new UsageError("Cannot connect: connect() takes options, not a prompt: use agent.ask(…)");
  }
  const limits = checkOptions(options);
  const output = new Subject<AgentEvent>();
  let run: Run | undefined;
  const held = { limits, prompts: heldOpen, clock: systemClock };
  const source = shareRun((parts) => run = new Run(options, { ...parts, ...held }));
  let failed: { error: unknown } | undefined;
  let completed = false;
  const piped: unknown = pipeline(source);
  if (!isObservable(piped)) {
    throw new UsageError("Cannot connect: the pipeline gives no observable. Give (events) => events.pipe(…)");
  }
  const subscription = (piped as Observable<AgentEvent>).subscribe({
    next: (event) => output.next(event),
    error: (error) => {
      failed = { error };
      output.error(error);
    },
    complete: () => {
      completed = true;
      output.complete();
    },
  });
  if (failed !== undefined) throw (failed as { error: unknown }).error;
  if (run === undefined) {
    subscription.unsubscribe();
    throw new UsageError("Cannot connect: the pipeline does not subscribe to the agent's events, or not at once");
  }
  const { agent } = run.core;
  agent.hold(output.asObservable());
  try {
    await run.ready;
  } catch (error) {
    if (failed !== undefined) throw (failed as { error: unknown }).error;
    if (!completed) throw error;
    throw new UsageError("Cannot connect: the pipeline completed before the agent was ready, which ended it");
  }
  return agent;
}
