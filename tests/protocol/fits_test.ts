import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { z } from "zod";
import { chosen, chosenByType } from "../../lib/protocol/schemas/fields.ts";
import { fitsOf } from "../../lib/protocol/schemas/fits.ts";
import { MESSAGE_SCHEMAS, messageFits } from "../../lib/protocol/schemas/message_schemas.ts";
import { looseObject, strictObject } from "../../lib/protocol/schemas/object_factory.ts";
import { recordedMessages } from "../support/transcripts.ts";
import { sampleFrame, SAMPLES } from "./_samples.ts";
import { mutated, MUTATION, STRANGE } from "../support/mutations.ts";

/** The same cases in every run, so that a failure can be looked at again. */
const RUNS = { seed: 20260214, numRuns: 4000 };

type Frame = Record<string, unknown>;

const FRAMES: readonly Frame[] = [
  ...Object.entries(SAMPLES).map(([kind, { frame }]) => sampleFrame(kind, frame)),
  ...recordedMessages().map(({ frame }) => frame),
];

const FRAME = fc.constantFrom(...FRAMES);

function kindOf({ type, subtype }: Frame): string {
  return type === "system" ? `system/${subtype}` : String(type);
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  try {
    return schema.safeParse(value).success;
  } catch {
    return false;
  }
}

/** A quick check may throw where reading throws; it may not say yes where the schema says no. */
function saysYes(fits: (value: unknown) => boolean, value: unknown): boolean {
  try {
    return fits(value);
  } catch {
    return false;
  }
}

Deno.test("messageFits() takes every sample and every recorded message, so that hardly any goes to the schema", () => {
  for (const frame of FRAMES) assertEquals(messageFits(kindOf(frame))?.(frame), true, JSON.stringify(frame));
});

Deno.test("messageFits() takes fields, blocks and events that nobody knows", () => {
  const frames = [
    { type: "assistant", message: { role: "assistant", content: [{ type: "hologram", rays: [1] }], mood: {} }, hue: 1 },
    { type: "stream_event", event: { type: "brand_new", index: "a" } },
    { type: "stream_event", event: { type: "content_block_delta", index: 0, delta: { type: "smell_delta" } } },
    { type: "stream_event", event: { type: "content_block_start", index: 0, content_block: { type: "hologram" } } },
    JSON.parse('{"type":"stream_event","event":{"type":"ping"},"__proto__":{"uuid":1},"constructor":1,"toString":[]}'),
  ];
  for (const frame of frames) assertEquals(messageFits(frame.type)?.(frame), true, JSON.stringify(frame));
});

Deno.test("messageFits() knows no kind that has no schema", () => {
  for (const kind of ["", "brand_new", "system", "system/brand_new", "__proto__", "constructor", "system/toString"]) {
    assertEquals(messageFits(kind), undefined);
  }
});

Deno.test("messageFits() takes nothing that its schema refuses, however a frame is changed", () => {
  const schemas = new Map([...MESSAGE_SCHEMAS].map(([kind, build]) => [kind, build(looseObject)]));
  let [taken, refused] = [0, 0];
  fc.assert(
    fc.property(FRAME, fc.array(MUTATION, { maxLength: 3 }), (frame, mutations) => {
      const value = mutated(frame, mutations);
      const kind = kindOf(frame);
      const fits = saysYes(messageFits(kind)!, value);
      const accepted = accepts(schemas.get(kind)!, value);
      assert(!fits || accepted);
      fits ? taken++ : accepted || refused++;
    }),
    RUNS,
  );
  // The property would hold of a check that says no to all, and be empty where nothing is refused.
  assert(taken > 500 && refused > 500, `Took ${taken}, and ${refused} were refused`);
});

Deno.test("messageFits() takes no value that is no frame, nor one kind for another", () => {
  const schemas = new Map([...MESSAGE_SCHEMAS].map(([kind, build]) => [kind, build(looseObject)]));
  fc.assert(
    fc.property(fc.constantFrom(...MESSAGE_SCHEMAS.keys()), fc.oneof(FRAME, STRANGE), (kind, value) => {
      assert(!saysYes(messageFits(kind)!, value) || accepts(schemas.get(kind)!, value));
    }),
    RUNS,
  );
});

Deno.test("fitsOf() of a strict schema takes nothing: unknown fields are the schema's own affair", () => {
  for (const frame of FRAMES) {
    const schema = MESSAGE_SCHEMAS.get(kindOf(frame))!(strictObject);
    assertEquals(fitsOf(schema)(frame), false);
  }
});

const NAME = fc.constantFrom("a", "b", "type");
const LITERAL = fc.constantFrom("a", "b", "", 0, 1, true, null);

/** Schemas of every kind that is understood, in one another. */
const { schema: SCHEMA } = fc.letrec<{ schema: z.ZodType; shape: Record<string, z.ZodType> }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthIdentifier: "schema" },
    fc.constantFrom<z.ZodType>(z.string(), z.number(), z.boolean(), z.unknown(), z.enum(["a", "b"])),
    fc.array(LITERAL, { minLength: 1, maxLength: 3 }).map((values) => z.literal(values)),
    tie("schema").map((inner) => inner.nullable()),
    tie("schema").map((inner) => z.array(inner)),
    tie("schema").map((inner) => z.record(z.string(), inner)),
    fc.tuple(tie("schema"), tie("schema")).map((options) => z.union(options)),
    tie("shape").map((shape) => z.looseObject(shape)),
    fc.tuple(tie("schema"), tie("schema")).map(([list, other]) =>
      chosen((value) => Array.isArray(value) ? list : value === "a" ? undefined : value === "b" ? "no" : other)
    ),
    fc.tuple(tie("schema"), tie("schema")).map(([a, b]) => chosenByType(new Map([["a", () => a], ["b", () => b]]))),
  ),
  shape: fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: NAME }, { weight: 1, arbitrary: fc.constantFrom("toString", "constructor") }),
    fc.tuple(tie("schema"), fc.constantFrom("required", "optional", "exact")).map(([inner, mode]) =>
      mode === "required" ? inner : mode === "exact" ? inner.exactOptional() : inner.optional()
    ),
    { maxKeys: 3 },
  ),
}));

/** Values that such schemas may take. */
const { value: VALUE } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: "value" },
    { weight: 4, arbitrary: fc.constantFrom<unknown>("a", "b", 0, 1, -1.5, true, false, null) },
    { weight: 1, arbitrary: STRANGE },
    { weight: 2, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
    { weight: 6, arbitrary: fc.dictionary(NAME, tie("value"), { maxKeys: 3 }) },
  ),
}));

Deno.test("fitsOf() takes nothing that the schema refuses, whatever both are", () => {
  let taken = 0;
  fc.assert(
    fc.property(SCHEMA, fc.array(VALUE, { minLength: 1, maxLength: 10 }), (schema, values) => {
      const fits = fitsOf(schema);
      for (const value of values) {
        if (!saysYes(fits, value)) continue;
        taken++;
        assert(accepts(schema, value));
      }
    }),
    RUNS,
  );
  assert(taken > 2000, `Took only ${taken}`);
});

Deno.test("fitsOf() leaves to zod all that it does not understand", () => {
  const text = z.string();
  const schemas: Record<string, z.ZodType> = {
    "a check of length": text.min(1),
    "a format": z.email(),
    "a whole number": z.number().int(),
    "a refinement": text.refine(() => true),
    "a transform": text.transform((value) => value.length),
    "a default": text.default("a"),
    "a catch": text.catch("a"),
    "a pipe": z.pipe(text, text),
    "an optional value": text.optional(),
    "something lazy": z.lazy(() => text),
    "something converted": z.coerce.string(),
    "something read only": text.readonly(),
    "a message of its own": z.string("no"),
    "a template": z.templateLiteral(["a"]),
    "a custom check": z.custom(),
    "an object that strips": z.object({}),
    "an object that is strict": z.strictObject({}),
    "an object that checks the rest": z.object({}).catchall(text),
    "an object with a check": z.looseObject({}).refine(() => true),
    "an object with inherited names": z.looseObject({ toString: text.exactOptional() }),
    "a record with named keys": z.record(z.enum(["a"]), text),
    "a record with checked keys": z.record(text.min(1), text),
    "a loose record": z.looseRecord(text, text),
    "an enum of numbers": z.enum({ a: 1, 1: "a" }),
    "a list with a length": z.array(text).min(1),
    "a tuple": z.tuple([text]),
    "an intersection": z.intersection(text, text),
    "a union told by a field": z.discriminatedUnion("a", [z.looseObject({ a: z.literal("a") })]),
    "a map": z.map(text, text),
    "a date": z.date(),
    "nothing": z.never(),
    "anything": z.any(),
    "a check of a choice": chosen(() => undefined).refine(() => false),
  };
  const values = [
    "a",
    "",
    "a@b.cd",
    1,
    1.5,
    {},
    { a: "a" },
    { a: 1 },
    [],
    ["a"],
    null,
    undefined,
    new Map(),
    new Date(),
  ];
  for (const [name, schema] of Object.entries(schemas)) {
    const fits = fitsOf(schema);
    const deep = fitsOf(z.looseObject({ list: z.array(schema.nullable()) }));
    for (const value of values) {
      assertEquals(fits(value), false, name);
      if (value !== null) assertEquals(deep({ list: [value] }), false, name);
    }
  }
});

Deno.test("fitsOf() is not sure of what JSON does not make", () => {
  const fits = fitsOf(z.looseObject({
    a: z.string().exactOptional(),
    list: z.array(z.string().nullable()).exactOptional(),
    number: z.number().exactOptional(),
    table: z.record(z.string(), z.unknown()).exactOptional(),
  }));
  class Heir {
    get a() {
      return 1;
    }
  }
  const values: Record<string, unknown> = {
    "a field that is undefined": { a: undefined },
    "a field that no loop shows": Object.defineProperty({}, "a", { value: 1 }),
    "an inherited field": Object.create({ a: 1 }),
    "an inherited getter": new Heir(),
    "a list": [],
    "a list without a prototype": Object.setPrototypeOf([], null),
    "a list with holes": { list: ["a", , "b"] },
    "not a number": { number: NaN },
    "no end": { number: JSON.parse("1e999") },
    "a number in a box": { number: Object(1) },
    "a text in a box": { a: Object("a") },
    "a table of another class": { table: new Map() },
    "a table with a symbol": { table: { [Symbol("a")]: 1 } },
    "a table that is a list": { table: [] },
    "a function": () => {},
  };
  for (const [name, value] of Object.entries(values)) assertEquals(fits(value), false, name);
  for (const value of [{}, { list: [] }, { table: {} }, { b: undefined }, Object.create(null)]) assert(fits(value));
});
