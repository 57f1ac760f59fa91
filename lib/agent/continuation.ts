import { Collector, type Responder } from "./answer/collect.ts";
import { evaluate } from "./answer/evaluate.ts";
import { brand } from "./brand.ts";
import type { TurnEnd } from "./events.ts";
import type { Prompt } from "./prompt.ts";
import type { Turn } from "./turn.ts";

/** Makes the event of a turn's end; what responders give is collected. */
export function turnEndEvent(turn: Turn): { event: TurnEnd; collector: Collector<Prompt | false> } {
  const collector = new Collector<Prompt | false>("continueWith");
  const event: TurnEnd = {
    type: "turn_end",
    turn,
    continueWith: (prompt) => collector.add(prompt),
  };
  return { event: brand("turn_end", event), collector };
}

/**
 * Gives the prompt that continues the run after a turn: the first that is not `undefined` or `false`. Where no
 * responder wants to, that is known at once.
 *
 * @throws (the promise rejects) What a responder throws.
 */
export function continuation(
  collector: Collector<Prompt | false>,
  signal: AbortSignal,
): Promise<Prompt | undefined> | undefined {
  const responders = collector.close();
  return responders.length === 0 ? undefined : first(responders, signal);
}

async function first(
  responders: readonly Responder<Prompt | false, undefined>[],
  signal: AbortSignal,
): Promise<Prompt | undefined> {
  for (const responder of responders) {
    const prompt = await evaluate(responder, { signal, current: undefined });
    // `!turn.failed && "Go on"` gives `false`, and means no prompt by it.
    if (prompt !== undefined && prompt !== false) return prompt;
  }
  return undefined;
}
