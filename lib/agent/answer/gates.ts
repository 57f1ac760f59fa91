import type { ToolCall } from "../events.ts";
import type { AnswerHost } from "./host.ts";

/** The reason of the first gate that refuses a call, or `undefined`. */
export function judge(host: AnswerHost, call: ToolCall): string | undefined {
  for (const gate of host.gates) {
    const reason = gate.judge(call);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The same call with another input. */
export function withInput(call: ToolCall, input: Record<string, unknown>): ToolCall {
  const { toolName, toolUseId, subagentId, door, mode, cwd } = call;
  return { toolName, input, toolUseId, ...(subagentId === undefined ? {} : { subagentId }), door, mode, cwd };
}
