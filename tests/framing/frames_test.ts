import { assert, assertEquals, assertInstanceOf, assertMatch, assertThrows } from "@std/assert";
import { FrameReader, TruncatedError } from "../../lib/framing/mod.ts";
import { bytesOf, chunksOf, readAll, valuesOf } from "./_bytes.ts";

function read(text: string): unknown[] {
  return readAll([bytesOf(text)]).map((item) => {
    if (item.kind === "frame") return item.value;
    return item.kind === "noise" ? `noise: ${item.text}` : item;
  });
}

Deno.test("FrameReader gives each line's value", () => {
  assertEquals(readAll([bytesOf('{"a":"é"}\r\n  {"b":[1]} \n')]), [
    { kind: "frame", value: { a: "é" } },
    { kind: "frame", value: { b: [1] } },
  ]);
});

Deno.test("FrameReader lets blank lines vanish, also where they hold white space", () => {
  assertEquals(read('\n\r\n   \n\t \r\n\u00a0\n\u2028\n\f\v\n{"a":1}\n\n \n  '), [{ a: 1 }]);
});

Deno.test("FrameReader passes JSON values on that are no objects: what they mean is decided elsewhere", () => {
  assertEquals(read('5\nnull\n[1]\n"x"\ntrue\n'), [5, null, [1], "x", true]);
});

Deno.test("FrameReader makes noise of what is not JSON, and goes on", () => {
  const noises = ["hello", "{", '{"a":1}}', "{'a':1}", "[1,]", "undefined", "NaN", "01", '"\t"', "\u0000", "\ufeff{}"];
  for (const text of noises) assertEquals(read(`{"n":0}\n${text}\n{"n":1}\n`), [{ n: 0 }, `noise: ${text}`, { n: 1 }]);
});

Deno.test("FrameReader makes noise of two values on a line, once, and delivers neither", () => {
  for (const text of ['{"a":1} {"b":2}', '{"a":1}{"b":2}', "1 2", '{"a":1},{"b":2}', '{"a":1}\r{"b":2}']) {
    assertEquals(read(`${text}\n`), [`noise: ${text}`]);
  }
});

Deno.test("FrameReader tells noise with its reason, and at most 2,000 characters of its text", () => {
  const [short, long, pair] = readAll([bytesOf(`oops é\n${"n".repeat(5000)}\n${"n".repeat(1999)}😀\n`)]);
  assert(short?.kind === "noise" && long?.kind === "noise" && pair?.kind === "noise");
  assertEquals(short.text, "oops é");
  assertMatch(short.reason, /^a line that is not one JSON value \(.+\)$/);
  assertEquals(long.text, "n".repeat(2000));
  assertEquals(pair.text, "n".repeat(1999));
});

Deno.test("FrameReader gives an unterminated last line that is a whole value", () => {
  assertEquals(read('{"a":1}\n{"b":2}'), [{ a: 1 }, { b: 2 }]);
  assertEquals(read('{"b":2}\r'), [{ b: 2 }]);
  assertEquals(read('{"a":1}\n   '), [{ a: 1 }]);
  assertEquals([read("[1]"), read('"x"'), read("null")], [[[1]], ["x"], [null]]);
});

Deno.test("FrameReader tells of an unterminated last line that is cut off, with its size and head", () => {
  const whole = `{"type":"result","text":"한글 ${"t".repeat(300)}"}`;
  const bytes = bytesOf(whole);
  for (let length = 1; length < bytes.length; length++) {
    const items = readAll([bytesOf('{"a":1}\n'), bytes.slice(0, length)]);
    assertEquals(items.map((item) => item.kind), ["frame", "truncated"]);
    const [, item] = items;
    assert(item?.kind === "truncated");
    assertInstanceOf(item.error, TruncatedError);
    assertEquals(item.error.bytes, length);
    if (length >= 40) assertEquals(item.error.head, whole.slice(0, Math.min(200, length - 4)));
  }
});

Deno.test("FrameReader takes an unterminated number for a truncated line: more digits may have been to come", () => {
  const [item] = readAll([bytesOf("12")]);
  assert(item?.kind === "truncated");
  assertEquals([item.error.bytes, item.error.head], [2, "12"]);
  assertEquals(read("12\n"), [12]);
});

Deno.test("FrameReader takes an unterminated line that is no JSON for a truncated one", () => {
  for (const text of ["hello", '{"a":1} {"b":2}']) {
    assertEquals(readAll([bytesOf(text)]).map((item) => item.kind), ["truncated"]);
  }
});

Deno.test("FrameReader takes an unterminated line that is too long for that, not for a truncated one", () => {
  for (const onLongLine of ["fail", "skip"] as const) {
    const items = readAll([bytesOf('{"a":"0123456789"')], { maxBytes: 10, onLongLine });
    assertEquals(items.map((item) => item.kind === "overlong" && [item.bytes, item.ended]), [[17, false]]);
  }
});

Deno.test("FrameReader gives a key named __proto__ as a key, and changes no prototype", () => {
  const [value] = valuesOf(readAll([bytesOf('{"__proto__":{"polluted":true}}\n')]));
  assertEquals(Object.keys(value as object), ["__proto__"]);
  assertEquals(Object.getPrototypeOf(value), Object.prototype);
  assertEquals(({} as Record<string, unknown>).polluted, undefined);
});

Deno.test("FrameReader survives a line that is nested a million deep", () => {
  const depth = 1_000_000;
  const items = readAll([bytesOf(`${"[".repeat(depth)}\n{"a":1}\n`)]);
  assertEquals(items.map((item) => item.kind), ["noise", "frame"]);
});

Deno.test("FrameReader gives nothing twice and nothing after its end", () => {
  const reader = new FrameReader();
  assertEquals(reader.push(bytesOf('{"a":1}')), []);
  assertEquals(reader.finish().map((item) => item.kind), ["frame"]);
  assertEquals(reader.finish(), []);
  assertThrows(() => reader.push(bytesOf("x")), TypeError, "the splitter has finished");
});

Deno.test("FrameReader refuses a limit that is none", () => {
  assertThrows(() => new FrameReader({ maxBytes: 0 }), RangeError, "at most 0 bytes");
});

Deno.test("FrameReader keeps order: frames, noise and long lines come as they were written", () => {
  const text = '{"n":1}\nnoise\n{"n":2}\n' + "x".repeat(50) + '\n{"n":3}\ncut';
  for (const size of [1, 5, 1000]) {
    const items = readAll(chunksOf(bytesOf(text), size), { maxBytes: 40, onLongLine: "skip" });
    assertEquals(items.map((item) => item.kind), ["frame", "noise", "frame", "overlong", "frame", "truncated"]);
  }
});
