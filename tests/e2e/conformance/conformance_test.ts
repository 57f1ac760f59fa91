import { assert, assertEquals } from "@std/assert";
import { CLAUDE_VERSIONS, type ClaudeVersion } from "../../support/mod.ts";
import { controlsSection } from "./controls.ts";
import { hooksSection } from "./hooks.ts";
import { hostRequestsSection } from "./host_requests.ts";
import { blocksSection, messagesSection } from "./messages.ts";
import type { Row, Section } from "./section.ts";
import { coverage, type Part } from "./table.ts";

const SECTIONS: readonly Section[] = [
  messagesSection,
  blocksSection,
  controlsSection,
  hooksSection,
  hostRequestsSection,
];
const FILE = new URL("../COVERAGE.md", import.meta.url);
const RERUN = "deno test -A tests/e2e/conformance/conformance_test.ts";

Deno.test({
  name: "conformance: what both versions say, accept and call is what COVERAGE.md says, and all of it is typed",
  ignore: Deno.env.get("TURNSTREAM_SKIP_E2E") === "1",
  async fn(context) {
    const parts: Part[] = [];
    for (const section of SECTIONS) parts.push({ title: section.title, found: await find(section, context) });
    const text = coverage(parts);
    console.log(text);
    const untyped = parts.flatMap(({ found }) => [...found.values()].flat()).filter(isUntyped);
    const before = await Deno.readTextFile(FILE).catch(() => "");
    if (before !== text) await Deno.writeTextFile(FILE, text);
    assert(
      before === text,
      `tests/e2e/COVERAGE.md told something else, and was written anew: look at what changed (${RERUN})`,
    );
    assertEquals(untyped, []);
  },
});

async function find({ title, rows }: Section, context: Deno.TestContext): Promise<Map<ClaudeVersion, readonly Row[]>> {
  const found = new Map<ClaudeVersion, readonly Row[]>();
  for (const version of CLAUDE_VERSIONS) {
    await context.step(`${title} of claude ${version}`, async () => void found.set(version, await rows(version)));
  }
  return found;
}

/** What was seen and has a field that nobody typed. What is made up, or not offered, says so in its note. */
function isUntyped({ seen, typed, note }: Row): boolean {
  return seen && typed !== "yes" && note === undefined;
}
