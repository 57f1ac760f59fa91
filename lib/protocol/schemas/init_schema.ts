import { z } from "zod";
import type { PermissionMode } from "../messages/base.ts";
import type { InitMessage, LoadProblem, McpServerSummary, PluginSummary } from "../messages/init.ts";
import { maybeFlag, maybeRecord, maybeText, maybeTextOrNull, maybeTexts, messageBase } from "./fields.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";

/** The permission modes. */
export function permissionModeSchema(): z.ZodType<PermissionMode> {
  return z.enum(["default", "manual", "acceptEdits", "plan", "bypassPermissions", "dontAsk", "auto"]);
}

/** What the session is made of. */
export function initSchema(object: ObjectFactory): z.ZodType<InitMessage> {
  type Field<K extends keyof InitMessage> = NonNullable<InitMessage[K]>;
  const problems = optional(z.array(loadProblemSchema(object)));
  return object<InitMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("init"),
    cwd: maybeText(),
    tools: maybeTexts(),
    mcp_servers: optional(z.array(
      object<McpServerSummary>({ name: z.string(), status: z.string(), source: maybeText() }),
    )),
    model: maybeText(),
    permissionMode: optional(permissionModeSchema()),
    apiKeySource: maybeText(),
    claude_code_version: maybeText(),
    slash_commands: maybeTexts(),
    terminal_slash_commands: maybeTexts(),
    agents: maybeTexts(),
    skills: maybeTexts(),
    plugins: optional(z.array(
      object<PluginSummary>({ name: z.string(), path: z.string(), source: maybeText(), version: maybeText() }),
    )),
    plugin_errors: problems,
    plugin_warnings: problems,
    mcp_server_errors: problems,
    output_style: maybeText(),
    betas: maybeTexts(),
    capabilities: maybeTexts(),
    effort: maybeTextOrNull(),
    per_turn_effort_active: maybeFlag(),
    fast_mode_state: maybeText(),
    fast_mode_disabled_reason: maybeText(),
    view_mode: optional(z.enum(["focus", "default"])),
    user_message_uuids: maybeTexts(),
    original_cwd: maybeText(),
    additional_directories: maybeTexts(),
    memory_paths: optional(object<Field<"memory_paths">>({ auto: maybeText(), team: maybeText() })),
    scratchpad_path: maybeText(),
    synced_skills_path: maybeText(),
    messaging_socket_path: maybeText(),
    powershell_path: maybeTextOrNull(),
    sandbox_enabled: optional(z.union([z.boolean(), z.literal("unknown")])),
    analytics_disabled: maybeFlag(),
    product_feedback_disabled: maybeFlag(),
    served_by_anthropic: maybeFlag(),
    ultrathink_available: maybeFlag(),
    ultrathink_typed_raises: maybeFlag(),
    client_thinking: maybeRecord(),
    host_dropped_env: optional(z.array(
      object<Field<"host_dropped_env">[number]>({ source: z.string(), names: z.array(z.string()) }),
    )),
    startup_timing: maybeRecord(),
  });
}

function loadProblemSchema(object: ObjectFactory): z.ZodType<LoadProblem> {
  return object<LoadProblem>({
    plugin: maybeText(),
    name: maybeText(),
    type: z.string(),
    message: z.string(),
    path: maybeText(),
    managed_lock: maybeRecord(),
  });
}
