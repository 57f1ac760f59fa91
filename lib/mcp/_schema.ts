import { z } from "zod";
import { messageOf } from "../agent/answer/message_of.ts";
import { UsageError } from "../protocol/errors.ts";
import type { ArgumentSchema } from "./argument_schema.ts";

/** At most so many complaints are told: a model that got everything wrong needs no list of it. */
const MOST_ISSUES = 10;

/**
 * A zod schema as JSON schema, for what goes in or comes out.
 *
 * @throws {UsageError} If it is no schema of an object, or has no form as JSON schema.
 */
export function objectSchema(
  schema: ArgumentSchema<unknown>,
  { where, io }: { where: string; io: "input" | "output" },
): Record<string, unknown> {
  if (typeof schema !== "object" || schema === null || !("_zod" in schema)) {
    throw new UsageError(`Cannot use this as the schema of ${where}: give one of zod 4, such as z.object({ … })`);
  }
  let made: Record<string, unknown>;
  try {
    made = { ...z.toJSONSchema(schema as unknown as z.ZodType, { io }) };
  } catch (cause) {
    throw new UsageError(
      `Cannot use this schema for ${where}: a part of it has no form as JSON schema. ` +
        "Use plain types, and transform what comes out",
      { cause },
    );
  }
  if (made.type !== "object") {
    throw new UsageError(
      `Cannot use a schema of type ${JSON.stringify(made.type ?? "unknown")} for ${where}: ` +
        "it must be an object, as in z.object({ value: … })",
    );
  }
  delete made.$schema;
  return made;
}

/**
 * Parses a value by a schema.
 *
 * @returns The typed value, or what is wrong. A schema that throws is wrong as well.
 */
export async function fit<T>(
  schema: ArgumentSchema<T>,
  value: unknown,
): Promise<{ value: T } | { wrong: string }> {
  try {
    const parsed = await schema.safeParseAsync(value);
    if (parsed.success) return { value: parsed.data };
    const issues = parsed.error.issues.slice(0, MOST_ISSUES);
    return {
      wrong: issues.map(({ path, message }) => `${path.map(String).join(".") || "value"}: ${message}`).join("; "),
    };
  } catch (error) {
    return { wrong: `the schema failed on it (${messageOf(error)})` };
  }
}
