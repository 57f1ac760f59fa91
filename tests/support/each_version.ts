import { CLAUDE_VERSIONS, type ClaudeVersion } from "./claude_versions.ts";

const SKIPPED = Deno.env.get("TURNSTREAM_SKIP_E2E") === "1";
let isAnnounced = false;

/**
 * Registers one test for each pinned version of the real `claude`.
 *
 * The tests are left out only where `TURNSTREAM_SKIP_E2E=1` asks for it, and then a line says so.
 */
export function eachVersion(name: string, test: (version: ClaudeVersion) => Promise<void>): void {
  if (SKIPPED && !isAnnounced) {
    isAnnounced = true;
    console.log("End-to-end tests are left out, because TURNSTREAM_SKIP_E2E=1 is set");
  }
  for (const version of CLAUDE_VERSIONS) {
    Deno.test({ name: `${name} (claude ${version})`, ignore: SKIPPED, fn: () => test(version) });
  }
}
