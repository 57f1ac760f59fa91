import { isRecord } from "../is_record.ts";
import type { PermissionUpdate } from "./permission_update.ts";

/** Where an update may go. */
export const DESTINATIONS: string[] = ["userSettings", "projectSettings", "localSettings", "session", "cliArg"];

/** What the rules of an update may say. */
export const BEHAVIORS: string[] = ["allow", "deny", "ask"];

/** The modes that an update may switch to. */
export const MODES: string[] = ["default", "manual", "acceptEdits", "plan", "bypassPermissions", "dontAsk", "auto"];

/** The names of the kinds of updates. */
export const UPDATE_TYPES: readonly PermissionUpdate["type"][] = [
  "addRules",
  "replaceRules",
  "removeRules",
  "setMode",
  "addDirectories",
  "removeDirectories",
];

/** What the CLI suggests, as far as its shape is known; a newer kind of update stays in the raw frame. */
export function knownUpdates(suggestions: readonly unknown[] | undefined): PermissionUpdate[] {
  return suggestions?.filter(isKnown) ?? [];
}

/**
 * Whether a value is an update of a kind that is known. By hand, and not by the schema, which a test compares: operators
 * use it, and a script should start without loading zod.
 */
function isKnown(value: unknown): value is PermissionUpdate {
  if (!isRecord(value) || !DESTINATIONS.includes(value.destination as string)) return false;
  switch (value.type) {
    case "addRules":
    case "replaceRules":
    case "removeRules":
      return BEHAVIORS.includes(value.behavior as string) && isListOf(value.rules, isRule);
    case "setMode":
      return MODES.includes(value.mode as string);
    case "addDirectories":
    case "removeDirectories":
      return isListOf(value.directories, isName);
    default:
      return false;
  }
}

function isListOf(value: unknown, isOne: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isRule(value: unknown): boolean {
  return isRecord(value) && isName(value.toolName) &&
    (value.ruleContent === undefined || typeof value.ruleContent === "string");
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
