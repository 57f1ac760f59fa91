/** What every frame may carry. */
export interface FrameOptions {
  /** The session. @default "5e551040-0000-4000-8000-000000000000" */
  sessionId?: string;
  /** The frame's own id. @default a fresh one */
  uuid?: string;
  /** The tool use that started the subagent which speaks. @default none: the main agent speaks */
  parentToolUseId?: string;
  /** The subagent that speaks. @default none */
  agentId?: string;
}

/** The session's id in frames that name none. */
export const SESSION_ID: string = "5e551040-0000-4000-8000-000000000000";

/** Who speaks, as the frames say it. */
export function speaker(options: FrameOptions): { parent_tool_use_id: string | null; agent_id?: string } {
  const parent_tool_use_id = options.parentToolUseId ?? null;
  return options.agentId === undefined ? { parent_tool_use_id } : { parent_tool_use_id, agent_id: options.agentId };
}

/** The session and the frame's own id. */
export function identity(options: FrameOptions): { session_id: string; uuid: string } {
  return { session_id: options.sessionId ?? SESSION_ID, uuid: options.uuid ?? crypto.randomUUID() };
}
