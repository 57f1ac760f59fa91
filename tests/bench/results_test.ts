import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { goalsTable } from "./goals.ts";
import { readSections, writeSections } from "./results.ts";

const FAST = `## 1. Fast\n\n${
  goalsTable([{ text: "speed", wanted: "at least 2 ×", today: "2.10 ×", reached: true }])
}\n\nWords.`;
const SMALL = `## 2. Small\n\n${
  goalsTable([{ text: "size", wanted: "at most 1 ×", today: "1.20 ×", reached: false }])
}`;
const NAMES = ["fast", "small"];

Deno.test("readSections() finds what writeSections() wrote", () => {
  const sections = new Map([["fast", FAST], ["small", SMALL]]);
  const text = writeSections(sections, NAMES);
  assertEquals(readSections(text), sections);
  assertEquals(writeSections(readSections(text), NAMES), text);
});

Deno.test("writeSections() puts all goals at a glance in front, each with its row", () => {
  const text = writeSections(new Map([["small", SMALL], ["fast", FAST]]), NAMES);
  const lines = text.slice(0, text.indexOf("<!--")).split("\n").filter((line) => line.startsWith("|"));
  assertEquals(lines.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim())).toSpliced(1, 1), [
    ["row", "goal", "wanted", "today", ""],
    ["fast", "speed", "at least 2 ×", "2.10 ×", "reached"],
    ["small", "size", "at most 1 ×", "1.20 ×", "not reached"],
  ]);
});

Deno.test("writeSections() keeps the order of the names, and leaves out rows that are no more", () => {
  const text = writeSections(new Map([["gone", "## 9. Gone"], ["small", SMALL], ["fast", FAST]]), NAMES);
  assert(text.indexOf("## 1. Fast") < text.indexOf("## 2. Small"));
  assert(!text.includes("Gone"));
});

Deno.test("writeSections() tells which rows were not measured yet", () => {
  assertStringIncludes(writeSections(new Map([["small", SMALL]]), NAMES), "\nNot measured yet: fast.\n");
  assert(!writeSections(new Map([["small", SMALL], ["fast", FAST]]), NAMES).includes("Not measured"));
});

Deno.test("writeSections() does without goals where a row failed", () => {
  const text = writeSections(new Map([["fast", "## 1. Fast\n\n**Failed:** wrong"], ["small", SMALL]]), NAMES);
  assertStringIncludes(text, "**Failed:** wrong");
  assertEquals(text.match(/^\| fast /m), null);
});

Deno.test("readSections() of a first time is empty", () => {
  assertEquals(readSections("").size, 0);
});
