import { z } from "zod";
import type {
  CommandLifecycleMessage,
  CommandsChangedMessage,
  CompactBoundaryMessage,
  CompactMetadata,
  ConversationResetMessage,
  SessionStateMessage,
  SessionTitleMessage,
  StatusMessage,
  WorkerShuttingDownMessage,
} from "../messages/state.ts";
import { slashCommand } from "../requests/initialize_answer.ts";
import { maybeFlag, maybeNumber, maybeText, maybeTextOrNull, maybeTexts, messageBase } from "./fields.ts";
import { permissionModeSchema } from "./init_schema.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";

/** The schema of `StatusMessage`. */
export function statusMessageSchema(object: ObjectFactory): z.ZodType<StatusMessage> {
  return object<StatusMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("status"),
    status: maybeTextOrNull(),
    permissionMode: optional(permissionModeSchema()),
    compact_result: optional(z.enum(["success", "failed"])),
    compact_error: maybeText(),
    compact_output_chars: maybeNumber(),
    resume_held_for_plan: maybeFlag(),
    user_message_uuids: maybeTexts(),
  });
}

/** The schema of `SessionStateMessage`. */
export function sessionStateMessageSchema(object: ObjectFactory): z.ZodType<SessionStateMessage> {
  return object<SessionStateMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("session_state_changed"),
    state: z.enum(["running", "requires_action", "idle"]),
  });
}

/** The schema of `SessionTitleMessage`. */
export function sessionTitleMessageSchema(object: ObjectFactory): z.ZodType<SessionTitleMessage> {
  return object<SessionTitleMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("session_title_changed"),
    title: z.string(),
  });
}

/** The schema of `CommandsChangedMessage`. */
export function commandsChangedMessageSchema(object: ObjectFactory): z.ZodType<CommandsChangedMessage> {
  return object<CommandsChangedMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("commands_changed"),
    commands: z.array(slashCommand(object)),
  });
}

/** The schema of `CompactBoundaryMessage`. */
export function compactBoundaryMessageSchema(object: ObjectFactory): z.ZodType<CompactBoundaryMessage> {
  return object<CompactBoundaryMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("compact_boundary"),
    compact_metadata: compactMetadataSchema(object),
    logical_parent_uuid: maybeTextOrNull(),
  });
}

function compactMetadataSchema(object: ObjectFactory): z.ZodType<CompactMetadata> {
  return object<CompactMetadata>({
    trigger: z.enum(["manual", "auto"]),
    pre_tokens: z.number(),
    post_tokens: maybeNumber(),
    cumulative_dropped_tokens: maybeNumber(),
    duration_ms: maybeNumber(),
    user_context: maybeText(),
    messages_summarized: maybeNumber(),
    precomputed: maybeFlag(),
    pre_compact_discovered_tools: maybeTexts(),
    pre_compact_artifact_read_versions: optional(
      z.array(
        object<NonNullable<CompactMetadata["pre_compact_artifact_read_versions"]>[number]>({
          slug: z.string(),
          ver: z.string(),
        }),
      ),
    ),
    preserved_segment: optional(
      object<NonNullable<CompactMetadata["preserved_segment"]>>({
        head_uuid: z.string(),
        anchor_uuid: z.string(),
        tail_uuid: z.string(),
      }),
    ),
    preserved_messages: optional(
      object<NonNullable<CompactMetadata["preserved_messages"]>>({
        anchor_uuid: z.string(),
        uuids: z.array(z.string()),
        all_uuids: maybeTexts(),
      }),
    ),
  });
}

/** The schema of `ConversationResetMessage`. */
export function conversationResetMessageSchema(object: ObjectFactory): z.ZodType<ConversationResetMessage> {
  return object<ConversationResetMessage>({
    ...messageBase(),
    type: z.literal("conversation_reset"),
    new_conversation_id: maybeText(),
    trigger: optional(z.enum(["clear", "plan_mode_exit", "fresh_session", "onboarding"])),
    user_message_uuid: maybeText(),
    user_message_from_human: maybeFlag(),
    timestamp: maybeText(),
  });
}

/** The schema of `WorkerShuttingDownMessage`. */
export function workerShuttingDownMessageSchema(object: ObjectFactory): z.ZodType<WorkerShuttingDownMessage> {
  return object<WorkerShuttingDownMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("worker_shutting_down"),
    reason: z.string(),
  });
}

/** The schema of `CommandLifecycleMessage`. */
export function commandLifecycleMessageSchema(object: ObjectFactory): z.ZodType<CommandLifecycleMessage> {
  return object<CommandLifecycleMessage>({
    ...messageBase(),
    type: z.literal("command_lifecycle"),
    command_uuid: z.string(),
    state: z.enum(["queued", "started", "completed", "cancelled", "discarded", "refused"]),
    wakeup_source: maybeText(),
    scheduled_for: maybeNumber(),
    ran_ahead: maybeFlag(),
  });
}
