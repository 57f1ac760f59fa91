import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { concat, Observable, of, Subject, throwError } from "rxjs";
import { claude } from "../../lib/agent/claude.ts";
import { iterate } from "../../lib/operators/iterate.ts";
import { texts } from "../../lib/operators/texts.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { simulate } from "../../lib/testing/mod.ts";
import { quietTest } from "../support/no_rejections.ts";

quietTest("iterate() gives every value, in order, and ends", async () => {
  const seen: number[] = [];
  for await (const value of iterate(of(1, 2, 3))) seen.push(value);
  assertEquals(seen, [1, 2, 3]);
});

quietTest("iterate() throws the error behind the values that came before it, once", async () => {
  const seen: number[] = [];
  const iterator = iterate(concat(of(1, 2), throwError(() => new Error("broken"))))[Symbol.asyncIterator]();
  seen.push((await iterator.next()).value!, (await iterator.next()).value!);
  await assertRejects(() => iterator.next(), Error, "broken");
  assertEquals([seen, await iterator.next()], [[1, 2], { done: true, value: undefined }]);
});

quietTest("iterate() serves who asks before there is a value, in the order of asking", async () => {
  const source = new Subject<string>();
  const iterator = iterate(source)[Symbol.asyncIterator]();
  const asked = [iterator.next(), iterator.next(), iterator.next()];
  source.next("a");
  source.next("b");
  source.complete();
  assertEquals((await Promise.all(asked)).map((result) => result.value), ["a", "b", undefined]);
});

quietTest("iterate() subscribes when the loop begins, anew each time, and unsubscribes when it is left", async () => {
  let open = 0;
  let begun = 0;
  const source = new Observable<number>((subscriber) => {
    open++;
    begun++;
    subscriber.next(1);
    subscriber.next(2);
    return () => open--;
  });
  const walk = iterate(source);
  assertEquals(begun, 0);
  for (let round = 1; round <= 2; round++) {
    for await (const value of walk) {
      assertEquals([value, open], [1, 1]);
      break;
    }
    assertEquals([open, begun], [0, round]);
  }
});

quietTest("iterate() that is left goes on when the agent has gone, also behind a selector", async () => {
  let gone = false;
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (;;) await cli.text("on and on");
  });
  const spied = (launch: Parameters<typeof transport>[0]) => {
    const made = transport(launch);
    made.exited.then(() => gone = true);
    return made;
  };
  for await (const text of iterate(claude("go", { transport: spied }).pipe(texts()))) {
    assertEquals(text, "on and on");
    break;
  }
  assertEquals(gone, true);
});

Deno.test("iterate() refuses a mark that is no whole number above 0", () => {
  const error = assertThrows(() => iterate(of(1), { highWaterMark: 0 }), UsageError);
  assertStringIncludes(error.message, "highWaterMark 0");
});
