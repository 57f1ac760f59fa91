import { asyncScheduler } from "./rxjs.ts";
import type { ContentBlock, ToolResultBlock } from "../protocol/content.ts";
import type { AssistantMessage, UserMessage } from "../protocol/messages.ts";
import type { ToolUse } from "./turn.ts";

// Of the uses that have no result yet; milliseconds, in RxJS's time, which tests can make their own.
const calledAt = new WeakMap<ToolUse, number>();

/**
 * Notes the tool uses and results of a message.
 *
 * @param tools The tool uses so far, by id; changed in place.
 * @param message The message.
 * @returns The ids of those whose result came.
 */
export function noteTools(tools: Map<string, ToolUse>, message: AssistantMessage | UserMessage): string[] {
  const now = asyncScheduler.now();
  const { content } = message.message;
  if (typeof content === "string") return [];
  const parent = message.parent_tool_use_id ?? undefined;
  const settled: string[] = [];
  for (const block of content) {
    if (block.type === "tool_use") {
      const { id, name, input } = block;
      const from = parent === undefined ? {} : { parentToolUseId: parent };
      const use = { id, name, input, result: undefined, isError: false, durationMs: undefined, ...from };
      calledAt.set(use, now);
      tools.set(id, use);
    } else if (block.type === "tool_result") {
      const use = tools.get(block.tool_use_id);
      if (use === undefined) continue;
      const durationMs = now - (calledAt.get(use) ?? now);
      tools.set(use.id, { ...use, result: resultText(block), isError: block.is_error === true, durationMs });
      settled.push(use.id);
    }
  }
  return settled;
}

/** The text blocks of a content, put together. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.map((block) => block.type === "text" ? block.text : "").join("");
}

function resultText(block: ToolResultBlock): string {
  if (typeof block.content === "string") return block.content;
  return textOf(block.content ?? []);
}
