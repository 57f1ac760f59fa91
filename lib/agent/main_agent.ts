import type { AssistantMessage, StreamEventMessage, UserMessage } from "../protocol/messages.ts";

/** Whether a message is about the main agent, and not about a subagent. */
export function isMainAgents(message: AssistantMessage | StreamEventMessage | UserMessage): boolean {
  return (message.parent_tool_use_id ?? null) === null;
}
