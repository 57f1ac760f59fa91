import fc from "fast-check";

/** Names that no interface has, and names that every object has. */
const NAMES = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }).map((name) => `new_${name}`),
  fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "then", "__defineGetter__"),
);

/** A kind that nobody knows: a made-up one, or one that sits close to a known one. */
export const STRANGE_KIND: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 16 }).map((name) => `brand_new_${name}`),
  fc.constantFrom(
    "Assistant",
    "assistant ",
    "system/init",
    "__proto__",
    "constructor",
    "unknown",
    "permission",
    "turn_end",
  ),
);

/** One change to a frame: a field more somewhere inside of it, or another kind. */
export type Change =
  | { readonly at: number; readonly name: string; readonly value: unknown }
  | { readonly kind: string };

/** Any change. */
export const CHANGE: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ at: fc.nat(1000), name: NAMES, value: fc.jsonValue({ maxDepth: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: STRANGE_KIND }) },
);

/** The frame with the changes, as a value of its own; and whether its kind is another one. */
export function changed(
  frame: object,
  changes: readonly Change[],
): { frame: Record<string, unknown>; isStrange: boolean } {
  const copy = JSON.parse(JSON.stringify(frame));
  let isStrange = false;
  for (const change of changes) {
    if ("kind" in change) {
      isStrange = true;
      copy[copy.type === "system" ? "subtype" : "type"] = change.kind;
    } else {
      const places = objectsIn(copy);
      const place = places[change.at % places.length]!;
      // As JSON has it: a field of the object itself, whatever it is called.
      Object.defineProperty(place, change.name, {
        value: change.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return { frame: copy, isStrange };
}

/** Tables by a name: a field more is a row more, which has a shape of its own. */
const TABLES = new Set(["modelUsage", "model_usage_since_last_result", "by_type"]);

/** Every object inside of a value, but tables. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, part]) => {
    if (TABLES.has(key)) return Object.values(part as object).flatMap(objectsIn);
    return objectsIn(part);
  });
  return Array.isArray(value) ? inside : [value, ...inside];
}
