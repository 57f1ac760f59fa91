import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { delay, map, of, Subject, timer } from "rxjs";
import { pacedMap } from "../../lib/operators/paced_map.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { marbles } from "./_marbles.ts";

Deno.test("pacedMap() does one thing after another, in order, and completes behind the last", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold(" -a-b-c-----|       ");
    const subscription = "^----------!       ";
    const expected = "    ----a--b--c|";
    expectObservable(source.pipe(pacedMap((letter) => timer(3).pipe(map(() => letter))))).toBe(expected);
    expectSubscriptions(source.subscriptions).toBe(subscription);
  });
});

Deno.test("pacedMap() passes on the source's error behind what came before it", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold("-ab#");
    const work = cold("  ---x|");
    expectObservable(source.pipe(pacedMap(() => work))).toBe("----x---x#");
    expectSubscriptions(work.subscriptions).toBe(["-^---!", "-----^---!"]);
  });
});

Deno.test("pacedMap() passes on a project's error, thrown or emitted", () => {
  marbles(({ cold, expectObservable }) => {
    expectObservable(cold("-a-b|").pipe(pacedMap(() => cold<string>("--#")))).toBe("---#");
    expectObservable(
      cold("-a-b|").pipe(pacedMap((): never => {
        throw "error";
      })),
    ).toBe("-#");
  });
});

Deno.test("pacedMap() leaves the source and the work when its subscriber leaves", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold(" -a-b-c--|");
    const work = cold("   -----x|");
    const unsubscribe = " ----!    ";
    expectObservable(source.pipe(pacedMap(() => work)), unsubscribe).toBe("-----");
    expectSubscriptions(source.subscriptions).toBe("^---!");
    expectSubscriptions(work.subscriptions).toBe("-^--!");
  });
});

Deno.test("pacedMap() tells the project how many values came before", () => {
  const seen: number[] = [];
  of("a", "b", "c").pipe(pacedMap((_value, index) => of(index))).subscribe((index) => seen.push(index));
  assertEquals(seen, [0, 1, 2]);
});

Deno.test("pacedMap() does not fill the stack with work that is done at once", () => {
  const source = new Subject<number>();
  let count = 0;
  source.pipe(pacedMap((value) => value === 0 ? of(value).pipe(delay(0)) : of(value), { highWaterMark: 100_000 }))
    .subscribe({ next: () => count++ });
  const { promise, resolve } = Promise.withResolvers<void>();
  source.subscribe({ complete: resolve });
  for (let value = 0; value < 100_000; value++) source.next(value);
  source.complete();
  return promise.then(async () => {
    while (count < 100_000) await new Promise((next) => setTimeout(next, 0));
    assertEquals(count, 100_000);
  });
});

Deno.test("pacedMap() refuses what is no function, and a mark that is no whole number above 0", () => {
  assertStringIncludes(assertThrows(() => pacedMap(undefined as never), UsageError).message, "give (value) =>");
  for (const highWaterMark of [0, -1, 1.5, NaN, Infinity, "4" as never]) {
    const error = assertThrows(() => pacedMap((value) => of(value), { highWaterMark }), UsageError);
    assertStringIncludes(error.message, "highWaterMark");
  }
});
