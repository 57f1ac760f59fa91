import type { MessageBase, PermissionMode } from "./base.ts";

/** An MCP server, as the first frame of a turn tells it. */
export interface McpServerSummary {
  /** Its name. */
  name: string;
  /** `connected`, `pending`, `failed`, `needs-auth`, `disabled`. */
  status: string;
  /** Where its definition comes from, such as `sdk` or `plugin`. */
  source?: string;
}

/** A plugin that the session loaded. */
export interface PluginSummary {
  /** Its name. */
  name: string;
  /** Its folder, or `builtin`. */
  path: string;
  /** Its name with that of its marketplace. */
  source?: string;
  /** Its version, as it says itself. */
  version?: string;
}

/** What went wrong, or looks wrong, with a part that the session was to load. */
export interface LoadProblem {
  /** The plugin's name. */
  plugin?: string;
  /** The MCP server's name. */
  name?: string;
  /** The kind of problem. */
  type: string;
  /** What the CLI says about it. */
  message: string;
  /** The folder that was not loaded. */
  path?: string;
  /** The rule of the managed settings that kept it out. */
  managed_lock?: Record<string, unknown>;
}

/** First frame of most turns: what the session is made of. Repeated every turn. */
export interface InitMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "init";
  /** The agent's working directory. */
  cwd?: string;
  /** The tools that the model is offered. */
  tools?: string[];
  /** The MCP servers and their state. */
  mcp_servers?: McpServerSummary[];
  /** The model's name. */
  model?: string;
  /** The permission mode. */
  permissionMode?: PermissionMode;
  /** Where the key comes from; never the key. */
  apiKeySource?: string;
  /** The CLI's version. */
  claude_code_version?: string;
  /** The slash commands that work. */
  slash_commands?: string[];
  /** Those of them that make sense at a terminal alone. */
  terminal_slash_commands?: string[];
  /** The subagents that the model can start. */
  agents?: string[];
  /** The skills that the model can use. */
  skills?: string[];
  /** The plugins that were loaded. */
  plugins?: PluginSummary[];
  /** The plugins that were not. */
  plugin_errors?: LoadProblem[];
  /** What is odd about plugins that were loaded. */
  plugin_warnings?: LoadProblem[];
  /** The MCP servers whose definitions cannot be used. */
  mcp_server_errors?: LoadProblem[];
  /** The style of the answers. */
  output_style?: string;
  /** The beta headers that are in use. */
  betas?: string[];
  /** What this CLI can do beyond older ones, by name; the list is open. */
  capabilities?: string[];
  /** The effort of the next request to the model; `null` where the model has no such thing. */
  effort?: string | null;
  /** Whether the effort of each turn is set by itself. */
  per_turn_effort_active?: boolean;
  /** `off`, `on`, or `cooldown` after a limit. */
  fast_mode_state?: string;
  /** Why fast mode cannot be used. */
  fast_mode_disabled_reason?: string;
  /** Whether the transcript shows each turn's last message alone. */
  view_mode?: "focus" | "default";
  /** The prompts that this turn took (newer CLI). */
  user_message_uuids?: string[];
  /** The directory that the CLI was started in. */
  original_cwd?: string;
  /** The other directories that the agent may work in. */
  additional_directories?: string[];
  /** Where the agent keeps its memories. */
  memory_paths?: { auto?: string; team?: string };
  /** A folder for the agent's own notes. */
  scratchpad_path?: string;
  /** Where skills of the account are kept. */
  synced_skills_path?: string;
  /** The socket through which other sessions reach this one. */
  messaging_socket_path?: string;
  /** The PowerShell that commands run in. */
  powershell_path?: string | null;
  /** Whether commands run in a sandbox. */
  sandbox_enabled?: boolean | "unknown";
  /** Whether measurements are kept back. */
  analytics_disabled?: boolean;
  /** Whether feedback is kept back. */
  product_feedback_disabled?: boolean;
  /** Whether the model is served by its maker itself. */
  served_by_anthropic?: boolean;
  /** Whether a word in the prompt can make the model think longer. */
  ultrathink_available?: boolean;
  /** Whether that word, typed, raises the effort. */
  ultrathink_typed_raises?: boolean;
  /** How the model is to think. */
  client_thinking?: Record<string, unknown>;
  /** Which variables the host kept out of the environment. */
  host_dropped_env?: { source: string; names: string[] }[];
  /** How long the parts of the launch took, where the CLI runs remotely. */
  startup_timing?: Record<string, unknown>;
}
