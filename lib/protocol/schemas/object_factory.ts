import { z } from "zod";

/** The schema of each field of `T`: one that may be absent where the field may. */
export type Shape<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? z.ZodExactOptional<z.ZodType<Exclude<T[K], undefined>>>
    : z.ZodType<T[K]>;
};

/**
 * Makes the schema of an object. One factory lets unknown fields pass, another reports them; every schema
 * of this folder is a function of it. The compiler keeps the schema and the interface `T` together.
 */
export type ObjectFactory = <T extends object>(shape: Shape<T>) => z.ZodType<T>;

/** The same without an interface behind it: for schemas whose fields are put together from shared pieces. */
export type ShapeFactory = (shape: Record<string, z.ZodType>) => z.ZodType;

/** A function that builds the schema of `T`. */
export type SchemaBuilder<T = unknown> = (object: ObjectFactory) => z.ZodType<T>;

/** Lets unknown fields pass: what the product checks with. */
export function looseObject<T extends object>(shape: Shape<T>): z.ZodType<T> {
  return z.looseObject(shape as z.ZodRawShape) as unknown as z.ZodType<T>;
}

/** Reports unknown fields: what tells whether an interface is complete. */
export function strictObject<T extends object>(shape: Shape<T>): z.ZodType<T> {
  return z.strictObject(shape as z.ZodRawShape) as unknown as z.ZodType<T>;
}

/** A field that may be absent, but is not `undefined` where it is there: JSON knows no such thing. */
export function optional<T>(schema: z.ZodType<T>): z.ZodExactOptional<z.ZodType<T>> {
  return schema.exactOptional();
}
