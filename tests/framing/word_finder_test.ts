import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { WordFinder } from "../../lib/framing/word_finder.ts";

const encoder = new TextEncoder();

/** Few letters, so that words and texts meet. */
const word = fc.string({ unit: fc.constantFrom("a", "b", '"'), minLength: 1, maxLength: 5 });
const text = fc.string({ unit: fc.constantFrom("a", "b", '"', "c"), maxLength: 40 });

Deno.test("WordFinder finds the first of its words, as indexOf of each would", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), text, fc.nat(40), (words, within, from) => {
      const places = words.map((each) => within.indexOf(each, from)).filter((at) => at !== -1);
      assertEquals(
        new WordFinder(words).find(encoder.encode(within), { from }),
        places.length === 0 || from >= within.length ? -1 : Math.min(...places),
      );
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("WordFinder finds words among other letters, at the beginning and at the end", () => {
  const finder = new WordFinder(['"control_', '"keep_alive"', '"system"']);
  const at = (within: string) => finder.find(encoder.encode(within));
  assertEquals(at('"system"'), 0);
  assertEquals(at('{"é😀":1,"type":"keep_alive"'), 19);
  assertEquals(at('"systems""control"keep_alive'), -1);
  assertEquals(at('{"type":"result","of":"control_request"}'), 22);
  assertEquals(at(""), -1);
});

Deno.test("WordFinder without words finds nothing", () => {
  assertEquals(new WordFinder([]).find(encoder.encode("x".repeat(1_000))), -1);
});
