import { z } from "zod";
import { UsageError } from "../protocol/errors.ts";
import { wireJsonSchema } from "../protocol/json_schema.ts";
import type { ResultSchema } from "./result_schema.ts";

/** Whether a value fits a schema: the typed value, or what does not fit. */
export type Fit<T> = { fits: true; value: T } | { fits: false; issues: string[] };

/** At most so many complaints are told: a model that got everything wrong needs no list of it. */
const MOST_ISSUES = 10;

/** Parses a value by a schema. A refinement that throws is a complaint as well. */
export function fit<T>(schema: ResultSchema<T>, value: unknown): Fit<T> {
  let parsed;
  try {
    parsed = schema.safeParse(value);
  } catch (error) {
    return { fits: false, issues: [`the schema failed on it (${error instanceof Error ? error.message : error})`] };
  }
  if (parsed.success) return { fits: true, value: parsed.data };
  const issues = parsed.error.issues.slice(0, MOST_ISSUES);
  return {
    fits: false,
    issues: issues.map(({ path, message }) => `${path.map(String).join(".") || "value"}: ${message}`),
  };
}

/**
 * A zod schema as JSON schema, for what goes in: what the model has to write.
 *
 * @throws {UsageError} If there is none that the CLI takes.
 */
export function jsonSchemaOf(schema: ResultSchema<unknown>): Record<string, unknown> {
  if (typeof schema !== "object" || schema === null || !("_zod" in schema)) {
    throw new UsageError("Cannot use structured without a schema: give one of zod 4, such as z.object({ … })");
  }
  let made: Record<string, unknown>;
  try {
    made = { ...z.toJSONSchema(schema as z.ZodType, { io: "input", target: "draft-7", override: withoutFormat }) };
  } catch (cause) {
    throw new UsageError(
      "Cannot use this schema with structured: a part of it has no form as JSON schema. " +
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
