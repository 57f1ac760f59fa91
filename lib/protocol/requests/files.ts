import type { SlashCommand, SubagentInfo } from "./initialize.ts";
import type { McpServerStatus } from "./mcp.ts";

/** Reads a file as the agent would be allowed to. */
export interface ReadFileFields {
  /** The path. */
  path: string;
  /** How many bytes at most. */
  max_bytes?: number;
  /** How the bytes are told. */
  encoding?: "utf-8" | "base64";
}

/** What stands in the file. */
export interface ReadFileAnswer {
  /** The text, or the bytes as base64. */
  contents: string;
  /** The file's absolute path. */
  absPath: string;
  /** Whether the file is longer. */
  truncated?: boolean;
  /** Set where `contents` is base64. */
  encoding?: "base64";
  /** Whether bytes were replaced because they are no UTF-8 (newer CLI). */
  lossy?: boolean;
  /** The path as it was asked for (newer CLI). */
  requested_path?: string;
}

/** Tells the CLI that the agent has read a file. */
export interface SeedReadStateFields {
  /** The path. */
  path: string;
  /** When the file was last changed, in milliseconds since 1970. */
  mtime: number;
}

/** Asks for files by a few letters. */
export interface FileSuggestionsFields {
  /** The letters. */
  query: string;
}

/** The files found. */
export interface FileSuggestionsAnswer {
  /** The files, best first. */
  suggestions: FileSuggestion[];
  /** Where the paths begin (newer CLI). */
  cwd?: string;
}

/** A file found. */
export interface FileSuggestion {
  /** The path. */
  path: string;
  /** How well it fits. */
  score?: number;
}

/** Adds another repository to the session. */
export interface RegisterRepoRootFields {
  /** Its folder. */
  directory: string;
  /** Whether its instructions are read. */
  reload_claude_md?: boolean;
  /** Whether its plugins are read. */
  reload_plugins?: boolean;
  /** Whether its skills are read. */
  reload_skills?: boolean;
}

/** The skills after they were read anew. */
export interface ReloadSkillsAnswer {
  /** The skills. */
  skills: SlashCommand[];
}

/** Reads plugins anew. */
export interface ReloadPluginsFields {
  /** Whether nothing is done if the list of tools would change (newer CLI). */
  hold_on_cache_impact?: boolean;
  /** Whether a busy session refuses (newer CLI). */
  refuse_if_busy?: boolean;
}

/** What there is after plugins were read anew. */
export interface ReloadPluginsAnswer {
  /** The slash commands. */
  commands: SlashCommand[];
  /** The kinds of subagents. */
  agents: SubagentInfo[];
  /** The plugins. */
  plugins: PluginInfo[];
  /** The MCP servers; their configurations may hold keys. */
  mcpServers: McpServerStatus[];
  /** How many plugins could not be read. */
  error_count: number;
  /** Whether it was not done because the list of tools would change (newer CLI). */
  held?: boolean;
  /** What would change in the list of tools (newer CLI). */
  cache_impact?: Record<string, unknown>;
}

/** A plugin. */
export interface PluginInfo {
  /** Its name. */
  name: string;
  /** Its folder; `builtin` for the CLI's own. */
  path: string;
  /** Where it comes from. */
  source?: string;
  /** Its version, as it says itself. */
  version?: string;
}

/** The output styles after they were read anew. */
export interface ReloadOutputStylesAnswer {
  /** Their names. */
  available_output_styles: string[];
}
