import { assertEquals, assertStringIncludes } from "@std/assert";
import { ProcessError } from "../../lib/process/mod.ts";

/** What the real CLI writes on standard error when it does not start, and what helps. */
const DEATHS: [string, string][] = [
  [
    "error: unknown option '--forward-subagent-text'\n",
    'the option "forwardSubagentText" needs a newer version (2.1.332 knows it, 2.1.197 does not)',
  ],
  ["error: unknown option '--brand-new=3'\n", 'this version does not know the flag "--brand-new"'],
  [
    "--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons\n",
    '"IS_SANDBOX" is "1" in "env"',
  ],
  [
    "Error: Session ID 7f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69 is already in use.\n",
    'go on with it by "resume", or take a fresh "sessionId"',
  ],
  ["No message found with message.uuid of: 7f0c1c1e\n", 'correct "resumeSessionAt"'],
];

for (const [stderrTail, hint] of DEATHS) {
  Deno.test(`ProcessError says what helps against: ${stderrTail.trim()}`, () => {
    const { message } = new ProcessError({ code: 1, stderrTail, version: "2.1.197 (Claude Code)" });
    assertStringIncludes(message, `exited with code 1 (its version is "2.1.197 (Claude Code)"); `);
    assertStringIncludes(message, hint);
    assertStringIncludes(message, `its standard error ends with: ${stderrTail.trim()}`);
  });
}

Deno.test("ProcessError gives no hint where it knows none", () => {
  assertEquals(
    new ProcessError({ code: 1, stderrTail: "unknown trouble\n" }).message,
    "The agent exited with code 1; its standard error ends with: unknown trouble",
  );
});
