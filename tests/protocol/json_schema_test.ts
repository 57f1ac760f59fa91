import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { z } from "zod";
import { UsageError } from "../../lib/protocol/errors.ts";
import { wireJsonSchema } from "../../lib/protocol/json_schema.ts";

Deno.test("wireJsonSchema leaves out $schema, which the CLI knows in one form alone", () => {
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", title: "x" };
  assertEquals(wireJsonSchema(schema, "jsonSchema"), { type: "object", title: "x" });
  assertEquals(Object.keys(schema), ["$schema", "type", "title"]);
});

Deno.test("wireJsonSchema takes everything of draft-07", () => {
  const schema = {
    type: "object",
    required: ["a", "not there"],
    additionalProperties: false,
    patternProperties: { "^x-": { type: ["string", "null"] } },
    propertyNames: { pattern: "^[a-z]+$", maxLength: 9 },
    properties: {
      a: { $ref: "#/$defs/b", description: "d", default: 1, examples: [1], deprecated: true },
      c: { type: "array", items: { type: "number", minimum: 0, multipleOf: 2 }, uniqueItems: true, minItems: 1 },
      d: { items: [{ const: null }, true], additionalItems: false, contains: {} },
      e: { anyOf: [{ enum: ["x"] }, { not: { type: "integer" } }], allOf: [true], oneOf: [{}] },
      f: { if: { required: [] }, then: {}, else: false, format: "email" },
    },
    $defs: { b: { type: "boolean" } },
    definitions: { g: {} },
  };
  assertEquals(wireJsonSchema(schema, "jsonSchema"), schema);
});

Deno.test("wireJsonSchema takes what zod makes of an object", () => {
  const made = z.toJSONSchema(z.object({ name: z.string().min(1), tags: z.array(z.enum(["a", "b"])).optional() }));
  const { $schema: _, ...expected } = made as Record<string, unknown>;
  assertEquals(wireJsonSchema(made, "jsonSchema"), expected);
});

const WRONG: [unknown, string, string][] = [
  ["{}", "jsonSchema", "must be an object"],
  [[], "jsonSchema", "must be an object"],
  [{}, "jsonSchema", 'must have the type "object"'],
  [{ type: "string" }, "jsonSchema", 'must have the type "object": wrap what you need in one'],
  [{ type: "object", foo: 1 }, "jsonSchema", 'no keyword "foo"'],
  [{ type: "object", properties: { a: { type: "strin" } } }, "jsonSchema.properties.a.type", "object, array, string"],
  [{ type: "object", properties: { a: { type: [] } } }, "jsonSchema.properties.a.type", "the types are"],
  [{ type: "object", properties: [] }, "jsonSchema.properties", "an object of schemas"],
  [{ type: "object", properties: { a: "string" } }, "jsonSchema.properties.a", "must be an object, true or false"],
  [{ type: "object", properties: { a: { prefixItems: [{}] } } }, "jsonSchema.properties.a", 'no keyword "prefixItems"'],
  [{ type: "object", unevaluatedProperties: false }, "jsonSchema", "draft-07"],
  [{ type: "object", required: "a" }, "jsonSchema.required", "list of texts"],
  [{ type: "object", anyOf: [] }, "jsonSchema.anyOf", "not empty"],
  [{ type: "object", properties: { a: { enum: [] } } }, "jsonSchema.properties.a.enum", "not empty"],
  [{ type: "object", properties: { a: { pattern: "(" } } }, "jsonSchema.properties.a.pattern", "regular expression"],
  [{ type: "object", patternProperties: { "(": {} } }, "jsonSchema.patternProperties", "regular expression"],
  [{ type: "object", properties: { a: { items: [1] } } }, "jsonSchema.properties.a.items[0]", "true or false"],
];

for (const [schema, place, reason] of WRONG) {
  Deno.test(`wireJsonSchema refuses ${JSON.stringify(schema)}`, () => {
    const { message } = assertThrows(() => wireJsonSchema(schema, "jsonSchema"), UsageError);
    assertStringIncludes(message, `Cannot use the JSON schema at "${place}": `);
    assertStringIncludes(message, reason);
  });
}
