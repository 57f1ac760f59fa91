import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { snapshot } from "../../../lib/agent/answer/snapshot.ts";
import { serialiseFrame } from "../../../lib/protocol/serialise.ts";

/** What the line would say. */
function byWayOfJson(value: unknown): unknown {
  return JSON.parse(serialiseFrame({ value })).value;
}

Deno.test("snapshot() gives what the line would say, whatever the value is", () => {
  const key = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "toJSON", "a", "1", "\ud800"));
  const item = fc.oneof(
    fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true }),
    fc.string({ unit: "binary" }),
    fc.constantFrom("\ud800", "é\udfff", -0, NaN, Infinity, 1e21, 2 ** 53, null, undefined, () => 1, Symbol("s")),
    fc.double(),
  );
  const flat = fc.array(fc.tuple(key, item)).map((entries) => {
    const made = {};
    for (const [name, value] of entries) {
      Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return made;
  });
  fc.assert(
    fc.property(fc.oneof(flat, item), (value) => {
      let wanted: unknown;
      try {
        wanted = byWayOfJson(value);
      } catch {
        return void assertThrows(() => snapshot(value));
      }
      const got = snapshot(value);
      assertEquals(JSON.stringify(got), JSON.stringify(wanted));
      if (typeof got !== "object" || got === null) return void assert(Object.is(got, wanted));
      assertEquals(Object.getPrototypeOf(got), Object.getPrototypeOf(wanted));
      assertEquals(Reflect.ownKeys(got), Reflect.ownKeys(wanted as object));
      assert(got !== value);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("snapshot() reads a getter once, takes nothing that is inherited, and what toJSON() says", () => {
  let reads = 0;
  const odd = Object.create({ inherited: "no" }, { a: { enumerable: true, get: () => `${++reads}` } });
  assertEquals(snapshot(odd), { a: "1" });
  const plain = Object.defineProperty({ b: 1 }, "a", { enumerable: true, get: () => `${++reads}` });
  assertEquals(snapshot(plain), { b: 1, a: "2" } as never);
  assertEquals(reads, 2);
  assertEquals(snapshot({ a: 1, toJSON: () => ({ told: true }) }) as unknown, { told: true });
  class Own {
    a = 1;
    toJSON() {
      return "own";
    }
  }
  assertEquals(snapshot(new Own()) as unknown, "own");
});
