import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { LineEnds, wholeLines } from "../../lib/framing/line_ends.ts";

const LF = 0x0a;

/** Line ends and what differs from them in one bit, at any place in memory. */
const scene = fc.record({
  before: fc.nat(5),
  bytes: fc.array(fc.constantFrom(LF, LF, 0x0b, 0x8a, 0x00, 0xff, 0x09, 0x61), { maxLength: 40 }),
});

Deno.test("LineEnds finds what indexOf finds, from every place, wherever the bytes lie in memory", () => {
  fc.assert(
    fc.property(scene, ({ before, bytes }) => {
      const memory = Uint8Array.from([...Array(before).fill(LF), ...bytes, LF]);
      const part = memory.subarray(before, before + bytes.length);
      const ends = new LineEnds(part);
      for (let from = 0; from <= part.length; from++) {
        const end = part.indexOf(LF, from);
        assertEquals(ends.after(from), end === -1 ? part.length : end + 1);
      }
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("LineEnds tells a line end in each of the four bytes of a word, whatever stands beside it", () => {
  for (let place = 0; place < 4; place++) {
    for (let other = 0; other < 256; other++) {
      const bytes = new Uint8Array(8).fill(other);
      bytes[4 + place] = LF;
      assertEquals(new LineEnds(bytes).after(other === LF ? 4 + place : 0), 5 + place, `${other} beside ${place}`);
    }
  }
});

Deno.test("wholeLines gives what ends with the last line end, and all where there is none", () => {
  assertEquals(wholeLines(Uint8Array.of(97, LF, 98, LF, 99)), Uint8Array.of(97, LF, 98, LF));
  assertEquals(wholeLines(Uint8Array.of(97, 98)), Uint8Array.of(97, 98));
  assertEquals(wholeLines(Uint8Array.of(LF)), Uint8Array.of(LF));
});
