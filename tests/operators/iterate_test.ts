import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { concat, concatMap, lastValueFrom, Observable, of, share, Subject, tap, throwError, toArray } from "rxjs";
import { claude } from "../../lib/agent/claude.ts";
import { connect } from "../../lib/agent/connect.ts";
import { iterate } from "../../lib/operators/iterate.ts";
import { texts } from "../../lib/operators/texts.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { assistantText, result } from "../../lib/testing/frames/mod.ts";
import { scriptTransport, simulate } from "../../lib/testing/mod.ts";
import { macrotask, quietTest } from "../support/no_rejections.ts";

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

/** Lets a simulated agent answer each prompt, until its input ends. */
function answering() {
  return simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
      await cli.text(`on ${prompt.text}`);
      await cli.end();
    }
  });
}

quietTest(
  "iterate() that is left lets an agent that is held in the hand work on, and does not wait for it",
  async () => {
    await using agent = await connect({ transport: answering() });
    for (const prompt of ["first", "second"]) {
      agent.send(prompt);
      const heard: string[] = [];
      for await (const text of iterate(agent.events.pipe(texts()))) {
        heard.push(text);
        break;
      }
      assertEquals(heard, [`on ${prompt}`]);
    }
  },
);

quietTest("iterate() that is left lets an agent work on that others are subscribed to", async () => {
  const shared = claude(["first", "second"], { transport: answering() }).pipe(share());
  const all = lastValueFrom(shared.pipe(texts(), toArray()));
  for await (const text of iterate(shared.pipe(texts()))) {
    assertEquals(text, "on first");
    break;
  }
  assertEquals(await all, ["on first", "on second"]);
});

quietTest("iterate() holds the agents back that come later, also behind a selector", async () => {
  const transport = simulate(async (cli) => {
    const { text } = await cli.prompt();
    for (let index = 0; index < 100; index++) await cli.text(`${text}${index}`);
    await cli.end();
  });
  let emitted = 0;
  const source = of("a", "b").pipe(concatMap((prompt) => claude(prompt, { transport })), tap(() => emitted++), texts());
  const heard: string[] = [];
  for await (const text of iterate(source, { highWaterMark: 2 })) {
    heard.push(text);
    if (text !== "b0") continue;
    const before = emitted;
    await macrotask();
    // One more than the mark may wait: what was on its way when the loop began to wait.
    assert(emitted - before <= 3, `${emitted - before} events came while nothing was taken`);
    break;
  }
  assertEquals(heard.length, 101);
});

quietTest("iterate() holds an agent in the hand back, also behind a selector", async () => {
  const cli = scriptTransport();
  const connecting = connect({ transport: cli });
  cli.answer(await cli.nextLine((line) => line.request?.subtype === "initialize"));
  const agent = await connecting;
  let emitted = 0;
  const loop = iterate(agent.events.pipe(tap(() => emitted++), texts()), { highWaterMark: 2 })[Symbol.asyncIterator]();
  const first = loop.next();
  cli.push(...Array.from({ length: 100 }, (_, index) => assistantText(`text ${index}`, { messageId: `m-${index}` })));
  assertEquals(await first, { done: false, value: "text 0" });
  await macrotask();
  assertEquals(emitted, 3);
  await loop.return?.();
  assertEquals(cli.isEnded, false);
  await macrotask();
  cli.push(result());
  cli.ended.then(() => cli.exit(0));
  await macrotask();
  await agent.close();
});
