import type { ControlRequestAnswer, ControlRequestName, ModelInfo } from "../protocol/requests/mod.ts";
import type { Machine } from "./_machine.ts";
import { apiKeySource } from "./_surroundings.ts";

type Reports = {
  [Name in ControlRequestName]?: (machine: Machine) => ControlRequestAnswer<Name>;
};

/** Control requests that the older CLI does not know. */
export const NEWER: ReadonlySet<string> = new Set([
  "get_hooks_listing",
  "get_task_output",
  "list_models",
  "list_permission_rules",
  "mcp_read_resource",
  "reload_output_styles",
  "set_has_subscribers",
  "update_settings",
]);

const COMMAND = { name: "compact", description: "Clear the history but keep a summary", argumentHint: "" };
const SUBAGENT = { name: "general-purpose", description: "For questions of many steps" };
const STYLES = ["default", "Explanatory"];

/** What `initialize` tells on both versions. */
export function greeting(machine: Machine): Record<string, unknown> {
  return {
    commands: [COMMAND],
    agents: [SUBAGENT],
    output_style: "default",
    available_output_styles: STYLES,
    models: models(machine),
    account: { tokenSource: "none", apiKeySource: apiKeySource(machine), apiProvider: "firstParty" },
    pid: machine.pid,
  };
}

/** The answers to requests that only tell something. */
export const REPORTS: Reports = {
  get_binary_version: (machine) => ({ version: machine.options.version, buildTime: "2026-01-01T00:00:00Z" }),
  get_context_usage: (machine) => ({
    categories: [
      { name: "Messages", tokens: 120, color: "purple", ...(machine.isNew ? { id: "messages", kind: "used" } : {}) },
    ],
    totalTokens: 120,
    maxTokens: 200_000,
    rawMaxTokens: 200_000,
    percentage: 0,
    model: machine.model,
    memoryFiles: [],
    mcpTools: [],
    agents: [],
    isAutoCompactEnabled: true,
    apiUsage: null,
  }),
  get_hooks_listing: () => ({
    events: [],
    hooks: [],
    eventCatalog: [{ name: "PreToolUse", summary: "Before tool execution", supportsMatcher: true }],
    policy: { disabledByPolicy: false, managedOnly: false, pluginOnly: false, allDisabled: false, policyHookCount: 0 },
  }),
  get_session_cost: (machine) => ({ text: `Estimated cost:        $${machine.ledger.totalUsd.toFixed(4)}` }),
  get_settings: (machine) => ({
    effective: machine.flagSettings,
    sources: Object.keys(machine.flagSettings).length === 0
      ? []
      : [{ source: "flagSettings", settings: machine.flagSettings }],
    applied: { model: machine.model, effort: "medium", ultracode: false },
  }),
  get_usage: (machine) => ({
    session: {
      total_cost_usd: machine.ledger.totalUsd,
      total_api_duration_ms: 0,
      total_duration_ms: 0,
      total_lines_added: 0,
      total_lines_removed: 0,
      model_usage: {},
    },
    subscription_type: null,
    rate_limits_available: false,
    rate_limits: null,
    behaviors: null,
  }),
  list_models: (machine) => ({ models: models(machine) }),
  list_permission_rules: (machine) => ({
    state: {
      rules: [],
      workspaceDirectories: [],
      originalCwd: machine.launch.cwd ?? "/srv/demo",
      managedOnly: false,
    },
  }),
  mcp_status: () => ({ mcpServers: [] }),
  reload_output_styles: () => ({ available_output_styles: STYLES }),
  reload_plugins: () => ({ commands: [COMMAND], agents: [SUBAGENT], plugins: [], mcpServers: [], error_count: 0 }),
  reload_skills: () => ({ skills: [] }),
};

function models(machine: Machine): ModelInfo[] {
  return [{
    value: "default",
    resolvedModel: machine.model,
    displayName: "Default (recommended)",
    description: "The default",
  }];
}
