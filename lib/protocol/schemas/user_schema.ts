import { z } from "zod";
import type { ToolResultMeta, UserMarks, UserMessage } from "../messages/user.ts";
import { contentSchemas } from "./content_schemas.ts";
import { maybeFlag, maybeRecord, maybeText, maybeTextOrNull, maybeTexts, messageBase } from "./fields.ts";
import { permissionModeSchema } from "./init_schema.ts";
import { type ObjectFactory, optional, type Shape } from "./object_factory.ts";
import { originSchema } from "./usage_schemas.ts";

/** What the model was told. */
export function userSchema(object: ObjectFactory): z.ZodType<UserMessage> {
  const { content } = contentSchemas(object);
  return object<UserMessage>({
    ...messageBase(),
    ...userMarks(object),
    type: z.literal("user"),
    message: object<UserMessage["message"]>({ role: z.literal("user"), content }),
    parent_tool_use_id: maybeTextOrNull(),
    isReplay: maybeFlag(),
    isSynthetic: maybeFlag(),
    tool_use_result: optional(z.unknown()),
    tool_result_meta: optional(z.array(toolResultMetaSchema(object))),
    agent_id: maybeText(),
    subagent_type: maybeText(),
    task_description: maybeText(),
    timestamp: maybeText(),
    origin: optional(originSchema(object)),
    priority: optional(z.enum(["now", "next", "later"])),
    shouldQuery: maybeFlag(),
    file_attachments: optional(z.array(z.unknown())),
    pasted_content: optional(z.array(content)),
    inline_pastes: maybeTexts(),
  });
}

function userMarks(object: ObjectFactory): Shape<UserMarks> {
  return {
    is_meta: maybeFlag(),
    is_visible_in_transcript_only: maybeFlag(),
    is_virtual: maybeFlag(),
    is_compact_summary: maybeFlag(),
    summarize_metadata: optional(
      object<NonNullable<UserMarks["summarize_metadata"]>>({
        messages_summarized: z.number(),
        user_context: maybeText(),
        direction: maybeText(),
      }),
    ),
    historical: maybeFlag(),
    client_composed: maybeFlag(),
    text_not_typed: maybeFlag(),
    seeded_summon: maybeFlag(),
    initiator: maybeText(),
    inbound_origin: maybeText(),
    mcp_meta: maybeRecord(),
    source_tool_use_id: maybeText(),
    source_tool_assistant_uuid: maybeText(),
    image_paste_ids: optional(z.array(z.number())),
    plan_content: maybeText(),
    permission_mode: optional(permissionModeSchema()),
    interrupted_message_id: maybeText(),
    refused_message_id: maybeText(),
    refusal_retry: maybeFlag(),
    retracted_message_uuids: maybeTexts(),
    plugin_prompt: optional(
      object<NonNullable<UserMarks["plugin_prompt"]>>({ name: z.string(), text: z.string() }),
    ),
  };
}

function toolResultMetaSchema(object: ObjectFactory): z.ZodType<ToolResultMeta> {
  type Decision = NonNullable<ToolResultMeta["permission_decision"]>;
  return object<ToolResultMeta>({
    id: z.string(),
    permission_decision: optional(object<Decision>({
      decision: z.string(),
      source: maybeText(),
      reason_type: maybeText(),
      plugin_approval: maybeText(),
      auto_mode_rule: optional(
        object<NonNullable<Decision["auto_mode_rule"]>>({ list: z.string(), name: z.string() }),
      ),
    })),
    non_execution_kind: maybeText(),
    call_ended: maybeText(),
    user_feedback: maybeText(),
    remedy: maybeRecord(),
    built_in_tool: maybeText(),
    run_input: maybeText(),
    mcp_own_output: maybeFlag(),
    rewritten_by_plugin: maybeFlag(),
  });
}
