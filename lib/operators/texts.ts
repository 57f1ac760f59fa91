import type { OperatorFunction } from "rxjs";
import { mergeMap } from "../agent/rxjs.ts";
import type { AgentEvent } from "../agent/events.ts";
import { isMainAgents } from "../agent/main_agent.ts";

/**
 * Gives what the agent says, a text block at a time; what subagents say is left out.
 *
 * ```text
 * source   -o-a-p-a-t-r|
 * texts()  ---x---y----|
 * ```
 *
 * @example What the agent says
 * ```ts
 * import { claude, texts } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.text("Hello");
 *   await cli.end();
 * });
 * const said: string[] = [];
 * await claude("hi", { transport }).pipe(texts()).forEach((text) => said.push(text));
 * assertEquals(said, ["Hello"]);
 * ```
 *
 * @returns An operator that gives texts.
 */
export function texts(): OperatorFunction<AgentEvent, string> {
  return mergeMap((event) => {
    if (event.type !== "assistant" || !isMainAgents(event)) return [];
    return event.message.content.flatMap((block) => block.type === "text" ? [block.text] : []);
  });
}
