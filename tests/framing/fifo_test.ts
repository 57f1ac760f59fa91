import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Fifo } from "../../lib/framing/fifo.ts";

Deno.test("Fifo gives what a list would give, in any order of pushing and taking", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: -9, max: 9 })), (steps) => {
    const fifo = new Fifo<number>();
    const list: number[] = [];
    for (const [index, step] of steps.entries()) {
      for (let count = 0; count < step; count++) {
        fifo.push(index * 10 + count);
        list.push(index * 10 + count);
      }
      for (let count = step; count < 0 && list.length > 0; count++) assertEquals(fifo.take(), list.shift());
      assertEquals(fifo.length, list.length);
    }
  }));
});

Deno.test("Fifo keeps the order of many, some of which are taken in between", () => {
  const fifo = new Fifo<number>();
  let next = 0;
  let expected = 0;
  for (let round = 0; round < 1_000; round++) {
    for (let count = 0; count < 7; count++) fifo.push(next++);
    for (let count = 0; count < 4; count++) assertEquals(fifo.take(), expected++);
  }
  assertEquals(fifo.length, 3_000);
  while (fifo.length > 0) assertEquals(fifo.take(), expected++);
  assertEquals(expected, next);
});

Deno.test("Fifo lets go of all", () => {
  const fifo = new Fifo<number>();
  for (const item of [1, 2, 3]) fifo.push(item);
  fifo.take();
  fifo.clear();
  fifo.push(4);
  assertEquals([fifo.length, fifo.take(), fifo.length], [1, 4, 0]);
});
