import type { FullPrompt } from "./prompts.ts";
import type { Turn } from "./turn.ts";

/** The turn of a prompt that was never sent, because a limit was used up before. */
export function refusedTurn(
  prompt: FullPrompt,
  known: { index: number; reason: string; sessionId: string | undefined },
): Turn {
  return {
    ...known,
    prompt,
    text: "",
    messages: [],
    toolUses: [],
    subagents: [],
    outcome: "limit",
    failed: true,
    costUsd: 0,
    usage: {},
    models: {},
    denials: [],
    unsolicited: false,
    result: undefined,
  };
}
