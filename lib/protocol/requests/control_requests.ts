import type * as context from "./context_usage.ts";
import type * as files from "./files.ts";
import type * as mcp from "./mcp.ts";
import type * as reports from "./reports.ts";
import type * as session from "./session.ts";
import type * as settings from "./settings.ts";

/** A request without fields, or an answer without any. */
export type NoFields = Record<string, never>;

/** The fields of one kind of control request, and those of its answer. */
export interface ControlExchange<Request extends object = NoFields, Response extends object = NoFields> {
  /** What is sent. */
  request: Request;
  /** What comes back; `{}` where the CLI gives nothing. */
  response: Response;
}

/**
 * The control requests that the CLI takes from its host, by their kind on the wire.
 *
 * Those marked *newer CLI* are unknown to 2.1.197; all are known to 2.1.332.
 */
export interface ControlRequests {
  /** Sets settings of the session. */
  apply_flag_settings: ControlExchange<settings.ApplyFlagSettingsFields>;
  /** Sends what runs in front into the background. */
  background_tasks: ControlExchange<session.BackgroundTasksFields, session.BackgroundTasksAnswer>;
  /** Takes back a prompt that waits. */
  cancel_async_message: ControlExchange<session.CancelAsyncMessageFields, session.CancelAsyncMessageAnswer>;
  /** Ends the session. */
  end_session: ControlExchange<session.EndSessionFields>;
  /** Finds files by a few letters. */
  file_suggestions: ControlExchange<files.FileSuggestionsFields, files.FileSuggestionsAnswer>;
  /** Makes a title. */
  generate_session_title: ControlExchange<session.GenerateSessionTitleFields, session.GenerateSessionTitleAnswer>;
  /** Tells the CLI's version. */
  get_binary_version: ControlExchange<NoFields, reports.GetBinaryVersionAnswer>;
  /** Tells how full the context window is. */
  get_context_usage: ControlExchange<context.GetContextUsageFields, context.GetContextUsageAnswer>;
  /** Tells the hooks of settings and plugins (newer CLI). */
  get_hooks_listing: ControlExchange<NoFields, reports.GetHooksListingAnswer>;
  /** Tells what the session cost, for people. */
  get_session_cost: ControlExchange<NoFields, reports.GetSessionCostAnswer>;
  /** Tells the settings. */
  get_settings: ControlExchange<NoFields, settings.GetSettingsAnswer>;
  /** Gives the output of a shell in the background (newer CLI). */
  get_task_output: ControlExchange<session.GetTaskOutputFields, session.GetTaskOutputAnswer>;
  /** Tells what was used. */
  get_usage: ControlExchange<reports.GetUsageFields, reports.GetUsageAnswer>;
  /** Interrupts the turn. */
  interrupt: ControlExchange<session.InterruptFields, session.InterruptAnswer>;
  /** Tells the models (newer CLI). */
  list_models: ControlExchange<NoFields, reports.ListModelsAnswer>;
  /** Tells the permission rules (newer CLI). */
  list_permission_rules: ControlExchange<NoFields, reports.ListPermissionRulesAnswer>;
  /** Calls a tool of an MCP server. */
  mcp_call: ControlExchange<mcp.McpCallFields, mcp.McpCallAnswer>;
  /** Carries a message of a server that lives in the script. */
  mcp_message: ControlExchange<mcp.McpMessageFields>;
  /** Reads a resource of an MCP server (newer CLI). */
  mcp_read_resource: ControlExchange<mcp.McpReadResourceFields, mcp.McpReadResourceAnswer>;
  /** Connects an MCP server anew. */
  mcp_reconnect: ControlExchange<mcp.McpServerFields>;
  /** Gives the MCP servers that were added while the session ran. */
  mcp_set_servers: ControlExchange<mcp.McpSetServersFields, mcp.McpSetServersAnswer>;
  /** Tells the MCP servers. */
  mcp_status: ControlExchange<NoFields, mcp.McpStatusAnswer>;
  /** Switches an MCP server on or off. */
  mcp_toggle: ControlExchange<mcp.McpToggleFields>;
  /** Reads a file. */
  read_file: ControlExchange<files.ReadFileFields, files.ReadFileAnswer>;
  /** Adds another repository. */
  register_repo_root: ControlExchange<files.RegisterRepoRootFields, Record<string, unknown>>;
  /** Reads the output styles anew (newer CLI). */
  reload_output_styles: ControlExchange<NoFields, files.ReloadOutputStylesAnswer>;
  /** Reads plugins anew. */
  reload_plugins: ControlExchange<files.ReloadPluginsFields, files.ReloadPluginsAnswer>;
  /** Reads skills anew. */
  reload_skills: ControlExchange<NoFields, files.ReloadSkillsAnswer>;
  /** Names the session. */
  rename_session: ControlExchange<session.RenameSessionFields>;
  /** Puts files back. */
  rewind_files: ControlExchange<session.RewindFilesFields, session.RewindFilesAnswer>;
  /** Tells the CLI that the agent has read a file. */
  seed_read_state: ControlExchange<files.SeedReadStateFields>;
  /** Tells the CLI whether anybody watches (newer CLI). */
  set_has_subscribers: ControlExchange<session.SetHasSubscribersFields>;
  /** Sets how many tokens the model may think. */
  set_max_thinking_tokens: ControlExchange<session.SetMaxThinkingTokensFields>;
  /** Sets the model. */
  set_model: ControlExchange<session.SetModelFields, session.SetModelAnswer>;
  /** Sets the permission mode. */
  set_permission_mode: ControlExchange<session.SetPermissionModeFields, session.SetPermissionModeAnswer>;
  /** Asks something beside the conversation. */
  side_question: ControlExchange<session.SideQuestionFields, session.SideQuestionAnswer>;
  /** Stops a task. */
  stop_task: ControlExchange<session.StopTaskFields>;
  /** Writes a settings file (newer CLI). */
  update_settings: ControlExchange<settings.UpdateSettingsFields, Record<string, unknown>>;
}

/** The kind of a control request that has types of its own here. */
export type ControlRequestName = keyof ControlRequests;

/** The fields of a control request. */
export type ControlRequestFields<Name extends ControlRequestName> = ControlRequests[Name]["request"];

/** The fields of a control request's answer. */
export type ControlRequestAnswer<Name extends ControlRequestName> = ControlRequests[Name]["response"];
