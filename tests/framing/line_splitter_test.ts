import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type LastLine, type Line, LineSplitter } from "../../lib/framing/mod.ts";
import { bytesOf, chunksOf, concat, splitAll } from "./_bytes.ts";

function line(text: string): Line {
  return { kind: "line", text };
}

/** A line that the end of the input ended. */
function lastLine(text: string, bytes: number): LastLine {
  return { kind: "line", text, bytes };
}

Deno.test("LineSplitter gives each line when its end has come, and not before", () => {
  const splitter = new LineSplitter();
  assertEquals(splitter.push(bytesOf("one")), []);
  assertEquals(splitter.push(bytesOf("\ntwo\nthr")), [line("one"), line("two")]);
  assertEquals(splitter.push(bytesOf("ee\n")), [line("three")]);
  assertEquals(splitter.finish(), undefined);
});

Deno.test("LineSplitter gives blank lines", () => {
  assertEquals(splitAll([bytesOf("\n\na\n\n")]), [line(""), line(""), line("a"), line("")]);
});

Deno.test("LineSplitter gives nothing for no input, and for empty chunks", () => {
  assertEquals(splitAll([]), []);
  assertEquals(splitAll([new Uint8Array(), new Uint8Array()]), []);
  assertEquals(splitAll([bytesOf("a"), new Uint8Array(), bytesOf("b\n"), new Uint8Array()]), [line("ab")]);
});

Deno.test("LineSplitter gives an unterminated last line at the end", () => {
  assertEquals(splitAll([bytesOf("a\nbc")]), [line("a"), lastLine("bc", 2)]);
});

Deno.test("LineSplitter drops one 0x0D before a line end, wherever the chunk ends", () => {
  const bytes = bytesOf("a\r\nb\r\r\n\r\nc\rd\n\re\r\n");
  const expected = [line("a"), line("b\r"), line(""), line("c\rd"), line("\re")];
  for (let size = 1; size <= bytes.length; size++) assertEquals(splitAll(chunksOf(bytes, size)), expected);
});

Deno.test("LineSplitter drops a 0x0D at the end of the input, whose 0x0A did not come", () => {
  assertEquals(splitAll([bytesOf("ab\r")]), [lastLine("ab", 2)]);
});

Deno.test("LineSplitter ends lines at 0x0A alone", () => {
  for (const inner of ["\u2028", "\u2029", "\u0085", "\u000b", "\u000c", "\u0000", "\r", "\u001e"]) {
    const text = `a${inner}b`;
    const bytes = bytesOf(`${text}\nnext\n`);
    for (const size of [1, 2, 3, 100]) {
      assertEquals(splitAll(chunksOf(bytes, size)), [line(text), line("next")]);
    }
  }
});

Deno.test("LineSplitter drops a byte-order mark before the first line, and keeps any other", () => {
  const bytes = bytesOf("\ufeffa\n\ufeffb\n");
  for (let size = 1; size <= bytes.length; size++) {
    assertEquals(splitAll(chunksOf(bytes, size)), [line("a"), line("\ufeffb")]);
  }
  assertEquals(splitAll([bytesOf("\ufeff\ufeffa\n")]), [line("\ufeffa")]);
  assertEquals(splitAll([bytesOf("\ufeff")]), []);
});

Deno.test("LineSplitter keeps what only begins like a byte-order mark", () => {
  const almost = new Uint8Array([0xef, 0xbb, 0xbe, 0x0a]);
  for (const size of [1, 2, 3, 4]) assertEquals(splitAll(chunksOf(almost, size)), [line("\ufefe")]);
  assertEquals(splitAll([new Uint8Array([0xef]), new Uint8Array([0x41, 0x0a])]), [line("\ufffdA")]);
  assertEquals(splitAll([new Uint8Array([0xef, 0xbb])]), [lastLine("\ufffd", 2)]);
});

Deno.test("LineSplitter turns invalid UTF-8 into U+FFFD and goes on", () => {
  const cases: [number[], string][] = [
    [[0x61, 0xff, 0x62], "a\ufffdb"],
    [[0x80], "\ufffd"],
    [[0xe2, 0x80], "\ufffd"],
    [[0xe2, 0x80, 0x41], "\ufffdA"],
    [[0xf0, 0x9f, 0x98], "\ufffd"],
    [[0xc0, 0xaf], "\ufffd\ufffd"],
    [[0xed, 0xa0, 0x80], "\ufffd\ufffd\ufffd"],
    [[0xf5, 0x80, 0x80, 0x80], "\ufffd\ufffd\ufffd\ufffd"],
  ];
  for (const [bad, text] of cases) {
    const bytes = concat([new Uint8Array(bad), bytesOf("\nok é\n")]);
    for (let size = 1; size <= bytes.length; size++) {
      assertEquals(splitAll(chunksOf(bytes, size)), [line(text), line("ok é")]);
    }
  }
});

Deno.test("LineSplitter tells the size of an unterminated last line in bytes, not in characters", () => {
  for (const [text, bytes] of [["é", 2], ["한", 3], ["😀", 4], ["x", 1], ["é한😀x", 10]] as const) {
    for (const end of ["", "\r"]) {
      assertEquals(splitAll([bytesOf(`é\n${text}${end}`)]), [line("é"), lastLine(text, bytes)]);
    }
  }
});

Deno.test("LineSplitter keeps nothing of a chunk: its memory may be used again", () => {
  const splitter = new LineSplitter();
  const chunk = bytesOf('{"a":"한');
  splitter.push(chunk);
  chunk.fill(0x58);
  assertEquals(splitter.push(bytesOf('글"}\n')), [line('{"a":"한글"}')]);
});

Deno.test("LineSplitter takes a chunk that is a view of a larger buffer", () => {
  const whole = bytesOf("junk\na\nb\njunk\n");
  assertEquals(new LineSplitter().push(whole.subarray(5, 9)), [line("a"), line("b")]);
});

Deno.test("LineSplitter splits a chunk of many blocks", () => {
  const texts = Array.from({ length: 50_000 }, (_, index) => `line ${index} é`);
  const lines = new LineSplitter().push(bytesOf(texts.join("\n") + "\n"));
  assertEquals(lines.map((item) => item.kind === "line" ? item.text : item), texts);
});

Deno.test("LineSplitter refuses bytes after its end, and may be finished twice", () => {
  const splitter = new LineSplitter();
  splitter.push(bytesOf("a"));
  assertEquals(splitter.finish(), lastLine("a", 1));
  assertEquals(splitter.finish(), undefined);
  const error = assertThrows(() => splitter.push(bytesOf("b")), TypeError);
  assertEquals(error.message, "Cannot split more bytes: the splitter has finished, make a new one");
});

Deno.test("LineSplitter refuses a limit that is none", () => {
  for (const maxBytes of [0, -1, 1.5, NaN, Infinity, 2 ** 29]) {
    const error = assertThrows(() => new LineSplitter({ maxBytes }), RangeError);
    assertStringIncludes(error.message, `at most ${maxBytes} bytes: give a whole number from 1 to 536870888`);
  }
  assertEquals(new LineSplitter({ maxBytes: 536_870_888 }).maxBytes, 536_870_888);
  assertEquals(new LineSplitter().maxBytes, 67_108_864);
});
