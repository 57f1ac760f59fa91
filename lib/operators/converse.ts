import type { MonoTypeOperatorFunction } from "rxjs";
import type { Agent } from "../agent/agent.ts";
import { findAgent, isAdded } from "../agent/brand.ts";
import type { AgentEvent, Answer } from "../agent/events.ts";
import type { Prompt } from "../agent/prompt.ts";
import type { Turn } from "../agent/turn.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { responder } from "./responder.ts";

/**
 * Gives the prompt that follows a turn, or `undefined` or `false` to leave it at that.
 *
 * @param turn The turn that ended.
 * @param index How often the function was asked before, for this agent: 0 the first time.
 */
export type NextPrompt = (turn: Turn, index: number) => Answer<Prompt | false>;

/** About which turns `converse` is asked besides those that ended by themselves. */
export interface ConverseOptions {
  /** Turns that the CLI started by itself. @default false */
  unsolicited?: boolean;
  /** Turns that were interrupted. @default false */
  interrupted?: boolean;
  /** Turns that ended at a limit. @default false */
  limit?: boolean;
}

/**
 * Goes on with the conversation: each turn's end decides the next prompt, in the same process and
 * session. A prompt from here goes before those that still wait.
 *
 * If the function throws, the run ends with its error.
 *
 * @example A list of steps
 * ```ts
 * import { claude, converse, turns } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
 *     await cli.end({ text: `did ${prompt.text}` });
 *   }
 * });
 * const steps = ["the test", "the code"];
 * const said: string[] = [];
 * await claude("the plan", { transport }).pipe(
 *   converse((_turn, index) => steps[index]),
 *   turns(),
 * ).forEach((turn) => said.push(turn.text));
 * assertEquals(said, ["did the plan", "did the test", "did the code"]);
 * ```
 *
 * @param next Gives the next prompt.
 * @param options About which further turns it is asked. @default none
 * @returns An operator that passes every event on.
 * @throws {UsageError} If `next` is no function, or an option does not exist.
 */
export function converse(next: NextPrompt, options: ConverseOptions = {}): MonoTypeOperatorFunction<AgentEvent> {
  if (typeof next !== "function") {
    throw new UsageError("Cannot use converse without a function: give (turn, index) => prompt or undefined");
  }
  checkOptionBag("converse()", options, { unsolicited: true, interrupted: true, limit: true });
  const asked = new WeakMap<Agent, number>();
  return responder({ kind: "turn_end", name: "converse()" }, (event) => {
    if (!isAdded("turn_end", event) || skips(event.turn, options)) return;
    const agent = findAgent(event);
    event.continueWith(() => {
      const index = agent === undefined ? 0 : asked.get(agent) ?? 0;
      if (agent !== undefined) asked.set(agent, index + 1);
      return next(event.turn, index);
    });
  });
}

function skips(turn: Turn, options: ConverseOptions): boolean {
  return (turn.unsolicited && options.unsolicited !== true) ||
    (turn.outcome === "interrupted" && options.interrupted !== true) ||
    (turn.outcome === "limit" && options.limit !== true);
}
