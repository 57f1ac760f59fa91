import type { PermissionUpdate } from "./permission_update.ts";

/** Why the CLI asks, as a kind. Newer versions may have more. */
export type DecisionReasonType =
  | "rule"
  | "mode"
  | "subcommandResults"
  | "permissionPromptTool"
  | "hook"
  | "asyncAgent"
  | "sandboxOverride"
  | "workingDir"
  | "safetyCheck"
  | "classifier"
  | "other";

/** The MCP server that a tool belongs to. */
export interface McpServerOrigin {
  /** Its name in the configuration. */
  name: string;
  /** Where it was configured, such as `sdk`, `user`, `project`, `plugin`; newer versions may have more. */
  source: string;
}

/** An ask rule of the settings that made the CLI ask. */
export interface MatchedAskRule {
  /** Where the rule stands. */
  source: string;
  /** The rule's tool. */
  tool_name: string;
  /** What stands between the rule's parentheses. */
  rule_content?: string;
}

/** The CLI asks whether a tool call may run. What is marked "newer" is not sent by 2.1.197. */
export interface CanUseToolRequest {
  /** The request's kind. */
  subtype: "can_use_tool";
  /** The tool's name. */
  tool_name: string;
  /** The tool's input. */
  input: Record<string, unknown>;
  /** The tool use's id. */
  tool_use_id: string;
  /** The subagent that wants to use the tool. */
  agent_id?: string;
  /** The MCP server of the tool (newer). */
  mcp_server?: McpServerOrigin;
  /** What kind of tool it is, where it is a special one (newer). */
  tool_kind?: string;
  /** The plugin that started the run (newer). */
  plugin?: string;
  /** A heading for the question; not seen from either version. */
  title?: string;
  /** The tool's name for people. */
  display_name?: string;
  /** What the tool is to do, in words: the description of a command, or a path. */
  description?: string;
  /** Updates to the permissions that the CLI proposes; none for what an ask rule matched. */
  permission_suggestions?: Record<string, unknown>[];
  /** The path that made the CLI ask. */
  blocked_path?: string;
  /** Why the CLI asks, in words. May hold control characters. */
  decision_reason?: string;
  /** Why the CLI asks, as a kind; for a compound command it is `subcommandResults` whatever is behind it. */
  decision_reason_type?: DecisionReasonType;
  /** The same, finer, for some kinds (newer). */
  decision_reason_code?: string;
  /** Where the rule stands that made the CLI ask (newer). */
  decision_reason_rule_source?: string;
  /** The hook event that made the CLI ask (newer). */
  decision_reason_hook_event?: string;
  /** Where that hook was configured (newer); the host's own count as `settings`. */
  decision_reason_hook_source?: string;
  /** The plugin that brought that hook (newer). */
  decision_reason_hook_plugin_id?: string;
  /** Whether a check of the automatic modes raised the question (newer). */
  auto_modes_check_raised?: boolean;
  /** Whether only a policy of the organisation asks (newer). */
  server_policy_ask_only?: boolean;
  /** Whether the safety checks behind the question may be passed by a classifier; absent where there are none. */
  classifier_approvable?: boolean;
  /** Whether no lasting rule should be offered for this question (newer). */
  suppress_always_allow_rule?: boolean;
  /** Whether a rule is offered as a rule (newer). */
  rule_usually_offered?: boolean;
  /** Whether a single stray key must not allow the call (newer). */
  default_to_no?: boolean;
  /** The ask rule that the call matched (newer). */
  matched_ask_rule?: MatchedAskRule;
  /** Whether the answer must come from a person (newer). */
  requires_user_interaction?: boolean;
  /** What else the CLI tells. */
  [field: string]: unknown;
}

/** An answer to a permission request, as it is written. */
export type PermissionAnswer =
  | {
    /** The call may run. */
    behavior: "allow";
    /** The input with which it runs. */
    updatedInput: Record<string, unknown>;
    /** Updates to the permissions. */
    updatedPermissions?: readonly PermissionUpdate[];
  }
  | {
    /** The call must not run. */
    behavior: "deny";
    /** Why; the model reads it. */
    message: string;
    /** Whether the turn ends too. */
    interrupt?: boolean;
  };
