import type { z } from "zod";

/** Gives the schema for a value, what is wrong with it, or `undefined` where any value will do. */
export type Choose = (value: unknown) => z.ZodType | string | undefined;

/** A schema's description does not tell how it chooses: that is a function. So it is noted beside it. */
const choices = new WeakMap<z.core.$ZodType, Choose>();

/** Notes how a schema chooses, and gives it back. */
export function noteChoice<Schema extends z.ZodType>(schema: Schema, choose: Choose): Schema {
  choices.set(schema, choose);
  return schema;
}

/** How a schema chooses; `undefined` for one that does not. */
export function choiceOf(schema: z.core.$ZodType): Choose | undefined {
  return choices.get(schema);
}
