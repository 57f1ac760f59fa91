import { assertEquals } from "@std/assert";
import { readArguments } from "./arguments.ts";

const NAMES = ["events", "lines", "start"];

Deno.test("readArguments() runs every row in five rounds when nothing else is asked for", () => {
  assertEquals(readArguments([], NAMES), { only: NAMES, rounds: 5, twin: false });
});

Deno.test("readArguments() takes several rows, in both spellings", () => {
  const asked = readArguments(["--only", "lines", "--only=start", "--rounds=7", "--twin"], NAMES);
  assertEquals(asked, { only: ["lines", "start"], rounds: 7, twin: true });
});

Deno.test("readArguments() names the rows when one is unknown or none is given", () => {
  const rows = "the rows are events, lines, start";
  assertEquals(readArguments(["--only", "speed"], NAMES), `Cannot run the row "speed": ${rows}`);
  assertEquals(readArguments(["--only"], NAMES), `Cannot run the row "": ${rows}`);
});

Deno.test("readArguments() refuses rounds that are no whole number above 0", () => {
  for (const rounds of ["0", "-1", "2.5", "many"]) {
    const text = `Cannot run "${rounds}" rounds: give a whole number above 0, or leave --rounds out for 5`;
    assertEquals(readArguments(["--rounds", rounds], NAMES), text);
  }
});

Deno.test("readArguments() refuses other flags", () => {
  const text = 'Cannot use "--fast": the flags are --only NAME, --rounds N and --twin';
  assertEquals(readArguments(["--fast"], NAMES), text);
});
