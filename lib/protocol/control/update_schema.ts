import { z } from "zod";
import { issuesOf } from "../issues_of.ts";
import type { ShapeFactory } from "../schemas/object_factory.ts";
import { BEHAVIORS, DESTINATIONS, MODES, UPDATE_TYPES } from "./known_updates.ts";
import type { PermissionUpdate } from "./permission_update.ts";

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

let strict: z.ZodType | undefined;

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
