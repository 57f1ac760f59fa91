import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { delay, lastValueFrom, map, of, Subject, timer, toArray } from "rxjs";
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

Deno.test("pacedMap() does one thing after another where the project itself makes the source emit", () => {
  const source = new Subject<string>();
  const seen: string[] = [];
  const done = [new Subject<string>(), new Subject<string>()] as const;
  source.pipe(pacedMap((letter, index) => {
    seen.push(letter);
    if (letter === "a") source.next("b");
    return done[index]!;
  })).subscribe((value) => seen.push(value));
  source.next("a");
  assertEquals(seen, ["a"]);
  done[0].next("A");
  done[0].complete();
  done[1].next("B");
  assertEquals(seen, ["a", "A", "b", "B"]);
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

Deno.test("pacedMap() refuses a text and a plain value in place of a promise, and takes lists", async () => {
  const given = (value: unknown) => lastValueFrom(of(1).pipe(pacedMap(() => value as never), toArray()));
  for (
    const [value, what] of [["abc", "a text"], [5, "a plain value"], [undefined, "a plain value"], [
      {},
      "a plain value",
    ]]
  ) {
    const { message } = await assertRejects(() => given(value), UsageError);
    assertStringIncludes(
      message,
      `pacedMap: its function gave ${what}; make it an async function, as in pacedMap(async`,
    );
  }
  assertEquals(await given(["a", "b"]), ["a", "b"]);
  assertEquals(await given(Promise.resolve("abc")), ["abc"]);
});
