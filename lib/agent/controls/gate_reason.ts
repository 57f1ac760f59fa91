import type { ControlRequestFields } from "../../protocol/requests/mod.ts";
import { messageOf } from "../answer/message_of.ts";
import type { AgentCore } from "../core.ts";
import type { ToolCall } from "../events.ts";

/**
 * Why a gate refuses a tool call of the script's own. The CLI calls no hook and asks for no permission for those, so
 * that the gates would see nothing of them. Never throws: what fails refuses.
 */
export function gateReason(core: AgentCore, fields: ControlRequestFields<"mcp_call">): string | undefined {
  const { mode, cwd } = core.session;
  const call: ToolCall = {
    toolName: fields.tool,
    input: fields.arguments ?? {},
    toolUseId: "",
    door: "hook",
    mode,
    cwd,
  };
  const failed = (message: string, cause: unknown) => core.report("responder_failed", message, cause);
  for (const gate of core.registry.gates) {
    try {
      const reason = gate.judge(call, failed, () => {});
      if (reason !== undefined) return reason;
    } catch (error) {
      const message = `${gate.name} failed on ${call.toolName}, so the call was refused (${messageOf(error)})`;
      failed(message, error);
      return message;
    }
  }
  return undefined;
}
