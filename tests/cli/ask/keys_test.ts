import { assertEquals } from "@std/assert";
import { KeyReader } from "../../../lib/cli/ask/keys.ts";

function keysOf(...reads: (string | number[])[]): string[][] {
  const reader = new KeyReader();
  return reads.map((read) => {
    const bytes = typeof read === "string" ? new TextEncoder().encode(read) : new Uint8Array(read);
    return reader.read(bytes).map((key) => key.kind === "text" ? `text:${key.text}` : key.kind);
  });
}

Deno.test("KeyReader tells keys that do something from text", () => {
  assertEquals(keysOf("y", "\r", "\n", "\x7f", "\b", "\t", "\x03", "\x04", "\x15", "\x1b"), [
    ["text:y"],
    ["enter"],
    ["enter"],
    ["backspace"],
    ["backspace"],
    ["tab"],
    ["interrupt"],
    ["end"],
    ["erase_line"],
    ["escape"],
  ]);
});

Deno.test("KeyReader puts a character together whose bytes come apart", () => {
  assertEquals(keysOf([0xe6, 0x97], [0xa5, 0x78], [0xf0], [0x9f, 0x98], [0x80]), [
    [],
    ["text:日x"],
    [],
    [],
    ["text:😀"],
  ]);
});

Deno.test("KeyReader replaces bytes that are no UTF-8", () => {
  assertEquals(keysOf([0xff, 0x61]), [["text:\ufffda"]]);
});

Deno.test("KeyReader takes arrows, function keys and Alt for other keys", () => {
  assertEquals(keysOf("\x1b[A", "\x1bOP", "\x1b[15~", "\x1b[1;5C", "\x1by", "\x01"), [
    ["other"],
    ["other"],
    ["other"],
    ["other"],
    ["other"],
    ["other"],
  ]);
});

Deno.test("KeyReader never takes the rest of a split sequence for a key", () => {
  assertEquals(keysOf("\x1b[?2026;2$", "y", "\x1b[", "1;", "5y", "y"), [[], ["other"], [], [], ["other"], ["text:y"]]);
});

Deno.test("KeyReader takes a terminal's report for one key", () => {
  assertEquals(keysOf("\x1b]11;rgb:1e1e/1e1e\x07", "\x1b]11;rgb:1e", "1e\x1b", "\\n"), [
    ["other"],
    [],
    [],
    ["other", "text:n"],
  ]);
});

Deno.test("KeyReader sees Ctrl+C behind a sequence that never ends", () => {
  assertEquals(keysOf("\x1b[12", "\x03", "\x1b]12", "\x03"), [[], ["other", "text:12", "interrupt"], [], [
    "other",
    "interrupt",
  ]]);
});

Deno.test("KeyReader gives a paste as text, its line ends apart", () => {
  assertEquals(keysOf("yes\rno"), [["text:yes", "enter", "text:no"]]);
});
