import type { PermissionMode } from "../messages.ts";

/** What a rule of a permission update does with the calls that it covers. */
export type PermissionBehavior = "allow" | "deny" | "ask";

/**
 * Where a permission update goes: into one of the CLI's settings files, or into the running session alone (`session`,
 * and `cliArg`, as if it had stood on the command line), which ends with the process.
 */
export type PermissionUpdateDestination = "userSettings" | "projectSettings" | "localSettings" | "session" | "cliArg";

/** A rule as a permission update has it. */
export interface PermissionRuleValue {
  /** The tool's name. */
  toolName: string;
  /** What would stand between the parentheses; the rule covers the whole tool where it is absent. */
  ruleContent?: string;
}

/** Adds, replaces or removes rules. */
export interface RulesUpdate {
  /** What is done with the rules. */
  type: "addRules" | "replaceRules" | "removeRules";
  /** The rules. */
  rules: readonly PermissionRuleValue[];
  /** What they do. */
  behavior: PermissionBehavior;
  /** Where they go. */
  destination: PermissionUpdateDestination;
}

/** Changes the permission mode. */
export interface ModeUpdate {
  /** The update's kind. */
  type: "setMode";
  /** The mode. */
  mode: PermissionMode;
  /** Where it goes. */
  destination: PermissionUpdateDestination;
}

/** Adds or removes directories that the agent may work in. */
export interface DirectoriesUpdate {
  /** What is done with the directories. */
  type: "addDirectories" | "removeDirectories";
  /** Their paths. */
  directories: readonly string[];
  /** Where they go. */
  destination: PermissionUpdateDestination;
}

/** A change of the CLI's permissions: what it suggests with a request, and what an allow may carry. */
export type PermissionUpdate = RulesUpdate | ModeUpdate | DirectoriesUpdate;
