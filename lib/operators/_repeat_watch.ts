import type { Agent } from "../agent/agent.ts";
import type { FrameRecord, ToolCall } from "../agent/events.ts";
import { isRecord } from "../protocol/is_record.ts";

/** Counts how often each call of an agent was refused in a turn, at either door. */
export class RepeatWatch {
  readonly #agent: Agent;
  readonly #limit: number;
  /** The requests that wait for an answer, by their id: the call that each is about. */
  readonly #asked = new Map<string, string>();
  readonly #refused = new Map<string, number>();

  constructor(agent: Agent, limit: number) {
    this.#agent = agent;
    this.#limit = limit;
    // It completes with the agent, and fails with nothing.
    agent.frames.subscribe((record) => this.#look(record));
  }

  /** Whether a call was refused so often that this request for it is the last. */
  isLast({ toolName, input, subagentId }: ToolCall): boolean {
    const key = keyOf(toolName, input, subagentId);
    return key !== undefined && (this.#refused.get(key) ?? 0) >= this.#limit - 1;
  }

  /** A turn has ended: what comes now is no repetition. */
  forget(): void {
    this.#refused.clear();
  }

  #look({ direction, frame }: FrameRecord): void {
    if (!isRecord(frame)) return;
    const { type, request_id, request, response } = frame;
    if (direction === "out" && type === "control_response" && isRecord(response)) this.#answered(response);
    if (direction === "out" || typeof request_id !== "string") return;
    if (type === "control_cancel_request") this.#asked.delete(request_id);
    const key = type === "control_request" && isRecord(request) ? callIn(request) : undefined;
    if (key !== undefined) this.#asked.set(request_id, key);
  }

  #answered({ request_id, response }: Readonly<Record<string, unknown>>): void {
    const key = this.#asked.get(String(request_id));
    this.#asked.delete(String(request_id));
    if (key === undefined || !isRecord(response) || !refuses(response)) return;
    const count = (this.#refused.get(key) ?? 0) + 1;
    this.#refused.set(key, count);
    if (count < this.#limit || response.interrupt === true) return;
    // The refusal is on its way out: the interrupt goes behind it. One that comes too late, or to an agent that has
    // gone, is none that is needed.
    queueMicrotask(() => this.#agent.interrupt().catch(() => {}));
  }
}

function callIn(request: Readonly<Record<string, unknown>>): string | undefined {
  const { subtype, tool_name, input, agent_id } = request;
  if (subtype === "can_use_tool" && isRecord(input)) return keyOf(tool_name, input, agent_id);
  if (subtype !== "hook_callback" || !isRecord(input) || input.hook_event_name !== "PreToolUse") return undefined;
  return keyOf(input.tool_name, input.tool_input, input.agent_id);
}

function refuses(answer: Readonly<Record<string, unknown>>): boolean {
  const { behavior, hookSpecificOutput: specific } = answer;
  return behavior === "deny" || (isRecord(specific) && specific.permissionDecision === "deny");
}

// The same whatever the order in which the model wrote the fields; none for what is nested too deeply to be written.
function keyOf(tool: unknown, input: unknown, subagentId: unknown): string | undefined {
  const fields = isRecord(input) ? Object.entries(input).sort(([a], [b]) => a < b ? -1 : 1) : input;
  try {
    return JSON.stringify([subagentId ?? null, tool, fields]);
  } catch {
    return undefined;
  }
}
