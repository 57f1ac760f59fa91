import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { failureText, type Occasion, sectionText } from "./section_text.ts";
import type { Row, Section, Setup } from "./types.ts";

const ROW: Row = { number: 3, name: "lines", title: "Long lines", run: () => Promise.reject(new Error("not run")) };
const SECTION: Section = {
  goals: [{ text: "speed", wanted: "at least 2 ×", today: "2.10 ×", reached: true }],
  body: ["About.", "Table."],
};
const SETUP: Setup = {
  producer: "",
  producerKind: "C",
  node: "node",
  deno: "deno",
  root: "",
  sdkFolder: "",
  sdkEntry: "",
  canPin: true,
  versions: { turnstream: "0.1.0", deno: "2.9.6", node: "20.20.2", sdk: "0.3.332", rxjs: "7.8.2", zod: "4.6.7" },
  machine: { cpu: "A processor", cores: 2 },
};
const OCCASION: Occasion = { date: "2026-01-31", rounds: 5, busy: 0.1 };

Deno.test("sectionText() has the title, the goals, what the row tells, and under which circumstances", () => {
  const parts = sectionText(ROW, SECTION, SETUP, OCCASION).split("\n\n");
  assertEquals(parts.length, 5);
  assertEquals(parts[0], "## 3. Long lines");
  assertStringIncludes(parts[1]!, "| reached");
  assertEquals(parts.slice(2, 4), SECTION.body);
  assertEquals(
    parts[4],
    "2026-01-31; 5 rounds; Turnstream 0.1.0, Deno 2.9.6, Node 20.20.2, SDK 0.3.332, rxjs 7.8.2, zod 4.6.7; " +
      "A processor, 2 cores. Producer: the C program.",
  );
});

Deno.test("sectionText() says what makes the numbers worth less", () => {
  const text = sectionText(
    ROW,
    SECTION,
    { ...SETUP, producerKind: "Deno", canPin: false, versions: { node: "22.1.0" } },
    { ...OCCASION, rounds: 1, busy: 1.25 },
  );
  assertStringIncludes(text, "; 1 round;");
  assertStringIncludes(text, "Fewer than 5 rounds say little.");
  assertStringIncludes(text, "Producer: its Deno twin");
  assertStringIncludes(text, "Node is not version 20");
  assertStringIncludes(text, "Nothing could be tied to one core");
  assertStringIncludes(text, "The machine was busy: others used 1.3 cores right before.");
});

Deno.test("sectionText() tells how many rounds a row had that takes more than were asked for", () => {
  const text = sectionText(ROW, { ...SECTION, rounds: 15 }, SETUP, OCCASION);
  assertStringIncludes(text, "2026-01-31; 15 rounds; ");
});

Deno.test("failureText() tells the first line of what went wrong, and no numbers", () => {
  const text = failureText(ROW, "Turnstream: Ended with code 1\nstack of somewhere", SETUP, OCCASION);
  assertStringIncludes(text, "## 3. Long lines\n\n**Failed:** Turnstream: Ended with code 1\n\n2026-01-31;");
  assert(!text.includes("somewhere"));
});
