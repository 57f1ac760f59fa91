import type { ContentBlock } from "../protocol/content.ts";
import type {
  CanUseToolRequest,
  ControlCancelFrame,
  ControlRequestFrame,
  ControlResponseFrame,
  HookCallbackRequest,
  OtherControlRequest,
} from "../protocol/control.ts";
import type {
  AssistantMessage,
  InitMessage,
  PermissionMode,
  ResultMessage,
  SessionStateMessage,
  StatusMessage,
  UserMessage,
} from "../protocol/messages.ts";

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

/** Options of the frames that carry what the model said. */
export interface AssistantOptions extends FrameOptions {
  /** The id that the frames of one answer share. @default "msg_1" */
  messageId?: string;
  /** The model. @default "claude-opus-5-5" */
  model?: string;
}

/** Options of `assistantToolUse`. */
export interface ToolUseOptions extends AssistantOptions {
  /** The tool use's id. @default "toolu_1" */
  toolUseId?: string;
}

/** Options of `toolResult`. */
export interface ToolResultOptions extends FrameOptions {
  /** Whether the tool failed, was denied or was interrupted. @default false */
  isError?: boolean;
}

/** Options of `replay`. */
export interface ReplayOptions extends FrameOptions {
  /** Whether this is the echo of a prompt, or something that the CLI wrote itself. @default "replay" */
  as?: "replay" | "synthetic" | "plain";
}

/** The session's id in frames that name none. */
export const SESSION_ID: string = "5e551040-0000-4000-8000-000000000000";

/** A frame that says a text. */
export function assistantText(text: string, options: AssistantOptions = {}): AssistantMessage {
  return assistant([{ type: "text", text }], options);
}

/** A frame that shows the model's reasoning. */
export function assistantThinking(thinking: string, options: AssistantOptions = {}): AssistantMessage {
  return assistant([{ type: "thinking", thinking, signature: "c2ln" }], options);
}

/** A frame that wishes to use a tool. */
export function assistantToolUse(
  name: string,
  input: Record<string, unknown>,
  options: ToolUseOptions = {},
): AssistantMessage {
  return assistant([{ type: "tool_use", id: options.toolUseId ?? "toolu_1", name, input }], options);
}

function assistant(content: ContentBlock[], options: AssistantOptions): AssistantMessage {
  const message = {
    id: options.messageId ?? "msg_1",
    type: "message",
    role: "assistant" as const,
    model: options.model ?? "claude-opus-5-5",
    content,
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 12,
      output_tokens: 1,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
  return { type: "assistant", message, ...speaker(options), ...identity(options) };
}

/** A frame with what a tool gave back. */
export function toolResult(
  toolUseId: string,
  content: string | ContentBlock[],
  options: ToolResultOptions = {},
): UserMessage {
  const block = {
    tool_use_id: toolUseId,
    type: "tool_result" as const,
    content,
    is_error: options.isError ?? false,
  };
  return {
    type: "user",
    message: { role: "user", content: [block] },
    ...speaker(options),
    ...identity(options),
    tool_use_result: options.isError === true ? `Error: ${content}` : { content },
  };
}

/** The echo of a prompt, or a message that the CLI wrote to the model itself. */
export function replay(content: string | ContentBlock[], options: ReplayOptions = {}): UserMessage {
  const as = options.as ?? "replay";
  return {
    type: "user",
    message: { role: "user", content },
    ...speaker(options),
    ...identity(options),
    ...(as === "replay" ? { isReplay: true } : as === "synthetic" ? { isSynthetic: true } : {}),
  };
}

/** First frame of most turns. `fields` replaces and adds. */
export function init(fields: Partial<InitMessage> = {}): InitMessage {
  return {
    type: "system",
    subtype: "init",
    cwd: "/srv/demo",
    session_id: SESSION_ID,
    tools: ["Task", "AskUserQuestion", "Bash", "Edit", "ExitPlanMode", "Glob", "Grep", "Read", "WebFetch", "Write"],
    mcp_servers: [],
    model: "claude-opus-5-5",
    permissionMode: "default",
    slash_commands: ["clear", "compact", "context"],
    apiKeySource: "none",
    claude_code_version: "2.1.332",
    agents: ["general-purpose"],
    uuid: crypto.randomUUID(),
    ...fields,
  };
}

/** End of a turn: a success that cost nothing, unless `fields` says otherwise. */
export function result(fields: Partial<ResultMessage> = {}): ResultMessage {
  return {
    duration_ms: 40,
    stop_reason: "end_turn",
    session_id: SESSION_ID,
    total_cost_usd: 0,
    usage: {
      input_tokens: 12,
      output_tokens: 20,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
    modelUsage: {},
    permission_denials: [],
    terminal_reason: "completed",
    is_error: false,
    num_turns: 1,
    subtype: "success",
    result: "",
    type: "result",
    uuid: crypto.randomUUID(),
    ...fields,
  };
}

/** Whether the session runs, waits for an answer, or is idle. */
export function sessionState(state: SessionStateMessage["state"], options: FrameOptions = {}): SessionStateMessage {
  return { type: "system", subtype: "session_state_changed", state, ...identity(options) };
}

/** The news of another permission mode. */
export function modeStatus(permissionMode: PermissionMode, options: FrameOptions = {}): StatusMessage {
  return { type: "system", subtype: "status", status: null, permissionMode, ...identity(options) };
}

/** The question whether a tool call may run. `fields` replaces and adds to the request. */
export function canUseTool(
  name: string,
  input: Record<string, unknown>,
  fields: Partial<CanUseToolRequest> & { requestId?: string } = {},
): ControlRequestFrame<CanUseToolRequest> {
  const { requestId, ...others } = fields;
  return controlRequest(
    { subtype: "can_use_tool", tool_name: name, display_name: name, input, tool_use_id: "toolu_1", ...others },
    requestId,
  );
}

/** The call of a registered hook. `input` must name its event. */
export function hookCallback(
  callbackId: string,
  input: HookCallbackRequest["input"],
  options: { requestId?: string; toolUseId?: string } = {},
): ControlRequestFrame<HookCallbackRequest> {
  const tool_use_id = options.toolUseId ?? crypto.randomUUID();
  return controlRequest({ subtype: "hook_callback", callback_id: callbackId, input, tool_use_id }, options.requestId);
}

/** A control request of any kind. */
export function controlRequest<Request extends { subtype: string } = OtherControlRequest>(
  request: Request,
  requestId: string = crypto.randomUUID(),
): ControlRequestFrame<Request> {
  return { type: "control_request", request_id: requestId, request };
}

/** The withdrawal of a control request. */
export function controlCancel(requestId: string): ControlCancelFrame {
  return { type: "control_cancel_request", request_id: requestId };
}

/** The answer to a control request that was carried out. */
export function controlSuccess(requestId: string, response?: Record<string, unknown>): ControlResponseFrame {
  const body = response === undefined ? {} : { response };
  return { type: "control_response", response: { subtype: "success", request_id: requestId, ...body } };
}

/** The answer to a control request that was refused. */
export function controlError(requestId: string, error: string): ControlResponseFrame {
  return { type: "control_response", response: { subtype: "error", request_id: requestId, error } };
}

function speaker(options: FrameOptions): { parent_tool_use_id: string | null; agent_id?: string } {
  const parent_tool_use_id = options.parentToolUseId ?? null;
  return options.agentId === undefined ? { parent_tool_use_id } : { parent_tool_use_id, agent_id: options.agentId };
}

function identity(options: FrameOptions): { session_id: string; uuid: string } {
  return { session_id: options.sessionId ?? SESSION_ID, uuid: options.uuid ?? crypto.randomUUID() };
}
