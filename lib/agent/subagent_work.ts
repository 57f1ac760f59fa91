import type { AssistantMessage, Message, UserMessage } from "../protocol/messages.ts";
import { textOf } from "./tool_uses.ts";
import type { SubagentWork, ToolUse } from "./turn.ts";

interface Told {
  subagentType: string | undefined;
  description: string | undefined;
}

/**
 * What subagents did in a turn, each apart.
 *
 * @param messages The turn's messages.
 * @param toolUses The turn's tool uses.
 */
export function subagentWork(messages: readonly Message[], toolUses: readonly ToolUse[]): SubagentWork[] {
  const said = new Map<string, (AssistantMessage | UserMessage)[]>();
  const told = new Map<string, Told>();
  const speaker = (id: string) => said.get(id) ?? said.set(id, []).get(id)!;
  for (const message of messages) {
    if (message.type === "system" && message.subtype === "task_started") {
      if (message.task_type !== "local_agent" || message.tool_use_id === undefined) continue;
      told.set(message.tool_use_id, { subagentType: message.subagent_type, description: message.description });
      speaker(message.tool_use_id);
    } else if (message.type === "assistant" || message.type === "user") {
      const id = message.parent_tool_use_id;
      if (typeof id === "string") speaker(id).push(message);
    }
  }
  return [...said].map(([toolUseId, own]) => ({
    toolUseId,
    ...told.get(toolUseId) ?? askedFor(toolUseId, toolUses),
    text: lastText(own),
    messages: own,
    toolUses: toolUses.filter((use) => use.parentToolUseId === toolUseId),
  }));
}

/** What the call that started it says, where the CLI says nothing else. */
function askedFor(toolUseId: string, toolUses: readonly ToolUse[]): Told {
  const input = toolUses.find((use) => use.id === toolUseId)?.input ?? {};
  const text = (value: unknown) => typeof value === "string" ? value : undefined;
  return { subagentType: text(input.subagent_type), description: text(input.description) };
}

function lastText(messages: readonly (AssistantMessage | UserMessage)[]): string {
  const texts = messages.map((each) => each.type === "assistant" ? textOf(each.message.content) : "");
  return texts.findLast((text) => text !== "") ?? "";
}
