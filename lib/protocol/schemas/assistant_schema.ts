import { z } from "zod";
import type { ApiFailure, AssistantMessage, ModelMessage, ToolUseMeta } from "../messages/assistant.ts";
import { contentSchemas } from "./content_schemas.ts";
import {
  maybeFlag,
  maybeNumber,
  maybeRecord,
  maybeRecordOrNull,
  maybeText,
  maybeTextOrNull,
  maybeTexts,
  messageBase,
  promptLink,
} from "./fields.ts";
import { type ObjectFactory, optional, type Shape } from "./object_factory.ts";
import { contextUsageSchema, usageReportSchema } from "./report_schemas.ts";
import { usageSchema } from "./usage_schemas.ts";

/** What the model said. */
export function assistantSchema(object: ObjectFactory): z.ZodType<AssistantMessage> {
  type Field<K extends keyof AssistantMessage> = NonNullable<AssistantMessage[K]>;
  return object<AssistantMessage>({
    ...messageBase(),
    ...promptLink(),
    ...apiFailure(),
    type: z.literal("assistant"),
    message: modelMessageSchema(object),
    parent_tool_use_id: maybeTextOrNull(),
    agent_id: maybeText(),
    subagent_type: maybeText(),
    task_description: maybeText(),
    timestamp: maybeText(),
    aborted: maybeFlag(),
    resumed_from_incomplete_thinking: maybeFlag(),
    supersedes: maybeTexts(),
    refused_message_id: maybeText(),
    tool_use_meta: optional(z.array(toolUseMetaSchema(object))),
    batch_tool_uses: optional(z.array(
      object<Field<"batch_tool_uses">[number]>({
        id: z.string(),
        name: z.string(),
        input: optional(z.unknown()),
      }),
    )),
    wire_tool_inputs: maybeRecord(),
    wire_ingest_context: maybeRecord(),
    narration_block_indexes: optional(z.array(z.number())),
    narration_hint: optional(z.enum(["hidden", "faint"])),
    thinking_duration_ms: maybeNumber(),
    thinking_display: maybeText(),
    local_command_source: maybeText(),
    local_command_run: optional(
      object<Field<"local_command_run">>({ command: z.string(), args: z.string(), plugin: maybeText() }),
    ),
    local_command_outcome: optional(
      object<Field<"local_command_outcome">>({ kind: z.string(), suggestion: maybeText() }),
    ),
    context_usage: optional(contextUsageSchema(object)),
    usage_report: optional(usageReportSchema(object)),
    is_meta: maybeFlag(),
    is_virtual: maybeFlag(),
    historical: maybeFlag(),
    advisor_model: maybeText(),
    attribution_agent: maybeText(),
    attribution_skill: maybeText(),
    attribution_plugin: maybeText(),
    attribution_mcp_server: maybeText(),
    attribution_mcp_tool: maybeText(),
  });
}

/** A message of the model's API. */
export function modelMessageSchema(object: ObjectFactory): z.ZodType<ModelMessage> {
  return object<ModelMessage>({
    id: maybeText(),
    type: optional(z.literal("message")),
    role: z.literal("assistant"),
    model: maybeText(),
    content: contentSchemas(object).blocks,
    stop_reason: maybeTextOrNull(),
    stop_sequence: maybeTextOrNull(),
    stop_details: optional(stopDetailsSchema(object).nullable()),
    usage: optional(usageSchema(object)),
    container: maybeRecordOrNull(),
    context_management: maybeRecordOrNull(),
    diagnostics: maybeRecordOrNull(),
  });
}

/** More about a refusal. */
export function stopDetailsSchema(object: ObjectFactory): z.ZodType<NonNullable<ModelMessage["stop_details"]>> {
  return object<NonNullable<ModelMessage["stop_details"]>>({
    type: maybeText(),
    category: maybeTextOrNull(),
    explanation: maybeTextOrNull(),
  });
}

function apiFailure(): Shape<ApiFailure> {
  return {
    error: maybeText(),
    request_id: maybeText(),
    is_api_error_message: maybeFlag(),
    api_error_status: maybeNumber(),
    api_error: maybeText(),
    api_error_params: maybeRecord(),
    api_error_code: maybeText(),
    api_error_type: maybeText(),
    api_error_origin: maybeText(),
    error_details: maybeText(),
  };
}

function toolUseMetaSchema(object: ObjectFactory): z.ZodType<ToolUseMeta> {
  return object<ToolUseMeta>({
    id: z.string(),
    display_name: z.string(),
    server_display_name: maybeText(),
    server_id: maybeText(),
    server_id_stamp: maybeText(),
    tool_name: maybeText(),
    icon_url: maybeText(),
    artifact_publish: maybeFlag(),
  });
}
