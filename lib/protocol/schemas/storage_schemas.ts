import { z } from "zod";
import type {
  ActiveGoal,
  ActiveGoalMessage,
  AutocompactState,
  AutocompactStateMessage,
  FilesPersistedMessage,
  MemoryRecallMessage,
  MirrorErrorMessage,
  PluginInstallMessage,
  SessionWritesLostMessage,
} from "../messages/storage.ts";
import { maybeFlag, maybeText, maybeTexts, messageBase } from "./fields.ts";
import type { ObjectFactory } from "./object_factory.ts";

/** The schema of `FilesPersistedMessage`. */
export function filesPersistedMessageSchema(object: ObjectFactory): z.ZodType<FilesPersistedMessage> {
  return object<FilesPersistedMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("files_persisted"),
    files: z.array(object<FilesPersistedMessage["files"][number]>({ filename: z.string(), file_id: z.string() })),
    failed: z.array(object<FilesPersistedMessage["failed"][number]>({ filename: z.string(), error: z.string() })),
    processed_at: z.string(),
  });
}

/** The schema of `MemoryRecallMessage`. */
export function memoryRecallMessageSchema(object: ObjectFactory): z.ZodType<MemoryRecallMessage> {
  return object<MemoryRecallMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("memory_recall"),
    mode: z.enum(["select", "synthesize"]),
    memories: z.array(
      object<MemoryRecallMessage["memories"][number]>({
        path: z.string(),
        scope: z.enum(["personal", "team", "organization"]),
        content: maybeText(),
      }),
    ),
  });
}

/** The schema of `MirrorErrorMessage`. */
export function mirrorErrorMessageSchema(object: ObjectFactory): z.ZodType<MirrorErrorMessage> {
  return object<MirrorErrorMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("mirror_error"),
    error: z.string(),
    key: object<MirrorErrorMessage["key"]>({ projectKey: z.string(), sessionId: z.string(), subpath: maybeText() }),
  });
}

/** The schema of `SessionWritesLostMessage`. */
export function sessionWritesLostMessageSchema(object: ObjectFactory): z.ZodType<SessionWritesLostMessage> {
  return object<SessionWritesLostMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("session_writes_lost"),
    error_code: z.string(),
    lost: z.array(z.string()),
    transcript_session_ids: maybeTexts(),
  });
}

/** The schema of `PluginInstallMessage`. */
export function pluginInstallMessageSchema(object: ObjectFactory): z.ZodType<PluginInstallMessage> {
  return object<PluginInstallMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("plugin_install"),
    status: z.enum(["started", "installed", "failed", "completed"]),
    name: maybeText(),
    error: maybeText(),
  });
}

/** The schema of `ActiveGoalMessage`. */
export function activeGoalMessageSchema(object: ObjectFactory): z.ZodType<ActiveGoalMessage> {
  return object<ActiveGoalMessage>({
    ...messageBase(),
    type: z.literal("active_goal"),
    value: activeGoalSchema(object).nullable(),
  });
}

function activeGoalSchema(object: ObjectFactory): z.ZodType<ActiveGoal> {
  return object<ActiveGoal>({
    condition: z.string(),
    iterations: z.number(),
    set_at: z.number(),
    tokens_at_start: z.number(),
    last_reason: maybeText(),
  });
}

/** The schema of `AutocompactStateMessage`. */
export function autocompactStateMessageSchema(object: ObjectFactory): z.ZodType<AutocompactStateMessage> {
  return object<AutocompactStateMessage>({
    ...messageBase(),
    type: z.literal("autocompact_state"),
    value: autocompactStateSchema(object),
  });
}

function autocompactStateSchema(object: ObjectFactory): z.ZodType<AutocompactState> {
  return object<AutocompactState>({
    enabled: z.boolean(),
    effective_window: z.number(),
    threshold: z.number(),
    enforced: maybeFlag(),
    source: maybeText(),
  });
}
