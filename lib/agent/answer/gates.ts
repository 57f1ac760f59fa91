import type { ToolCall } from "../events.ts";
import type { AnswerHost } from "./host.ts";
import { messageOf } from "./message_of.ts";

/** The reason of the first gate that refuses a call, or `undefined`. Never throws: what fails refuses. */
export function judge(host: AnswerHost, call: ToolCall): string | undefined {
  const failed = (message: string, cause: unknown) => host.report("responder_failed", message, cause);
  for (const gate of host.gates) {
    try {
      const reason = gate.judge(call, failed);
      if (reason !== undefined) return reason;
    } catch (error) {
      failed(`${gate.name} failed on ${call.toolName}, so the call was refused: ${messageOf(error)}`, error);
      return `${gate.name} failed on ${call.toolName}, so the call was refused (${messageOf(error)})`;
    }
  }
  return undefined;
}

/** The same call with another input. */
export function withInput(call: ToolCall, input: Record<string, unknown>): ToolCall {
  const { toolName, toolUseId, subagentId, door, mode, cwd } = call;
  return { toolName, input, toolUseId, ...(subagentId === undefined ? {} : { subagentId }), door, mode, cwd };
}
