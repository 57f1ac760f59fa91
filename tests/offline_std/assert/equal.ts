/**
 * Whether two values are equal all the way down.
 *
 * @throws {TypeError} For two `WeakMap`s or two `WeakSet`s, which nobody can look into.
 */
export function equal(a: unknown, b: unknown): boolean {
  return same(a, b, new Map());
}

/** Pairs of objects whose comparison is under way, so that a circle ends. */
type Pairs = Map<object, object>;

const BYTES_CLASS = Object.getPrototypeOf(Uint8Array) as new () => Uint8Array;

const TOLD_BY_THEIR_TEXT = new Set<unknown>(
  [RegExp, URL, URLSearchParams, Intl.Locale].map((type) => type.prototype),
);

function same(a: unknown, b: unknown, pairs: Pairs): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b) || !sameKind(a, b)) return false;
  if (a instanceof Date) return Object.is(a.getTime(), (b as Date).getTime());
  if (a instanceof BYTES_CLASS) return sameItems(a, b as Uint8Array);
  if (isBuffer(a)) return sameItems(new Uint8Array(a), new Uint8Array(b as ArrayBuffer));
  if (a instanceof WeakMap || a instanceof WeakSet) {
    throw new TypeError(`Cannot compare ${a.constructor.name} instances`);
  }
  if (a instanceof WeakRef) return same(a.deref(), (b as WeakRef<object>).deref(), pairs);
  if (TOLD_BY_THEIR_TEXT.has(Object.getPrototypeOf(a))) return String(a) === String(b);
  if (pairs.get(a) === b) return true;
  pairs.set(a, b);
  if (a instanceof Set || a instanceof Map) {
    return sameEntries([...a.entries()], [...(b as Map<unknown, unknown>).entries()], pairs);
  }
  return sameProperties(a, b, pairs);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** One prototype; an object without prototype counts as a plain one. Two dates are a kind whatever their class. */
function sameKind(a: object, b: object): boolean {
  if (a instanceof Date && b instanceof Date) return true;
  return (Object.getPrototypeOf(a) ?? Object.prototype) === (Object.getPrototypeOf(b) ?? Object.prototype);
}

function isBuffer(value: object): value is ArrayBuffer {
  return value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;
}

function sameItems(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index] || Object.is(item, b[index]));
}

type Entry = [key: unknown, value: unknown];

/** The entries of two maps or sets, in any order. */
function sameEntries(a: Entry[], b: Entry[], pairs: Pairs): boolean {
  if (a.length !== b.length) return false;
  const byKey = new Map(b);
  const open = b.filter(([key]) => isObject(key));
  return a.every(([key, value]) => {
    if (!isObject(key)) return byKey.has(key) && same(value, byKey.get(key), pairs);
    const index = open.findIndex((entry) => same([key, value], entry, new Map(pairs)));
    if (index >= 0) open.splice(index, 1);
    return index >= 0;
  });
}

function sameProperties(a: object, b: object, pairs: Pairs): boolean {
  if (Object.keys(a).length !== Object.keys(b).length) return false;
  const keys = new Set([...keysOf(a), ...keysOf(b)]);
  return [...keys].every((key) => (key in a) === (key in b) && same(Reflect.get(a, key), Reflect.get(b, key), pairs));
}

/** For plain objects and arrays what shows, for others also what is hidden or comes from their classes. */
function keysOf(value: object): PropertyKey[] {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype || prototype === Array.prototype) {
    return Reflect.ownKeys({ ...value });
  }
  const keys: PropertyKey[] = [];
  for (let at = value; at && at !== Object.prototype && at !== Array.prototype; at = Object.getPrototypeOf(at)) {
    keys.push(...Reflect.ownKeys(at));
  }
  return keys;
}
