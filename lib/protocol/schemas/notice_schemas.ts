import { z } from "zod";
import type {
  AuthStatusMessage,
  ControlRequestProgressMessage,
  ElicitationCompleteMessage,
  InformationalMessage,
  LocalCommandOutputMessage,
  NotificationMessage,
  PermissionDeniedMessage,
  PromptSuggestionMessage,
  ToolProgressMessage,
  ToolUseSummaryMessage,
} from "../messages/notices.ts";
import {
  maybeFlag,
  maybeNumber,
  maybeNumberOrNull,
  maybeRecord,
  maybeText,
  maybeTextOrNull,
  messageBase,
  record,
} from "./fields.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";

/** The schema of `InformationalMessage`. */
export function informationalMessageSchema(object: ObjectFactory): z.ZodType<InformationalMessage> {
  return object<InformationalMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("informational"),
    content: z.string(),
    level: z.enum(["info", "notice", "suggestion", "warning"]),
    tool_use_id: maybeText(),
    prevent_continuation: maybeFlag(),
    tag: maybeText(),
    prompt_submit_outcome: optional(
      object<NonNullable<InformationalMessage["prompt_submit_outcome"]>>({
        kind: maybeText(),
        no_verdict_kind: maybeText(),
        prompt_kept: z.boolean(),
        reason: maybeText(),
      }),
    ),
    model_restriction: maybeRecord(),
    agent_note: maybeRecord(),
    hook_no_verdict: maybeRecord(),
    saved_files: optional(z.array(record())),
    saved_from: maybeRecord(),
  });
}

/** The schema of `NotificationMessage`. */
export function notificationMessageSchema(object: ObjectFactory): z.ZodType<NotificationMessage> {
  return object<NotificationMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("notification"),
    key: z.string(),
    text: z.string(),
    priority: z.enum(["low", "medium", "high", "immediate"]),
    color: maybeText(),
    timeout_ms: maybeNumber(),
  });
}

/** The schema of `LocalCommandOutputMessage`. */
export function localCommandOutputMessageSchema(object: ObjectFactory): z.ZodType<LocalCommandOutputMessage> {
  return object<LocalCommandOutputMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("local_command_output"),
    content: z.string(),
  });
}

/** The schema of `PermissionDeniedMessage`. */
export function permissionDeniedMessageSchema(object: ObjectFactory): z.ZodType<PermissionDeniedMessage> {
  return object<PermissionDeniedMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("permission_denied"),
    tool_name: z.string(),
    tool_use_id: z.string(),
    agent_id: maybeText(),
    decision_reason_type: maybeText(),
    decision_reason_code: maybeText(),
    decision_reason: maybeText(),
    message: z.string(),
  });
}

/** The schema of `ControlRequestProgressMessage`. */
export function controlRequestProgressMessageSchema(object: ObjectFactory): z.ZodType<ControlRequestProgressMessage> {
  return object<ControlRequestProgressMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("control_request_progress"),
    request_id: z.string(),
    status: z.enum(["started", "api_retry"]),
    attempt: maybeNumber(),
    max_retries: maybeNumber(),
    retry_delay_ms: maybeNumber(),
    error_status: maybeNumberOrNull(),
  });
}

/** The schema of `AuthStatusMessage`. */
export function authStatusMessageSchema(object: ObjectFactory): z.ZodType<AuthStatusMessage> {
  return object<AuthStatusMessage>({
    ...messageBase(),
    type: z.literal("auth_status"),
    isAuthenticating: z.boolean(),
    output: z.array(z.string()),
    error: maybeText(),
  });
}

/** The schema of `ElicitationCompleteMessage`. */
export function elicitationCompleteMessageSchema(object: ObjectFactory): z.ZodType<ElicitationCompleteMessage> {
  return object<ElicitationCompleteMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("elicitation_complete"),
    mcp_server_name: z.string(),
    elicitation_id: z.string(),
  });
}

/** The schema of `PromptSuggestionMessage`. */
export function promptSuggestionMessageSchema(object: ObjectFactory): z.ZodType<PromptSuggestionMessage> {
  return object<PromptSuggestionMessage>({
    ...messageBase(),
    type: z.literal("prompt_suggestion"),
    suggestion: z.string(),
  });
}

/** The schema of `ToolUseSummaryMessage`. */
export function toolUseSummaryMessageSchema(object: ObjectFactory): z.ZodType<ToolUseSummaryMessage> {
  return object<ToolUseSummaryMessage>({
    ...messageBase(),
    type: z.literal("tool_use_summary"),
    summary: z.string(),
    preceding_tool_use_ids: z.array(z.string()),
    timestamp: maybeText(),
  });
}

/** The schema of `ToolProgressMessage`. */
export function toolProgressMessageSchema(object: ObjectFactory): z.ZodType<ToolProgressMessage> {
  return object<ToolProgressMessage>({
    ...messageBase(),
    type: z.literal("tool_progress"),
    tool_use_id: maybeText(),
    tool_name: maybeText(),
    parent_tool_use_id: maybeTextOrNull(),
    elapsed_time_seconds: maybeNumber(),
    task_id: maybeText(),
    heartbeat: maybeFlag(),
    subagent_type: maybeText(),
    subagent_retry: optional(
      object<NonNullable<ToolProgressMessage["subagent_retry"]>>({
        agent_id: z.string(),
        attempt: z.number(),
        max_retries: z.number(),
        retry_delay_ms: z.number(),
        error_status: z.number().nullable(),
        error_category: z.string(),
      }),
    ),
  });
}
