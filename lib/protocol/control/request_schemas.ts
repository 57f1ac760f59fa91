import { z } from "zod";
import type { ShapeFactory } from "../schemas/object_factory.ts";
import { permissionUpdateSchema } from "./update_schema.ts";

/** The requests of the CLI that have a type of their own. */
export type HostRequestSubtype =
  | "can_use_tool"
  | "hook_callback"
  | "elicitation"
  | "request_user_dialog"
  | "mcp_message"
  | "oauth_token_refresh"
  | "host_auth_token_refresh";

/** The schemas of the CLI's requests: loose ones for the product, strict ones find out what is not known here. */
export function hostRequestSchemas(object: ShapeFactory): Record<HostRequestSubtype, z.ZodType> {
  const text = z.string();
  const maybe = text.optional();
  const record = z.record(text, z.unknown());
  return {
    can_use_tool: canUseTool(object),
    hook_callback: object({
      subtype: z.literal("hook_callback"),
      callback_id: text,
      input: z.looseObject({ hook_event_name: text }),
      tool_use_id: text.nullish(),
      issued_at: z.number().optional(),
      deadline_ms: z.number().optional(),
    }),
    elicitation: object({
      subtype: z.literal("elicitation"),
      mcp_server_name: text,
      message: text,
      mode: z.enum(["form", "url"]).optional(),
      url: maybe,
      elicitation_id: maybe,
      requested_schema: record.optional(),
      property_order: z.array(text).optional(),
      title: maybe,
      display_name: maybe,
      description: maybe,
    }),
    request_user_dialog: object({
      subtype: z.literal("request_user_dialog"),
      dialog_kind: text,
      payload: record,
      tool_use_id: maybe,
    }),
    mcp_message: object({ subtype: z.literal("mcp_message"), server_name: text, message: record }),
    oauth_token_refresh: object({
      subtype: z.literal("oauth_token_refresh"),
      kind: maybe,
      token_state: maybe,
      refused_call: maybe,
      refused_bearer_sha256: z.array(text).optional(),
    }),
    host_auth_token_refresh: object({
      subtype: z.literal("host_auth_token_refresh"),
      status: z.number().optional(),
      token_state: maybe,
    }),
  };
}

function canUseTool(object: ShapeFactory): z.ZodType {
  const text = z.string();
  const maybe = text.optional();
  const flag = z.boolean().optional();
  return object({
    subtype: z.literal("can_use_tool"),
    tool_name: text.min(1),
    input: z.record(text, z.unknown()),
    tool_use_id: text,
    agent_id: maybe,
    mcp_server: object({ name: text, source: text }).optional(),
    tool_kind: maybe,
    plugin: maybe,
    title: maybe,
    display_name: maybe,
    description: maybe,
    permission_suggestions: z.array(permissionUpdateSchema(object)).optional(),
    blocked_path: maybe,
    decision_reason: maybe,
    decision_reason_type: maybe,
    decision_reason_code: maybe,
    decision_reason_rule_source: maybe,
    decision_reason_hook_event: maybe,
    decision_reason_hook_source: maybe,
    decision_reason_hook_plugin_id: maybe,
    auto_modes_check_raised: flag,
    server_policy_ask_only: flag,
    classifier_approvable: flag,
    suppress_always_allow_rule: flag,
    rule_usually_offered: flag,
    default_to_no: flag,
    matched_ask_rule: object({ source: text, tool_name: text, rule_content: maybe }).optional(),
    requires_user_interaction: flag,
  });
}
