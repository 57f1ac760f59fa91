import type { ModelUsage } from "../messages.ts";
import type { ModelInfo } from "./initialize.ts";

/** The CLI's version. */
export interface GetBinaryVersionAnswer {
  /** The version. */
  version: string;
  /** When it was built. */
  buildTime?: string;
  /** The oldest desktop program that it works with (newer CLI). */
  oldestDesktopSdk?: string;
}

/** What the session cost, for people. */
export interface GetSessionCostAnswer {
  /** A few lines of text. */
  text: string;
}

/** Asks what was used. */
export interface GetUsageFields {
  /** Whether habits are left out: looking them up reads earlier sessions. */
  skip_behaviors?: boolean;
}

/** What was used. */
export interface GetUsageAnswer {
  /** By this session. */
  session: SessionUsage;
  /** The kind of subscription; `null` where there is none. */
  subscription_type: string | null;
  /** Whether there are limits to tell. */
  rate_limits_available: boolean;
  /** The limits of a subscription. */
  rate_limits: Record<string, unknown> | null;
  /** What the CLI noticed about habits. */
  behaviors: Record<string, unknown> | null;
}

/** What a session has used. */
export interface SessionUsage {
  /** What it cost in US dollars; 2.1.332 counts what a resumed session cost before. */
  total_cost_usd: number;
  /** How long the model's server took. */
  total_api_duration_ms: number;
  /** How long the session has lasted. */
  total_duration_ms: number;
  /** Lines that came into files. */
  total_lines_added: number;
  /** Lines that went from files. */
  total_lines_removed: number;
  /** What each model used. */
  model_usage: Record<string, ModelUsage>;
}

/** The models that can be chosen. */
export interface ListModelsAnswer {
  /** The models. */
  models: ModelInfo[];
}

/** The permission rules in force. */
export interface ListPermissionRulesAnswer {
  /** The rules, and what belongs to them. */
  state: PermissionRulesState;
}

/** The permission rules, and what belongs to them. */
export interface PermissionRulesState {
  /** The rules. */
  rules: PermissionRuleEntry[];
  /** Further folders that the agent may work in. */
  workspaceDirectories: WorkspaceDirectory[];
  /** Where the session was started. */
  originalCwd: string;
  /** Whether only the rules of an administrator count. */
  managedOnly: boolean;
  /** Settings that could not be read. */
  errors?: Record<string, unknown>[];
  /** Whether something was left out. */
  withheld?: boolean;
}

/** A permission rule. */
export interface PermissionRuleEntry {
  /** `allow`, `deny` or `ask`. */
  behavior: string;
  /** Where it stands, such as `projectSettings`. */
  source: string;
  /** The rule. */
  rule: string;
  /** What it means, in words. */
  description?: PermissionRuleDescription;
  /** `persistent`, `session` or `readonly`. */
  editability: string;
  /** Whether it does not count at present. */
  notInEffect?: boolean;
}

/** What a rule means, in three pieces. */
export interface PermissionRuleDescription {
  /** What comes first. */
  prefix?: string;
  /** What matters. */
  emphasis?: string;
  /** What comes last. */
  suffix?: string;
}

/** A folder that the agent may work in. */
export interface WorkspaceDirectory {
  /** The folder. */
  path: string;
  /** Where that is said. */
  source: string;
}

/** The hooks of settings and plugins; those of the script are not among them. */
export interface GetHooksListingAnswer {
  /** The events that have hooks. */
  events: HookEventSummary[];
  /** The hooks. */
  hooks: HookListing[];
  /** All events that there are. */
  eventCatalog: HookEventSummary[];
  /** What an administrator allows. */
  policy: Record<string, unknown>;
  /** Said where the session runs in safe mode. */
  safeMode?: Record<string, unknown>;
  /** Said where the session runs in bare mode, in which no hook is called. */
  bareMode?: Record<string, unknown>;
  /** Settings that could not be read. */
  errors?: Record<string, unknown>[];
}

/** A hook event. */
export interface HookEventSummary {
  /** Its name. */
  name: string;
  /** What it is, in words. */
  summary: string;
  /** Whether its hooks have matchers. */
  supportsMatcher: boolean;
  /** How many hooks it has; only where there are any. */
  hookCount?: number;
}

/** A hook of settings or plugins. */
export interface HookListing {
  /** The event. */
  event: string;
  /** The matcher; empty where there is none. */
  matcher: string;
  /** Where it stands, such as `projectSettings`. */
  source: string;
  /** Where it stands, in words. */
  sourceLabel: string;
  /** The plugin that brings it. */
  pluginName?: string;
  /** Its kind, such as `command`. */
  type: string;
  /** What a list would show. */
  displayText: string;
  /** What runs. */
  commandText: string;
  /** What `commandText` is, in a word. */
  contentLabel: string;
  /** When it runs only. */
  condition?: string;
  /** How long it may take, in seconds. */
  timeout?: number;
  /** What is shown while it runs. */
  statusMessage?: string;
  /** Whether it runs once only. */
  runsOnce?: boolean;
  /** Whether nobody waits for it. */
  runsInBackground?: boolean;
  /** Whether it is switched off. */
  disabled?: boolean;
  /** The entry as it stands in the settings. */
  editable?: Record<string, unknown>;
}
