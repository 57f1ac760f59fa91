import { z } from "zod";
import { issuesOf } from "../issues_of.ts";
import type { ShapeFactory } from "../schemas/object_factory.ts";
import type { PermissionUpdate } from "./permission_update.ts";

const DESTINATIONS: string[] = ["userSettings", "projectSettings", "localSettings", "session", "cliArg"];
const BEHAVIORS: string[] = ["allow", "deny", "ask"];
const MODES: string[] = ["default", "manual", "acceptEdits", "plan", "bypassPermissions", "dontAsk", "auto"];

/** The schema of a permission update. */
export function permissionUpdateSchema(object: ShapeFactory): z.ZodType {
  const destination = z.enum(DESTINATIONS);
  const rules = z.array(object({ toolName: z.string().min(1), ruleContent: z.string().optional() }));
  const behavior = z.enum(BEHAVIORS);
  const directories = z.array(z.string().min(1));
  const mode = z.enum(MODES);
  const kinds: Record<PermissionUpdate["type"], z.ZodType> = {
    addRules: object({ type: z.literal("addRules"), rules, behavior, destination }),
    replaceRules: object({ type: z.literal("replaceRules"), rules, behavior, destination }),
    removeRules: object({ type: z.literal("removeRules"), rules, behavior, destination }),
    setMode: object({ type: z.literal("setMode"), mode, destination }),
    addDirectories: object({ type: z.literal("addDirectories"), directories, destination }),
    removeDirectories: object({ type: z.literal("removeDirectories"), directories, destination }),
  };
  return z.union(Object.values(kinds) as [z.ZodType, z.ZodType]);
}

/** The names of the kinds of updates. */
const UPDATE_TYPES: readonly PermissionUpdate["type"][] = [
  "addRules",
  "replaceRules",
  "removeRules",
  "setMode",
  "addDirectories",
  "removeDirectories",
];

let loose: z.ZodType | undefined;
let strict: z.ZodType | undefined;

/** What the CLI suggests, as far as its shape is known; a newer kind of update stays in the raw frame. */
export function knownUpdates(suggestions: readonly unknown[] | undefined): PermissionUpdate[] {
  if (suggestions === undefined || suggestions.length === 0) return [];
  const schema = loose ??= permissionUpdateSchema((shape) => z.looseObject(shape));
  return suggestions.filter((each): each is PermissionUpdate => schema.safeParse(each).success);
}

/** What is wrong with an update that is about to be written; `undefined` for one that the CLI will take. */
export function updateIssue(update: unknown): string | undefined {
  const type = (update as { type?: unknown } | null | undefined)?.type;
  if (!(UPDATE_TYPES as readonly unknown[]).includes(type)) return `type is one of ${UPDATE_TYPES.join(", ")}`;
  const schema = strict ??= permissionUpdateSchema((shape) => z.strictObject(shape));
  const result = schema.safeParse(update);
  if (result.success) return undefined;
  return issueOf(result.error, UPDATE_TYPES.indexOf(type as PermissionUpdate["type"]));
}

// A union tells the issues of each of its kinds; those of the kind that is meant say what to change.
function issueOf(error: z.ZodError, kind: number): string {
  const [first] = error.issues;
  const errors = first?.code === "invalid_union" ? first.errors[kind] : undefined;
  return issuesOf(errors === undefined ? error : new z.ZodError(errors)).join("; ");
}
