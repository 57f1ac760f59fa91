import { assert, assertEquals } from "@std/assert";
import { ReadAhead } from "../../lib/framing/read_ahead.ts";
import { NOTHING_URGENT } from "../../lib/framing/read_ahead_ports.ts";
import { Random } from "./_random.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Scene {
  reader: ReadAhead<string>;
  delivered: string[];
  ahead: string[];
  held: boolean;
  /** Whether the consumer holds after a line. */
  holdsAfter: (line: string) => boolean;
  wanted: boolean;
  /** Ends the rest, where it rests. */
  resume: (() => void) | undefined;
}

/** Somebody wants what waits, and there is so little of it that it is delivered without a rest. */
const CALM = { wanted: () => true, rest: () => assert(false, "Rests") };

/** Parsed are lines with their ends; the pieces of a long line are items of their own. */
function parser(): (bytes: Uint8Array) => string[] {
  // Pieces of a long line may end inside of a character.
  const pieces = new TextDecoder();
  return (bytes) => pieces.decode(bytes, { stream: true }).split(/(?<=\n)/).filter((each) => each !== "");
}

/** A reader whose urgent lines hold a "!". */
function scene({ maxLine = 1_000, sliceBytes = 1_000_000 } = {}): Scene {
  const it: Scene = {
    delivered: [],
    ahead: [],
    held: false,
    holdsAfter: () => false,
    wanted: true,
    resume: undefined,
    reader: undefined as never,
  };
  it.reader = new ReadAhead({
    held: () => it.held,
    parse: parser(),
    deliver: (line) => {
      assert(!it.held, "Delivered while somebody holds");
      it.delivered.push(line);
      it.held = it.holdsAfter(line);
    },
    takeAhead: (bytes) => {
      const line = decoder.decode(bytes);
      if (!line.includes("!")) return false;
      it.ahead.push(line);
      return true;
    },
    takeParsedAhead: (line) => {
      if (!line.includes("!")) return false;
      it.ahead.push(line);
      return true;
    },
    wanted: () => it.wanted,
    rest: (resume) => {
      assert(it.resume === undefined, "Rests twice");
      it.resume = () => {
        it.resume = undefined;
        resume();
      };
    },
  }, { maxLine, sliceBytes, urgent: { words: ["!", "?"], calmStarts: ["0:"] } });
  return it;
}

Deno.test("ReadAhead delivers lines as they come where nobody holds, urgent ones in their places", () => {
  const it = scene();
  it.reader.push(encoder.encode("a\nb!\nc\nd"));
  assertEquals(it.delivered, ["a\n", "b!\n", "c\n"]);
  it.reader.push(encoder.encode("d\n"));
  assertEquals(it.delivered, ["a\n", "b!\n", "c\n", "dd\n"]);
  assertEquals(it.ahead, []);
});

Deno.test("ReadAhead lets urgent lines pass those that wait, and only those", () => {
  const it = scene();
  it.held = true;
  it.reader.push(encoder.encode("a\nb!\nc?\nd!"));
  it.reader.push(encoder.encode("e\nf\n"));
  assertEquals(it.ahead, ["b!\n", "d!e\n"]);
  assertEquals(it.delivered, []);
  assertEquals(it.reader.waiting, 7);
  it.held = false;
  it.reader.drain();
  assertEquals(it.delivered, ["a\n", "c?\n", "f\n"]);
  assertEquals(it.reader.waiting, 0);
});

Deno.test("ReadAhead stops at the very line at which somebody begins to hold", () => {
  const seen: string[] = [];
  let held = false;
  const reader = new ReadAhead<string>({
    held: () => held,
    parse: parser(),
    deliver: (line) => {
      seen.push(line);
      held = true;
    },
    takeAhead: () => false,
    takeParsedAhead: () => false,
    ...CALM,
  }, { maxLine: 100, urgent: NOTHING_URGENT });
  reader.push(encoder.encode("a\nb\nc\n"));
  assertEquals(seen, ["a\n"]);
  held = false;
  reader.drain();
  assertEquals(seen, ["a\n", "b\n"]);
});

Deno.test("ReadAhead lets an urgent line pass those of its own block that the consumer left", () => {
  const it = scene();
  it.holdsAfter = (line) => line === "b\n";
  it.reader.push(encoder.encode("a!\nb\nc\nd!\ne?\nf!\n"));
  assertEquals([it.delivered, it.ahead], [["a!\n", "b\n"], ["d!\n", "f!\n"]]);
  it.held = false;
  it.reader.drain();
  assertEquals(it.delivered.slice(2), ["c\n", "e?\n"]);
  assertEquals(it.reader.waiting, 0);
});

Deno.test("ReadAhead does not look into lines that begin as bulk does", () => {
  const it = scene();
  it.held = true;
  it.reader.push(encoder.encode("0: calm!\nb!\n"));
  assertEquals(it.ahead, ["b!\n"]);
  it.held = false;
  it.reader.drain();
  assertEquals(it.delivered, ["0: calm!\n"]);
});

Deno.test("ReadAhead finds an urgent word that is cut in two", () => {
  const taken: string[] = [];
  const reader = new ReadAhead<string>({
    held: () => true,
    parse: parser(),
    deliver: () => {},
    takeAhead: (bytes) => taken.push(decoder.decode(bytes)) > 0,
    takeParsedAhead: () => false,
    ...CALM,
  }, { maxLine: 100, urgent: { words: ["urgent"], calmStarts: [] } });
  for (const piece of ["waits\nan u", "r", "g", "ent line", "\n"]) reader.push(encoder.encode(piece));
  assertEquals(taken, ["an urgent line\n"]);
  assertEquals(reader.waiting, "waits\n".length);
});

Deno.test("ReadAhead passes a line on in pieces that is longer than it may be, and the next one whole", () => {
  const it = scene({ maxLine: 4 });
  for (const piece of ["abc", "def", "!", "x\ny!\n"]) it.reader.push(encoder.encode(piece));
  assertEquals(it.delivered.join(""), "abcdef!x\ny!\n");
  assertEquals(it.delivered.at(-1), "y!\n");
  assertEquals(it.ahead, []);
});

Deno.test("ReadAhead lets an urgent line pass by its length without its line end, in one chunk or in several", () => {
  for (const end of ["\n", "\r\n"]) {
    for (const [line, passes] of [["abc!", true], ["abcd!", false]] as const) {
      const bytes = encoder.encode(`1\n${line}${end}`);
      for (let cut = 0; cut <= bytes.length; cut++) {
        const it = scene({ maxLine: 4 });
        it.held = true;
        it.reader.push(bytes.subarray(0, cut));
        it.reader.push(bytes.subarray(cut));
        assertEquals(it.ahead, passes ? [line + end] : [], `${line}, cut at ${cut}`);
        it.held = false;
        it.reader.drain();
        assertEquals(it.delivered.join(""), passes ? "1\n" : `1\n${line}${end}`);
      }
    }
  }
});

Deno.test("ReadAhead passes on an unfinished last line when the input has ended", () => {
  const it = scene();
  it.reader.push(encoder.encode("a\nb"));
  it.reader.finish();
  assertEquals(it.delivered, ["a\n", "b"]);
});

Deno.test("ReadAhead copies what it keeps: a chunk's memory may be used again", () => {
  const it = scene();
  it.held = true;
  const chunk = encoder.encode("one\ntwo");
  it.reader.push(chunk);
  chunk.fill(0x78);
  it.reader.push(encoder.encode("\n"));
  it.held = false;
  it.reader.drain();
  assertEquals(it.delivered, ["one\n", "two\n"]);
});

Deno.test("ReadAhead loses and repeats nothing, whatever the chunks and whenever somebody holds", () => {
  const numbers = new Random(20261130);
  const random = (bound: number) => numbers.below(bound);
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: 1 + random(30) }, (_, index) => {
      const mark = random(4) === 0 ? "!" : random(6) === 0 ? "?" : "";
      return `${index}:${"é😀x".repeat(random(9))}${mark}\n`;
    });
    const it = scene({ maxLine: 10 + random(60), sliceBytes: 1 + random(100) });
    if (round % 2 === 1) it.holdsAfter = () => random(3) === 0;
    const bytes = encoder.encode(lines.join(""));
    for (let at = 0; at < bytes.length;) {
      const size = 1 + random(40);
      it.reader.push(bytes.subarray(at, at + size));
      at += size;
      if (random(3) === 0) {
        it.held = !it.held;
        if (!it.held) it.reader.drain();
      }
      if (random(2) === 0) it.resume?.();
    }
    it.reader.finish();
    do {
      it.held = false;
      it.resume?.();
      it.reader.drain();
    } while (it.reader.waiting > 0);
    const whole = it.delivered.join("").split(/(?<=\n)/);
    assertEquals(whole, lines.filter((line) => !it.ahead.includes(line)), `round ${round}`);
    assertEquals(it.ahead, lines.filter((line) => it.ahead.includes(line)), `round ${round}`);
    assert(it.ahead.every((line) => line.includes("!")));
  }
});

Deno.test("ReadAhead delivers much that waits in slices, with rests between them", () => {
  const it = scene({ sliceBytes: 20_000 });
  const lines = Array.from({ length: 20_000 }, (_, index) => `${index}\n`);
  it.held = true;
  it.reader.push(encoder.encode(lines.join("")));
  it.held = false;
  it.reader.drain();
  const sizes: number[] = [];
  for (let before = 0; it.resume !== undefined; it.resume()) {
    sizes.push(it.delivered.slice(before).join("").length);
    before = it.delivered.length;
    // Whoever releases meanwhile, and what comes, waits for the rest's end.
    it.reader.drain();
    if (sizes.length === 1) it.reader.push(encoder.encode("late!\nlast\n"));
    assertEquals(it.delivered.length, before);
  }
  assert(sizes.length > 1 && sizes.every((size) => size >= 20_000 && size < 20_000 + 8_192), String(sizes));
  assertEquals(it.ahead, ["late!\n"]);
  assertEquals(it.delivered, [...lines, "last\n"]);
});

Deno.test("ReadAhead rests no more than once where somebody holds after each line of a slice", () => {
  const it = scene({ sliceBytes: 1 });
  it.holdsAfter = () => true;
  it.held = true;
  it.reader.push(encoder.encode("a\n".repeat(5_000)));
  for (let count = 0; count < 5_000; count++) {
    it.held = false;
    it.reader.drain();
    it.resume?.();
  }
  assertEquals(it.delivered.length, 5_000);
  assertEquals(it.reader.waiting, 0);
});

Deno.test("ReadAhead lets go of what nobody wants, and of nothing that comes after", () => {
  const it = scene();
  it.held = true;
  it.reader.push(encoder.encode("a\nb!\nc\nbegun"));
  it.wanted = false;
  it.held = false;
  it.reader.drain();
  assertEquals([it.delivered, it.ahead], [[], ["b!\n"]]);
  assertEquals(it.reader.waiting, "begun".length);
  it.reader.push(encoder.encode(" and ended\nd!\ne\n"));
  assertEquals(it.delivered, ["d!\n", "e\n"]);
});

Deno.test("ReadAhead ends a line that was begun, also where nobody wants it any more", () => {
  const long = "x".repeat(600_000);
  const it = scene({ maxLine: 1_000_000 });
  it.held = true;
  it.reader.push(encoder.encode(`a\n${long}\n${"b\n".repeat(10_000)}`));
  it.held = false;
  it.holdsAfter = (line) => line.startsWith("x");
  it.reader.drain();
  assertEquals(it.delivered.map(({ length }) => length), [2, 8_192]);
  it.wanted = it.held = false;
  it.holdsAfter = () => false;
  it.reader.drain();
  assertEquals(it.reader.waiting, 0);
  it.reader.push(encoder.encode("c\n"));
  const whole = it.delivered.join("").split("\n");
  assertEquals(whole.slice(0, 2), ["a", long]);
  assertEquals(whole.slice(-3), ["b", "c", ""]);
  assert(whole.length < 5_000);

  const spilled = scene({ maxLine: 4 });
  spilled.held = true;
  spilled.reader.push(encoder.encode("a\nlonger than four"));
  spilled.held = spilled.wanted = false;
  spilled.reader.drain();
  spilled.reader.push(encoder.encode(", and its end\nb\n"));
  assertEquals(spilled.delivered.join(""), "a\nlonger than four, and its end\nb\n");
});

Deno.test("ReadAhead never lets go of an urgent line, nor of a part of a line", () => {
  const numbers = new Random(8);
  const random = (bound: number) => numbers.below(bound);
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: 1 + random(40) }, (_, index) => {
      return `${index}:${"é😀x".repeat(random(9))}${random(3) === 0 ? "!" : ""}\n`;
    });
    const it = scene({ sliceBytes: 1 + random(100) });
    it.holdsAfter = () => it.wanted && random(3) === 0;
    const bytes = encoder.encode(lines.join(""));
    for (let at = 0; at < bytes.length;) {
      const size = 1 + random(40);
      it.reader.push(bytes.subarray(at, at + size));
      at += size;
      if (random(6) === 0) it.held = it.wanted && !it.held;
      if (random(12) === 0) it.held = it.wanted = false;
      if (!it.held) it.reader.drain();
      if (random(2) === 0) it.resume?.();
    }
    it.reader.finish();
    it.held = it.wanted = false;
    it.resume?.();
    it.reader.drain();
    assertEquals(it.reader.waiting, 0);
    const seen = [...it.delivered, ...it.ahead];
    assertEquals(new Set(seen).size, seen.length, `round ${round}`);
    assertEquals(seen.filter((line) => !lines.includes(line)), [], `round ${round}`);
    assertEquals(lines.filter((line) => line.includes("!") && !seen.includes(line)), [], `round ${round}`);
  }
});
