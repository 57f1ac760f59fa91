import { assert, assertEquals } from "@std/assert";
import { counted, cut, cutStart, grouped, wrap, wrapWords } from "../../../lib/cli/show/fit.ts";

Deno.test("wrap() breaks at the width and at line feeds", () => {
  assertEquals(wrap("abcdefg\n\nhi", 3), ["abc", "def", "g", "", "hi"]);
});

Deno.test("wrap() counts wide characters as two columns", () => {
  assertEquals(wrap("日本語ab", 5), ["日本", "語ab"]);
});

Deno.test("wrap() keeps a character with its accents together", () => {
  assertEquals(wrap("e\u0301e\u0301e\u0301", 2), ["e\u0301e\u0301", "e\u0301"]);
});

Deno.test("wrapWords() breaks behind a space, inside a word only where there is none, and loses nothing", () => {
  assertEquals(wrapWords("one two three", 8), ["one two ", "three"]);
  assertEquals(wrapWords("one two three", 7), ["one two", " three"]);
  assertEquals(wrapWords("abcdefgh ij\nk", 3), ["abc", "def", "gh ", "ij", "k"]);
  assertEquals(wrapWords("a    b", 3), ["a  ", "  b"]);
  assertEquals(wrapWords("日本 語語", 6), ["日本 ", "語語"]);
  const text = "x yy  zzz   wwww ".repeat(50);
  for (let width = 1; width < 20; width++) {
    const lines = wrapWords(text, width);
    assertEquals(lines.join(""), text);
    assert(lines.every((line) => line.length <= width));
  }
});

Deno.test("cut() leaves what fits and marks what does not", () => {
  assertEquals(cut("abcde", 5), "abcde");
  assertEquals(cut("abcdef", 5), "abcd…");
  assertEquals(cut("日本語", 5), "日本…");
});

Deno.test("cutStart() keeps the end", () => {
  assertEquals(cutStart("abcde", 5), "abcde");
  assertEquals(cutStart("abcdef", 5), "…cdef");
  assertEquals(cutStart("日本語", 5), "…本語");
});

Deno.test("grouped() and counted() are the same on every machine", () => {
  assertEquals(grouped(1234567), "1,234,567");
  assertEquals(counted(1, "tool"), "1 tool");
  assertEquals(counted(1200, "tool"), "1,200 tools");
});
