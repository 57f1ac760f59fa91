import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { closingLine, readSummary, sum } from "../tasks/summary.ts";
import { ROOT } from "./repository.ts";

Deno.test("readSummary() reads what deno test closes with", () => {
  assertEquals(readSummary("x ... ok\n\nok | 12 passed (3 steps) | 0 failed | 2 ignored (1s)\n\n"), {
    passed: 12,
    failed: 0,
    skipped: 2,
  });
  assertEquals(readSummary("FAILED | 193 passed (26 steps) | 2 failed (1s)"), { passed: 193, failed: 2, skipped: 0 });
  assertEquals(readSummary("\x1b[32mok\x1b[0m | 1 passed | 0 failed \x1b[38;5;245m(5ms)\x1b[0m"), {
    passed: 1,
    failed: 0,
    skipped: 0,
  });
});

Deno.test("readSummary() takes the last summary, and none where there is none", () => {
  assertEquals(readSummary("ok | 1 passed | 0 failed (1ms)\nok | 2 passed | 0 failed (1ms)\n")?.passed, 2);
  assertEquals(readSummary("error: Type checking failed.\n"), undefined);
});

Deno.test("closingLine() counts all parts, and names what was skipped only when something was", () => {
  assertEquals(closingLine({ passed: 3, failed: 0, skipped: 0 }), "3 passed, 0 failed");
  const total = sum([{ passed: 3, failed: 1, skipped: 0 }, { passed: 4, failed: 0, skipped: 2 }]);
  assertEquals(closingLine(total), "7 passed, 1 failed, 2 skipped");
});

Deno.test("the test task refuses a part that does not exist", async () => {
  const { code, stderr } = await runTestTask(["units"]);
  assertEquals(code, 2);
  assertStringIncludes(stderr, `Cannot run "units": the parts are unit, docs, e2e`);
});

Deno.test("the test task fails when no test ran, and says what was skipped by whose wish", async () => {
  for (
    const [args, env, asked] of [[["--skip-e2e"], {}, "--skip-e2e"], [[], { TURNSTREAM_SKIP_E2E: "1" }, "=1"]] as const
  ) {
    const { code, stdout, stderr } = await runTestTask([...args, "e2e"], env);
    assertEquals(code, 1);
    assertStringIncludes(stdout, `The end-to-end tests are skipped, because `);
    assertStringIncludes(stdout, asked);
    assertStringIncludes(stderr, "No test ran");
    assert(stdout.endsWith("\n0 passed, 0 failed\n"), stdout);
  }
});

async function runTestTask(args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tests/tasks/run_tests.ts", ...args],
    cwd: ROOT,
    env: { TURNSTREAM_SKIP_E2E: "", ...env },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
