import { assertEquals } from "@std/assert";
import { Lines } from "../../lib/agent/lines.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("Lines puts lines together from chunks that are cut anywhere, inside a character too", () => {
  const lines: string[] = [];
  const splitter = new Lines((line) => lines.push(line));
  for (const byte of bytes("one\n\nzwö\ndrei")) splitter.push(new Uint8Array([byte]));
  assertEquals(lines, ["one", "", "zwö"]);
  splitter.end();
  assertEquals(lines, ["one", "", "zwö", "drei"]);
});

Deno.test("Lines gives a line that does not end in pieces, and keeps no more than one of them", () => {
  const pieces: number[] = [];
  const splitter = new Lines((line) => pieces.push(line.length));
  const chunk = bytes("e".repeat(2 ** 16));
  for (let count = 0; count < 2_000; count++) splitter.push(chunk);
  splitter.push(bytes("e\nlast"));
  splitter.end();
  assertEquals(pieces.at(-1), 4);
  assertEquals(pieces.slice(0, -1).reduce((sum, length) => sum + length), 2_000 * 2 ** 16 + 1);
  assertEquals(Math.max(...pieces) <= 2 ** 20 + 2 ** 16, true);
});
