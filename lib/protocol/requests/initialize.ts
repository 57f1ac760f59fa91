import type { PermissionMode } from "../messages.ts";

/** What the CLI tells when it is initialised: what there is. */
export interface InitializeAnswer {
  /** The slash commands. */
  commands: SlashCommand[];
  /** The kinds of subagents. */
  agents: SubagentInfo[];
  /** The output style in force. */
  output_style: string;
  /** The output styles that there are. */
  available_output_styles: string[];
  /** The models that can be chosen. */
  models: ModelInfo[];
  /** Who pays. */
  account: AccountInfo;
  /** The process id. */
  pid?: number;
  /** The CLI's version (newer CLI). */
  claude_code_version?: string;
  /** The permission mode in force (newer CLI). */
  current_permission_mode?: PermissionMode;
  /** Whether the hooks were registered (newer CLI). */
  hooks_applied?: boolean;
  /** Whether `onFailure` of a hook is known (newer CLI). */
  hook_on_failure_supported?: boolean;
  /** How many hooks were kept that nobody answered (newer CLI). */
  hooks_when_unanswered_kept?: number;
  /** Whether an *ask* of another hook counts for more than ours (newer CLI). */
  other_hook_ask_outranks_host?: boolean;
  /** Whether the session runs (newer CLI). */
  session_state?: string;
  /** What this CLI can do besides (newer CLI). */
  capabilities?: string[];
  /** Where the user's own output styles lie (newer CLI). */
  user_output_styles_dir?: string;
  /** How the user can give feedback (newer CLI). */
  feedback_mode?: Record<string, unknown>;
  /** Whether nothing is counted (newer CLI). */
  analytics_disabled?: boolean;
  /** Whether commands run in a sandbox (newer CLI). */
  sandbox_enabled?: boolean;
  /** Whether the session can be steered from elsewhere (newer CLI). */
  remote_control_available?: boolean;
  /** Whether that is switched on by itself (newer CLI). */
  remote_control_auto_enable?: boolean;
  /** Whether that connects by itself (newer CLI). */
  remote_control_auto_connect_default?: boolean;
  /** Whether that is on from the start (newer CLI). */
  remote_control_auto_on_by_default?: boolean;
  /** Whether an editor may switch that on (newer CLI). */
  ide_rc_auto_enable_gate?: boolean;
  /** Whether the fast mode is on (newer CLI). */
  fast_mode_state?: string;
  /** Why the fast mode is off (newer CLI). */
  fast_mode_disabled_reason?: string | null;
}

/** A slash command or skill. */
export interface SlashCommand {
  /** Its name, without the slash. */
  name: string;
  /** What it does. */
  description: string;
  /** What may follow it. */
  argumentHint: string | string[];
  /** Other names. */
  aliases?: string[];
  /** Whether it is the CLI's own (newer CLI). */
  builtin?: boolean;
}

/** A kind of subagent. */
export interface SubagentInfo {
  /** Its name. */
  name: string;
  /** What it is for. */
  description: string;
  /** Its model; the agent's own where absent. */
  model?: string;
}

/** A model that can be chosen. */
export interface ModelInfo {
  /** What to give `setModel`. */
  value: string;
  /** Which model that is at present. */
  resolvedModel?: string;
  /** Its name for people. */
  displayName: string;
  /** What it is for. */
  description: string;
  /** Whether the effort can be chosen. */
  supportsEffort?: boolean;
  /** The efforts to choose from. */
  supportedEffortLevels?: string[];
  /** Whether it thinks as long as it needs. */
  supportsAdaptiveThinking?: boolean;
  /** Whether it has a fast mode. */
  supportsFastMode?: boolean;
  /** Whether it can be used in the permission mode `auto`. */
  supportsAutoMode?: boolean;
  /** Whether thinking can be switched off (newer CLI). */
  supportsThinkingOff?: boolean;
}

/** Who pays for the session; no key is in it. */
export interface AccountInfo {
  /** The address. */
  email?: string;
  /** The organisation. */
  organization?: string;
  /** The kind of subscription. */
  subscriptionType?: string;
  /** Where the token comes from. */
  tokenSource?: string;
  /** Where the key comes from. */
  apiKeySource?: string;
  /** Who serves the model. */
  apiProvider?: string;
}
