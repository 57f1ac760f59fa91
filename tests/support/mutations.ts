import fc from "fast-check";

/** A value that no line can hold: made anew each time, so that nothing is shared. */
const UNWRITTEN: readonly (() => unknown)[] = [
  () => undefined,
  () => NaN,
  () => Infinity,
  () => -0,
  () => 1n,
  () => Symbol("a"),
  () => () => {},
  () => new Date(0),
  () => new Map([["a", 1]]),
  () => Object("a"),
  () => Object(1),
  () => Object.create(null),
  () => Object.create({ type: "text", text: 1, id: "a" }),
  () => [, "a"],
  () => Object.setPrototypeOf([], null),
  () => ({ [Symbol("a")]: 1 }),
  () => ({ constructor: Map }),
  () => ({ constructor: () => {} }),
  () => Object.defineProperty({}, "type", { value: 1 }),
  () => JSON.parse('{"__proto__":1}'),
  () => ({
    get type() {
      return 1;
    },
  }),
];

/** Values in the place of others: JSON and what JSON does not have. */
export const STRANGE: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...UNWRITTEN).map((make) => make()) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, 0, 1.5, "", "a", "text", "user", [], {}) },
  {
    weight: 1,
    arbitrary: fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withSparseArray: true }),
  },
);

/** One change of a frame, at any depth. */
export interface Mutation {
  /** Which of the places, counted round. */
  at: number;
  /** What happens to the field. */
  how: "set" | "drop" | "hide" | "inherit" | "add";
  /** What it becomes. */
  value: unknown;
}

/** A change to one of the values, which must not be shared. */
export function mutationTo(value: fc.Arbitrary<unknown>): fc.Arbitrary<Mutation> {
  return fc.record({
    at: fc.nat(100_000),
    how: fc.oneof(
      { weight: 4, arbitrary: fc.constant("set" as const) },
      { weight: 1, arbitrary: fc.constantFrom("drop" as const, "hide" as const, "inherit" as const, "add" as const) },
    ),
    value,
  });
}

/** Any change. */
export const MUTATION: fc.Arbitrary<Mutation> = mutationTo(STRANGE);

/** A copy of the frame with the changes. */
export function mutated(frame: object, mutations: readonly Mutation[]): object {
  const copy = JSON.parse(JSON.stringify(frame));
  for (const { at, how, value } of mutations) {
    const places = placesIn(copy);
    if (places.length === 0) break;
    const [owner, name] = places[at % places.length]!;
    if (Object.getOwnPropertyDescriptor(owner, name)?.configurable === true) change(owner, name, { how, value });
  }
  return copy;
}

function change(owner: object, name: string, { how, value }: Pick<Mutation, "how" | "value">): void {
  const field = { value, configurable: true, enumerable: how !== "hide", writable: true };
  if (how === "drop" || how === "inherit") Reflect.deleteProperty(owner, name);
  if (how === "set" || how === "hide") Object.defineProperty(owner, name, field);
  if (how === "inherit") Object.setPrototypeOf(owner, { [name]: value });
  if (how === "add") Object.defineProperty(owner, "brand_new", field);
}

/** Every field of every object and list that JSON made. */
function placesIn(value: unknown): [object, string][] {
  if (typeof value !== "object" || value === null) return [];
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return [];
  return Object.keys(value).flatMap((name): [object, string][] => {
    const descriptor = Object.getOwnPropertyDescriptor(value, name);
    return [[value, name], ...placesIn(descriptor?.value)];
  });
}
