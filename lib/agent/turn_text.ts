import type { AssistantMessage, Message, ResultMessage } from "../protocol/messages.ts";
import { isMainAgents } from "./main_agent.ts";
import { textOf } from "./tool_uses.ts";

/** The result's own text; where it has none, the main agent's words after its last tool. */
export function turnText(messages: readonly Message[], result: ResultMessage): string {
  if (typeof result.result === "string" && result.result !== "") return result.result;
  return textSoFar(messages);
}

/** The main agent's words after its last tool, in whole messages. */
export function textSoFar(messages: readonly Message[]): string {
  const last = messages.findLast((each): each is AssistantMessage =>
    isMain(each) && textOf(each.message.content) !== ""
  );
  if (last === undefined) return "";
  return messages
    .filter((each): each is AssistantMessage => isMain(each) && each.message.id === last.message.id)
    .map((each) => textOf(each.message.content)).join("");
}

/** Whether a message is the main agent's own words or calls. */
export function isMain(message: Message): message is AssistantMessage {
  return message.type === "assistant" && isMainAgents(message);
}
