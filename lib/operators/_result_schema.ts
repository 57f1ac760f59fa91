import type { z } from "zod";
import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import { wireJsonSchema } from "../protocol/json_schema.ts";
import type { ResultSchema } from "./result_schema.ts";

/** Whether a value fits a schema: the typed value, or what does not fit. */
export type Fit<T> = { fits: true; value: T } | { fits: false; issues: string[] };

/** At most so many complaints are told: a model that got everything wrong needs no list of it. */
const MOST_ISSUES = 10;

/** How the error begins that zod throws where it would have to wait. Its class is zod's, which is not loaded here. */
const ASYNC = "Encountered Promise during synchronous parse";

/**
 * Parses a value by a schema. A refinement that throws is a complaint as well.
 *
 * @throws {UsageError} If the schema works asynchronously: no other result would help.
 */
export function fit<T>(schema: ResultSchema<T>, value: unknown): Fit<T> {
  let parsed;
  try {
    parsed = schema.safeParse(value);
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    if (complaint.startsWith(ASYNC)) throw isAsync(error);
    return { fits: false, issues: [`the schema failed on it (${complaint})`] };
  }
  if (parsed.success) return { fits: true, value: parsed.data };
  const issues = parsed.error.issues.slice(0, MOST_ISSUES);
  return {
    fits: false,
    issues: issues.map(({ path, message }) => `${path.map(String).join(".") || "value"}: ${message}`),
  };
}

function isAsync(cause: unknown): UsageError {
  return new UsageError(
    "Cannot use this schema with structured: a refinement or transform of it is asynchronous. " +
      "Leave that out of the schema, and check what comes out",
    { cause },
  );
}

function isResultSchema(schema: unknown): schema is ResultSchema<unknown> {
  return isRecord(schema) && typeof schema.safeParse === "function" && typeof schema.toJSONSchema === "function";
}

const DRAFT = { io: "input", target: "draft-7" } as const;

/**
 * A schema as JSON schema, for what goes in: what the model has to write. It tells that itself, so that zod is loaded by
 * those scripts alone that make one.
 *
 * @throws {UsageError} If there is none that the CLI takes.
 */
export function jsonSchemaOf(schema: ResultSchema<unknown>): Record<string, unknown> {
  if (!isResultSchema(schema)) {
    throw new UsageError(
      "Cannot use structured without a schema that tells its JSON schema: " +
        "give one of zod 4.2 or later, and not of zod/mini, such as z.object({ … })",
    );
  }
  let made: Record<string, unknown>;
  try {
    made = { ...schema.toJSONSchema({ ...DRAFT, override: withoutFormat }) };
  } catch (cause) {
    throw new UsageError(
      `Cannot use this schema with structured: ${partWithoutForm(schema)} has no form as JSON schema. ` +
        "Use plain types, and transform what comes out",
      { cause },
    );
  }
  if (made.type !== "object") {
    throw new UsageError(
      `Cannot use a schema of type ${JSON.stringify(made.type ?? "unknown")} with structured: ` +
        "the CLI takes an object, so wrap it, as in z.object({ value: … })",
    );
  }
  return wireJsonSchema(made, "structured()");
}

// The schema is parsed by here again, and the older CLI silently drops a JSON schema with any format in it.
function withoutFormat({ jsonSchema }: { jsonSchema: { format?: unknown } }): void {
  delete jsonSchema.format;
}

/** The innermost part that cannot be told as JSON schema, as a message names it. */
function partWithoutForm(schema: ResultSchema<unknown>): string {
  let found: string | undefined;
  const look = ({ zodSchema, path }: { zodSchema: z.core.$ZodType; path: readonly (string | number)[] }): void => {
    if (found !== undefined || hasForm(zodSchema)) return;
    const place = placeOf(path);
    const kind = JSON.stringify(zodSchema._zod.def.type);
    found = place === "" ? `its type ${kind}` : `its part ${JSON.stringify(place)} of type ${kind}`;
  };
  try {
    schema.toJSONSchema({ ...DRAFT, unrepresentable: "any", override: look });
  } catch {
    // What stops the walk itself, such as a recursion without a name, has no place.
  }
  return found ?? "a part of it";
}

function hasForm(schema: z.core.$ZodType): boolean {
  try {
    if (isResultSchema(schema)) schema.toJSONSchema(DRAFT);
    return true;
  } catch {
    return false;
  }
}

// A path of the JSON schema: "properties" stands before a name, "items" for each element of a list.
function placeOf(path: readonly (string | number)[]): string {
  let place = "";
  for (let at = 0; at < path.length; at++) {
    if (path[at] === "properties" && at + 1 < path.length) place += `${place === "" ? "" : "."}${path[++at]}`;
    else if (path[at] === "items") place += "[]";
  }
  return place;
}
