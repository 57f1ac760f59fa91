import type {
  BackgroundTasksMessage,
  InitMessage,
  PermissionMode,
  SessionStateMessage,
  StatusMessage,
  TaskNotificationMessage,
  TaskStartedMessage,
} from "../../protocol/messages.ts";
import { type FrameOptions, identity, SESSION_ID } from "./identity.ts";

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

/** Whether the session runs, waits for an answer, or is idle. */
export function sessionState(state: SessionStateMessage["state"], options: FrameOptions = {}): SessionStateMessage {
  return { type: "system", subtype: "session_state_changed", state, ...identity(options) };
}

/** The news of another permission mode. */
export function modeStatus(permissionMode: PermissionMode, options: FrameOptions = {}): StatusMessage {
  return { type: "system", subtype: "status", status: null, permissionMode, ...identity(options) };
}

/** A subagent begins. `fields` replaces and adds. */
export function taskStarted(taskId: string, fields: Partial<TaskStartedMessage> = {}): TaskStartedMessage {
  return {
    type: "system",
    subtype: "task_started",
    task_id: taskId,
    tool_use_id: "toolu_1",
    task_type: "local_agent",
    description: "A task",
    ...identity({}),
    ...fields,
  };
}

/** A task has ended. `fields` replaces and adds. */
export function taskNotification(
  taskId: string,
  fields: Partial<TaskNotificationMessage> = {},
): TaskNotificationMessage {
  return {
    type: "system",
    subtype: "task_notification",
    task_id: taskId,
    status: "completed",
    summary: "",
    ...identity({}),
    ...fields,
  };
}

/** The whole list of subagents in the background. */
export function backgroundTasks(taskIds: readonly string[], options: FrameOptions = {}): BackgroundTasksMessage {
  const tasks = taskIds.map((task_id) => ({ task_id, task_type: "local_agent" }));
  return { type: "system", subtype: "background_tasks_changed", tasks, ...identity(options) };
}
