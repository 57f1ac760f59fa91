import { z } from "zod";
import type {
  BackgroundTask,
  BackgroundTasksMessage,
  TaskNotificationMessage,
  TaskPatch,
  TaskProgressMessage,
  TaskStartedMessage,
  TaskUpdatedMessage,
  TaskUsage,
} from "../messages/tasks.ts";
import { maybeFlag, maybeNumber, maybeRecord, maybeText, messageBase, record } from "./fields.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";

function taskUsageSchema(object: ObjectFactory): z.ZodType<TaskUsage> {
  return object<TaskUsage>({
    total_tokens: z.number(),
    tool_uses: z.number(),
    duration_ms: z.number(),
  });
}

/** The schema of `TaskStartedMessage`. */
export function taskStartedMessageSchema(object: ObjectFactory): z.ZodType<TaskStartedMessage> {
  return object<TaskStartedMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("task_started"),
    task_id: z.string(),
    run_id: maybeText(),
    tool_use_id: maybeText(),
    task_type: maybeText(),
    description: maybeText(),
    subagent_type: maybeText(),
    prompt: maybeText(),
    is_backgrounded: maybeFlag(),
    awaited: maybeFlag(),
    spawn_depth: maybeNumber(),
    parent_task_id: maybeText(),
    workflow_name: maybeText(),
    skip_transcript: maybeFlag(),
    ambient: maybeFlag(),
  });
}

/** The schema of `TaskProgressMessage`. */
export function taskProgressMessageSchema(object: ObjectFactory): z.ZodType<TaskProgressMessage> {
  return object<TaskProgressMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("task_progress"),
    task_id: z.string(),
    run_id: maybeText(),
    tool_use_id: maybeText(),
    description: maybeText(),
    subagent_type: maybeText(),
    usage: optional(taskUsageSchema(object)),
    last_tool_name: maybeText(),
    summary: maybeText(),
  });
}

function taskPatchSchema(object: ObjectFactory): z.ZodType<TaskPatch> {
  return object<TaskPatch>({
    status: optional(z.enum(["pending", "running", "completed", "failed", "killed", "paused"])),
    description: maybeText(),
    end_time: maybeNumber(),
    total_paused_ms: maybeNumber(),
    error: maybeText(),
    is_backgrounded: maybeFlag(),
  });
}

/** The schema of `TaskUpdatedMessage`. */
export function taskUpdatedMessageSchema(object: ObjectFactory): z.ZodType<TaskUpdatedMessage> {
  return object<TaskUpdatedMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("task_updated"),
    task_id: z.string(),
    run_id: maybeText(),
    patch: taskPatchSchema(object),
  });
}

/** The schema of `TaskNotificationMessage`. */
export function taskNotificationMessageSchema(object: ObjectFactory): z.ZodType<TaskNotificationMessage> {
  return object<TaskNotificationMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("task_notification"),
    task_id: z.string(),
    run_id: maybeText(),
    tool_use_id: maybeText(),
    status: z.string(),
    reason: maybeText(),
    output_file: maybeText(),
    summary: maybeText(),
    summary_is_report: maybeFlag(),
    usage: optional(taskUsageSchema(object)),
    resource_links: optional(z.array(record())),
    handback: maybeText(),
    handback_report: maybeRecord(),
    mcp_task: optional(
      object<NonNullable<TaskNotificationMessage["mcp_task"]>>({
        start_time: z.number(),
        end_time: z.number(),
        server_elapsed_ms: maybeNumber(),
      }),
    ),
    skip_transcript: maybeFlag(),
    ambient: maybeFlag(),
  });
}

function backgroundTaskSchema(object: ObjectFactory): z.ZodType<BackgroundTask> {
  return object<BackgroundTask>({
    task_id: z.string(),
    run_id: maybeText(),
    task_type: maybeText(),
    subagent_type: maybeText(),
    description: maybeText(),
    parent_task_id: maybeText(),
    tool_use_id: maybeText(),
    ambient: maybeFlag(),
    awaited: maybeFlag(),
    off_host: maybeFlag(),
  });
}

/** The schema of `BackgroundTasksMessage`. */
export function backgroundTasksMessageSchema(object: ObjectFactory): z.ZodType<BackgroundTasksMessage> {
  return object<BackgroundTasksMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("background_tasks_changed"),
    tasks: z.array(backgroundTaskSchema(object)),
  });
}
