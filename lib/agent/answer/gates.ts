import type { ToolCall } from "../events.ts";
import type { AnswerHost } from "./host.ts";
import { messageOf } from "./message_of.ts";
import type { Pending } from "./pending.ts";
import type { Mutable } from "./permission_event.ts";
import type { RuleNote } from "./verdict.ts";

/** What judging a call needs. */
export interface Judging {
  /** The agent around it. */
  host: AnswerHost;
  /** The request that waits. */
  pending: Pending;
}

/** The reason of the first gate that refuses a call, or `undefined`. Never throws: what fails refuses. */
export function judge({ host, pending }: Judging, call: ToolCall): string | undefined {
  if (host.gates.length === 0) return undefined;
  const failed = (message: string, cause: unknown) => host.report("responder_failed", message, cause);
  let note: RuleNote | undefined;
  const decided = (rule: RuleNote) => note = rule;
  for (const gate of host.gates) {
    note = undefined;
    try {
      const reason = gate.judge(call, failed, decided);
      if (reason === undefined) continue;
      pending.verdict.gate(gate.name, note);
      return reason;
    } catch (error) {
      pending.verdict.gate(gate.name);
      failed(`${gate.name} failed on ${call.toolName}, so the call was refused: ${messageOf(error)}`, error);
      return `${gate.name} failed on ${call.toolName}, so the call was refused (${messageOf(error)})`;
    }
  }
  return undefined;
}

/** Why a person has to be asked about a call, by the first gate that says so, or `undefined`. Never throws. */
export function personReason(
  host: Pick<AnswerHost, "gates" | "report">,
  call: ToolCall,
  tell: (gate: string) => void = () => {},
): string | undefined {
  const failed = (message: string, cause: unknown) => host.report("responder_failed", message, cause);
  for (const gate of host.gates) {
    try {
      const reason = gate.asksPerson?.(call, failed);
      if (reason === undefined) continue;
      tell(gate.name);
      return reason;
    } catch (error) {
      tell(gate.name);
      const message = `${gate.name} failed on ${call.toolName}, so a person has to be asked: ${messageOf(error)}`;
      failed(message, error);
      return message;
    }
  }
  return undefined;
}

/** The same call with another input. */
export function withInput(call: ToolCall, input: Record<string, unknown>): ToolCall {
  const { toolName, toolUseId, subagentId, door, mode, cwd, home, resolvePath } = call;
  // Without spreads, so that all calls have few shapes in the engine (see permission_event.ts).
  const other: Mutable<ToolCall> = { toolName, input, toolUseId, door, mode, cwd };
  if (subagentId !== undefined) other.subagentId = subagentId;
  if (home !== undefined) other.home = home;
  if (resolvePath !== undefined) other.resolvePath = resolvePath;
  return other;
}
