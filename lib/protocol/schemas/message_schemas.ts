import type { z } from "zod";
import type { Message, SystemMessage } from "../messages/message.ts";
import type { UnknownMessage } from "../messages/unknown.ts";
import { assistantSchema } from "./assistant_schema.ts";
import { type Fits, fitsOf } from "./fits.ts";
import { hookProgressMessageSchema, hookResponseMessageSchema, hookStartedMessageSchema } from "./hook_schemas.ts";
import { initSchema } from "./init_schema.ts";
import {
  apiRetryMessageSchema,
  modelFallbackMessageSchema,
  modelRefusalFallbackMessageSchema,
  modelRefusalMessageSchema,
  rateLimitMessageSchema,
} from "./limit_schemas.ts";
import {
  authStatusMessageSchema,
  controlRequestProgressMessageSchema,
  elicitationCompleteMessageSchema,
  informationalMessageSchema,
  localCommandOutputMessageSchema,
  notificationMessageSchema,
  permissionDeniedMessageSchema,
  promptSuggestionMessageSchema,
  toolProgressMessageSchema,
  toolUseSummaryMessageSchema,
} from "./notice_schemas.ts";
import { looseObject, type SchemaBuilder } from "./object_factory.ts";
import { resultSchema } from "./result_schema.ts";
import {
  commandLifecycleMessageSchema,
  commandsChangedMessageSchema,
  compactBoundaryMessageSchema,
  conversationResetMessageSchema,
  sessionStateMessageSchema,
  sessionTitleMessageSchema,
  statusMessageSchema,
  workerShuttingDownMessageSchema,
} from "./state_schemas.ts";
import {
  activeGoalMessageSchema,
  autocompactStateMessageSchema,
  filesPersistedMessageSchema,
  memoryRecallMessageSchema,
  mirrorErrorMessageSchema,
  pluginInstallMessageSchema,
  sessionWritesLostMessageSchema,
} from "./storage_schemas.ts";
import { streamEventSchema, thinkingTokensSchema } from "./stream_event_schema.ts";
import {
  backgroundTasksMessageSchema,
  taskNotificationMessageSchema,
  taskProgressMessageSchema,
  taskStartedMessageSchema,
  taskUpdatedMessageSchema,
} from "./task_schemas.ts";
import { userSchema } from "./user_schema.ts";

type Known = Exclude<Message, UnknownMessage>;

/** The kind of a message: its `type`, with the `subtype` after a slash where it is a system message. */
export type MessageKind = `system/${SystemMessage["subtype"]}` | Exclude<Known, SystemMessage>["type"];

type OfKind<Kind> = Kind extends `system/${infer Subtype}` ? Extract<SystemMessage, { subtype: Subtype }>
  : Extract<Exclude<Known, SystemMessage>, { type: Kind }>;

/** What builds the schema of each kind of message. The compiler finds the kind that is missing, or has the schema of another. */
const BUILDERS: { readonly [Kind in MessageKind]: SchemaBuilder<OfKind<Kind>> } = {
  active_goal: activeGoalMessageSchema,
  assistant: assistantSchema,
  auth_status: authStatusMessageSchema,
  autocompact_state: autocompactStateMessageSchema,
  command_lifecycle: commandLifecycleMessageSchema,
  conversation_reset: conversationResetMessageSchema,
  prompt_suggestion: promptSuggestionMessageSchema,
  rate_limit_event: rateLimitMessageSchema,
  result: resultSchema,
  stream_event: streamEventSchema,
  "system/api_retry": apiRetryMessageSchema,
  "system/background_tasks_changed": backgroundTasksMessageSchema,
  "system/commands_changed": commandsChangedMessageSchema,
  "system/compact_boundary": compactBoundaryMessageSchema,
  "system/control_request_progress": controlRequestProgressMessageSchema,
  "system/elicitation_complete": elicitationCompleteMessageSchema,
  "system/files_persisted": filesPersistedMessageSchema,
  "system/hook_progress": hookProgressMessageSchema,
  "system/hook_response": hookResponseMessageSchema,
  "system/hook_started": hookStartedMessageSchema,
  "system/informational": informationalMessageSchema,
  "system/init": initSchema,
  "system/local_command_output": localCommandOutputMessageSchema,
  "system/memory_recall": memoryRecallMessageSchema,
  "system/mirror_error": mirrorErrorMessageSchema,
  "system/model_fallback": modelFallbackMessageSchema,
  "system/model_refusal_fallback": modelRefusalFallbackMessageSchema,
  "system/model_refusal_no_fallback": modelRefusalMessageSchema,
  "system/notification": notificationMessageSchema,
  "system/permission_denied": permissionDeniedMessageSchema,
  "system/plugin_install": pluginInstallMessageSchema,
  "system/session_state_changed": sessionStateMessageSchema,
  "system/session_title_changed": sessionTitleMessageSchema,
  "system/session_writes_lost": sessionWritesLostMessageSchema,
  "system/status": statusMessageSchema,
  "system/task_notification": taskNotificationMessageSchema,
  "system/task_progress": taskProgressMessageSchema,
  "system/task_started": taskStartedMessageSchema,
  "system/task_updated": taskUpdatedMessageSchema,
  "system/thinking_tokens": thinkingTokensSchema,
  "system/worker_shutting_down": workerShuttingDownMessageSchema,
  tool_progress: toolProgressMessageSchema,
  tool_use_summary: toolUseSummaryMessageSchema,
  user: userSchema,
};

/** What builds the schema of each kind of message, by kind. */
export const MESSAGE_SCHEMAS: ReadonlyMap<string, SchemaBuilder> = new Map(Object.entries(BUILDERS));

const built = new Map<string, z.ZodType>();
const quick = new Map<string, Fits>();

/** The schema of a kind of message, built when it is first used; unknown fields pass. */
export function messageSchema(kind: string): z.ZodType | undefined {
  const known = built.get(kind);
  if (known !== undefined) return known;
  const schema = MESSAGE_SCHEMAS.get(kind)?.(looseObject);
  if (schema !== undefined) built.set(kind, schema);
  return schema;
}

/** The quick check of a kind of message, made when it is first used: what it does not take goes to the schema. */
export function messageFits(kind: string): Fits | undefined {
  const known = quick.get(kind);
  if (known !== undefined) return known;
  const schema = messageSchema(kind);
  if (schema === undefined) return undefined;
  const fits = fitsOf(schema);
  quick.set(kind, fits);
  return fits;
}
