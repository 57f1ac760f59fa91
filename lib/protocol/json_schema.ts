import { UsageError } from "./errors.ts";
import { isRecord } from "./is_record.ts";

const TYPES: readonly string[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/** Keywords whose value is a schema. */
const SCHEMA: ReadonlySet<string> = new Set([
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "additionalProperties",
  "additionalItems",
  "contentSchema",
]);

/** Keywords whose value is a list of schemas. */
const SCHEMAS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);

/** Keywords whose value is an object of schemas. */
const NAMED: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/** The other keywords that the CLI's validator knows. */
const OTHERS: ReadonlySet<string> = new Set([
  ...["$id", "$schema", "$comment", "$ref", "$vocabulary", "type", "nullable", "items", "required", "enum", "const"],
  ...["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf", "maxLength", "minLength", "pattern"],
  ...["maxProperties", "minProperties", "maxItems", "minItems", "uniqueItems", "dependencies", "format"],
  ...["title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples"],
  ...["contentMediaType", "contentEncoding"],
]);

/**
 * The form in which a JSON schema reaches the CLI, or what is wrong with it.
 *
 * The CLI drops a schema that it does not understand without a word, and the turns have no `structured_output` then.
 * Seen on 2.1.332 and 2.1.197: it knows draft-07. A `$schema` of a newer draft, an unknown keyword, an unknown type, an
 * empty `enum` and a broken `pattern` all make it drop the schema; 2.1.197 drops one with any `format` too. So `$schema`
 * is left out, and the rest refused, but for `format`.
 *
 * @example A schema as zod makes it
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" };
 * assertEquals(wireJsonSchema(schema, "jsonSchema"), { type: "object" });
 * ```
 *
 * @param schema The schema.
 * @param name What it was given as, for the error.
 * @returns The schema without its `$schema`.
 * @throws {UsageError} Naming the place in the schema.
 */
export function wireJsonSchema(schema: unknown, name: string): Record<string, unknown> {
  if (!isRecord(schema)) refuse(name, "it must be an object");
  if (schema.type !== "object") {
    refuse(
      name,
      'its results are given as a tool\'s input, so it must have the type "object": wrap what you need in one',
    );
  }
  checkSchema(schema, name);
  const { $schema: _, ...rest } = schema;
  return rest;
}

function checkSchema(schema: unknown, at: string): void {
  if (typeof schema === "boolean") return;
  if (!isRecord(schema)) refuse(at, "a schema must be an object, true or false");
  for (const [keyword, value] of Object.entries(schema)) {
    const place = `${at}.${keyword}`;
    if (SCHEMA.has(keyword)) checkSchema(value, place);
    else if (SCHEMAS.has(keyword)) checkSchemas(value, place);
    else if (NAMED.has(keyword)) checkNamed(value, place);
    else if (!OTHERS.has(keyword)) refuse(at, `the CLI knows draft-07, and no keyword ${JSON.stringify(keyword)}`);
    else checkValue(keyword, value, place);
  }
}

function checkSchemas(value: unknown, at: string): void {
  if (!Array.isArray(value) || value.length === 0) refuse(at, "it must be a list of schemas that is not empty");
  value.forEach((each, index) => checkSchema(each, `${at}[${index}]`));
}

function checkNamed(value: unknown, at: string): void {
  if (!isRecord(value)) refuse(at, "it must be an object of schemas");
  for (const [name, each] of Object.entries(value)) {
    if (at.endsWith(".patternProperties")) checkPattern(name, at);
    checkSchema(each, `${at}.${name}`);
  }
}

function checkValue(keyword: string, value: unknown, at: string): void {
  if (keyword === "items") return Array.isArray(value) ? checkSchemas(value, at) : checkSchema(value, at);
  if (keyword === "type") return checkType(value, at);
  if (keyword === "pattern") return checkPattern(value, at);
  if (keyword === "enum" && !(Array.isArray(value) && value.length > 0)) {
    refuse(at, "it must be a list that is not empty");
  }
  if (keyword === "required" && !(Array.isArray(value) && value.every((name) => typeof name === "string"))) {
    refuse(at, "it must be a list of texts");
  }
}

function checkType(value: unknown, at: string): void {
  const types: unknown[] = Array.isArray(value) ? value : [value];
  if (types.length > 0 && types.every((type) => TYPES.includes(type as string))) return;
  refuse(at, `the types are ${TYPES.join(", ")}`);
}

function checkPattern(value: unknown, at: string): void {
  try {
    if (typeof value === "string") return void new RegExp(value, "u");
  } catch {
    // Said below.
  }
  refuse(at, "it must be a regular expression");
}

function refuse(at: string, reason: string): never {
  throw new UsageError(`Cannot use the JSON schema at "${at}": ${reason}`);
}
