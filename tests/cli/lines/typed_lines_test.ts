import { assertEquals } from "@std/assert";
import { TypedLines } from "../../../lib/cli/lines/typed_lines.ts";

function typed(...reads: string[]): TypedLines {
  const lines = new TypedLines();
  for (const read of reads) lines.type(new TextEncoder().encode(read));
  return lines;
}

function taken(lines: TypedLines): (string | null)[] {
  const all: (string | null)[] = [];
  for (let line = lines.take(); line !== undefined; line = lines.take()) all.push(line);
  return all;
}

Deno.test("TypedLines gives whole lines, blank ones left out, and keeps the one that has not ended", () => {
  const lines = typed("on", "e\ntw", "o\r\r\n  \nthr");
  assertEquals(taken(lines), ["one", "two"]);
  assertEquals(lines.open, "thr");
  lines.type(new TextEncoder().encode("ee\n"));
  assertEquals(taken(lines), ["three"]);
});

Deno.test("TypedLines lets one correct a line, and drops keys that are no text", () => {
  assertEquals(taken(typed("tje\x7f\x7fhe e\u0301\x7fa\x1b[A\x1b\tb\n", "gone\x15here\n")), ["the a\tb", "here"]);
});

Deno.test("TypedLines ends at Ctrl+D on an empty line alone, also one from a terminal's own buffer", () => {
  assertEquals(taken(typed("a\x04b\n\x04")), ["ab", null]);
  assertEquals(taken(typed("a\n\0", "after\n")), ["a", null, "after"]);
});

Deno.test("TypedLines counts a last line without an end", () => {
  const lines = typed("last");
  lines.end();
  assertEquals(taken(lines), ["last", null]);
  assertEquals(taken(lines), []);
});

Deno.test("TypedLines drops everything at Ctrl+C", () => {
  const lines = typed("one\ntwo");
  assertEquals(lines.type(new TextEncoder().encode("x\x03y")), { echo: "x^C\n", interrupted: true });
  assertEquals([lines.open, taken(lines)], ["", []]);
});

Deno.test("TypedLines tells what a terminal would echo, with nothing in it that steers", () => {
  const lines = new TypedLines();
  const echoes = ["a\u202e", "\t日\x7f", "\x1b[2J", "\x15", "\r"].map((keys) =>
    lines.type(new TextEncoder().encode(keys)).echo
  );
  const back = (columns: number) => "\b \b".repeat(columns);
  assertEquals(echoes, ["a\\u{202e}", `    日${back(2)}`, "", back(1 + 8 + 4), "\n"]);
});
