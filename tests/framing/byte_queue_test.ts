import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { ByteQueue } from "../../lib/framing/byte_queue.ts";

/** What waits in a queue, read by taking it out. */
function emptied(queue: ByteQueue): number[] {
  const bytes: number[] = [];
  while (queue.length > 0) {
    const part = queue.first(100_000);
    bytes.push(...part.subarray(0, 1_000));
    queue.drop(Math.min(part.length, 1_000));
  }
  return bytes;
}

const step = fc.record({
  kind: fc.constantFrom("push", "push", "drop", "dropLast", "last", "prepare"),
  size: fc.oneof(fc.nat(50), fc.nat(400_000)),
});

Deno.test("ByteQueue gives what a list of bytes would give, in any order of steps", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const queue = new ByteQueue();
      let bytes = new Uint8Array(0);
      let next = 0;
      for (const { kind, size } of steps) {
        const count = Math.min(size, bytes.length);
        if (kind === "push") {
          const more = Uint8Array.from({ length: size }, () => next++ % 251);
          queue.push(more);
          bytes = Uint8Array.from([...bytes, ...more]);
          // What was pushed is a copy.
          more.fill(255);
        } else if (kind === "drop") {
          const part = queue.first(count);
          assertEquals(part.every((byte, at) => byte === bytes[at]), true);
          queue.drop(part.length);
          bytes = bytes.slice(part.length);
        } else if (kind === "prepare") {
          queue.prepare();
        } else if (kind === "dropLast") {
          queue.dropLast(count);
          bytes = bytes.slice(0, bytes.length - count);
        } else {
          const last = queue.last(count);
          assertEquals(last.every((byte, at) => byte === bytes[bytes.length - count + at]), true);
        }
        assertEquals(queue.length, bytes.length);
      }
      assertEquals(emptied(queue).every((byte, at) => byte === bytes[at]), true);
    }),
    { numRuns: 60 },
  );
});

Deno.test("ByteQueue uses its memory again: bytes that come and go take no new one", () => {
  const queue = new ByteQueue();
  const chunk = new Uint8Array(60_000);
  const buffers = new Set<ArrayBufferLike>();
  for (let count = 0; count < 20; count++) queue.push(chunk);
  for (let round = 0; round < 500; round++) {
    const part = queue.first(chunk.length);
    buffers.add(part.buffer);
    queue.drop(part.length);
    queue.push(chunk.subarray(0, part.length));
  }
  assertEquals(buffers.size <= 7, true, `${buffers.size} buffers`);
});

Deno.test("ByteQueue.prepare gets memory once, and it is what the next bytes are put into", () => {
  const queue = new ByteQueue();
  queue.push(new Uint8Array(300_000));
  queue.prepare();
  queue.prepare();
  const buffers = new Set<ArrayBufferLike>();
  for (let round = 0; round < 40; round++) {
    queue.push(new Uint8Array(100_000));
    queue.prepare();
    while (queue.length > 300_000) {
      const part = queue.first(100_000);
      buffers.add(part.buffer);
      queue.drop(part.length);
    }
    queue.prepare();
  }
  assertEquals(buffers.size <= 4, true, `${buffers.size} buffers`);
});
