import { z } from "zod";
import { maybeFlag, maybeNumber, maybeRecord, maybeText, record } from "../schemas/fields.ts";
import { permissionModeSchema } from "../schemas/init_schema.ts";
import { type ObjectFactory, optional, type SchemaBuilder } from "../schemas/object_factory.ts";
import { nothing } from "./answer_builders.ts";
import type { ControlRequestFields, ControlRequestName } from "./control_requests.ts";
import type * as files from "./files.ts";
import type * as mcp from "./mcp.ts";
import type * as session from "./session.ts";
import type * as settings from "./settings.ts";

type FieldBuilders = { readonly [N in ControlRequestName]: SchemaBuilder<ControlRequestFields<N>> };

const task: SchemaBuilder<session.StopTaskFields> = (object) => object<session.StopTaskFields>({ task_id: text() });
const server: SchemaBuilder<mcp.McpServerFields> = (object) => object<mcp.McpServerFields>({ serverName: text() });

/** What builds the schemas of the fields of control requests. */
export const fieldBuilders: FieldBuilders = {
  apply_flag_settings: (object) => object<settings.ApplyFlagSettingsFields>({ settings: record() }),
  background_tasks: (object) => object<session.BackgroundTasksFields>({ tool_use_id: maybeText() }),
  cancel_async_message: (object) => object<session.CancelAsyncMessageFields>({ message_uuid: text() }),
  end_session: (object) => object<session.EndSessionFields>({ reason: maybeText() }),
  file_suggestions: (object) => object<files.FileSuggestionsFields>({ query: z.string() }),
  generate_session_title: (object) =>
    object<session.GenerateSessionTitleFields>({ description: z.string(), persist: maybeFlag() }),
  get_binary_version: nothing,
  get_context_usage: (object) => object({ detail: optional(z.enum(["summary", "full"])) }),
  get_hooks_listing: nothing,
  get_session_cost: nothing,
  get_settings: nothing,
  get_task_output: task,
  get_usage: (object) => object({ skip_behaviors: maybeFlag() }),
  interrupt: (object) => object<session.InterruptFields>({ cancel_queued: maybeFlag() }),
  list_models: nothing,
  list_permission_rules: nothing,
  mcp_call: (object) =>
    object<mcp.McpCallFields>({ tool: text(), arguments: maybeRecord(), timeout_ms: maybeNumber() }),
  mcp_message: (object) => object<mcp.McpMessageFields>({ server_name: text(), message: record() }),
  mcp_read_resource: (object) => object<mcp.McpReadResourceFields>({ serverName: text(), uri: text() }),
  mcp_reconnect: server,
  mcp_set_servers: (object) => object<mcp.McpSetServersFields>({ servers: z.record(z.string(), record()) }),
  mcp_status: nothing,
  mcp_toggle: (object) => object<mcp.McpToggleFields>({ serverName: text(), enabled: z.boolean() }),
  read_file: (object) =>
    object<files.ReadFileFields>({
      path: text(),
      max_bytes: optional(z.int().positive()),
      encoding: optional(z.enum(["utf-8", "base64"])),
    }),
  register_repo_root: (object) =>
    object<files.RegisterRepoRootFields>({
      directory: text(),
      reload_claude_md: maybeFlag(),
      reload_plugins: maybeFlag(),
      reload_skills: maybeFlag(),
    }),
  reload_output_styles: nothing,
  reload_plugins: (object) =>
    object<files.ReloadPluginsFields>({ hold_on_cache_impact: maybeFlag(), refuse_if_busy: maybeFlag() }),
  reload_skills: nothing,
  rename_session: (object) => object<session.RenameSessionFields>({ title: text() }),
  rewind_files: (object) => object<session.RewindFilesFields>({ user_message_id: text(), dry_run: maybeFlag() }),
  seed_read_state: (object) => object<files.SeedReadStateFields>({ path: text(), mtime: z.number() }),
  set_has_subscribers: (object) => object<session.SetHasSubscribersFields>({ has_subscribers: z.boolean().nullable() }),
  set_max_thinking_tokens: (object) =>
    object<session.SetMaxThinkingTokensFields>({
      max_thinking_tokens: optional(z.int().nonnegative().nullable()),
      thinking_display: optional(z.enum(["summarized", "omitted", "highlights"]).nullable()),
    }),
  set_model: (object) => object<session.SetModelFields>({ model: optional(text().nullable()) }),
  set_permission_mode: (object) => object<session.SetPermissionModeFields>({ mode: permissionModeSchema() }),
  side_question: (object) => object<session.SideQuestionFields>({ question: text() }),
  stop_task: task,
  update_settings: (object: ObjectFactory) =>
    object<settings.UpdateSettingsFields>({
      source: z.enum(["localSettings", "userSettings"]),
      settings: record(),
    }),
};

/** A text that says something. */
function text(): z.ZodType<string> {
  return z.string().refine((value) => value.trim() !== "", "expected a text that is not empty");
}
