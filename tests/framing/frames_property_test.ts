import { assertEquals } from "@std/assert";
import type { Line } from "../../lib/framing/mod.ts";
import { bytesOf, concat, readAll, splitAll } from "./_bytes.ts";
import { Random } from "./_random.ts";

const WORDS = [
  "",
  "a",
  "plain text",
  "é",
  "한글",
  "😀",
  "\u2028\u2029\u0085",
  "\u000b\u000c",
  "\r\n",
  "\n",
  "\t  ",
  '"\\',
  "\ud800",
  "\udc00",
  "\ufeff",
  "\ufffd",
  "\u0000",
  "x".repeat(5000),
];
const NOISES = ["noise", '{"a":1} {"b":2}', "{", "Warning: é 😀", "{'a':1}", "\ufeff{}", "]", '{"type":"result"'];
const BLANKS = ["", " ", "\t", "  \t ", "\u00a0"];

function randomValue(random: Random, depth: number): unknown {
  const choice = random.below(depth > 3 ? 4 : 6);
  if (choice === 0) return random.pick(WORDS) + random.pick(WORDS);
  if (choice === 1) return random.below(1_000_000) / 8;
  if (choice === 2) return random.pick([true, false, null]);
  if (choice === 3) return random.pick(WORDS);
  const size = random.below(4);
  const items = Array.from({ length: size }, () => randomValue(random, depth + 1));
  if (choice === 4) return items;
  return Object.fromEntries(items.map((item, index) => [`${random.pick(WORDS).slice(0, 20)}${index}`, item]));
}

Deno.test("FrameReader gives exactly what was written, for random frames, noise, blank lines, line ends and chunks", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const random = new Random(seed);
    const expected: unknown[] = [];
    // One of the noises begins with a byte-order mark too: it must not come first.
    let text = random.pick(["\ufeff", "\n"]);
    for (let count = random.below(40); count > 0; count--) {
      const kind = random.below(5);
      if (kind === 0) text += random.pick(BLANKS);
      else if (kind === 1) {
        const noise = random.pick(NOISES);
        text += noise;
        expected.push({ noise });
      } else {
        const value = { n: count, value: randomValue(random, 0) };
        text += random.pick(["", " "]) + JSON.stringify(value) + random.pick(["", "\t"]);
        expected.push({ value });
      }
      text += random.pick(["\n", "\r\n"]);
    }
    if (random.below(2) === 0) {
      text += '{"last":"é"}';
      expected.push({ value: { last: "é" } });
    }
    const items = readAll(random.chunks(bytesOf(text)), { onLongLine: random.pick(["fail", "skip"]) });
    const actual = items.map((item) => {
      if (item.kind === "frame") return { value: item.value };
      return item.kind === "noise" ? { noise: item.text } : item;
    });
    assertEquals(actual.length, expected.length, `seed ${seed}`);
    for (const [index, item] of actual.entries()) assertEquals(item, expected[index], `seed ${seed}, item ${index}`);
  }
});

/** The lines of some bytes, found in the simplest way: all the bytes at hand, a decoder call a line. */
function linesOf(bytes: Uint8Array, maxBytes: number): Line[] {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const lines: Line[] = [];
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(0x0a, from);
    const to = found === -1 ? bytes.length : found;
    const content = bytes.subarray(from, to > from && bytes[to - 1] === 0x0d ? to - 1 : to);
    const text = decoder.decode(content);
    const size = found === -1 ? { bytes: content.length } : {};
    if (content.length <= maxBytes) lines.push({ kind: "line", text, ...size });
    else lines.push({ kind: "overlong", bytes: content.length, head: text.slice(0, 200), ended: found !== -1 });
    from = to + 1;
  }
  return lines;
}

Deno.test("LineSplitter agrees with the slow way on random bytes, valid UTF-8 or not, at random limits", () => {
  const pieces = [
    ...["a", "0123456789", "\n", "\r\n", "\r", "é", "한", "\n", "x".repeat(250), "y".repeat(9000)].map(bytesOf),
    ...[[0xff], [0xe2], [0xe2, 0x80], [0x80], [0xf0, 0x9f], [0xc3], [0xed, 0xa0, 0x80], [0xf8], [0xef, 0xbb, 0xbf]].map(
      (bad) => new Uint8Array(bad),
    ),
  ];
  for (let seed = 1; seed <= 200; seed++) {
    const random = new Random(seed);
    // Something in front, so that no byte-order mark begins the input.
    const parts = [bytesOf("-"), ...Array.from({ length: random.below(120) }, () => random.pick(pieces))];
    const bytes = concat(parts);
    const maxBytes = random.pick([1, 2, 5, 11, 199, 260, 5000, 20_000, 1_000_000]);
    const lines = splitAll(random.chunks(bytes), { maxBytes, onLongLine: "skip" });
    assertEquals(lines, linesOf(bytes, maxBytes), `seed ${seed}`);
  }
});
