import { assertEquals, assertStringIncludes } from "@std/assert";
import { runScript, type ScriptOutcome } from "../../support/mod.ts";
import { background, ENDLESS, onStage, type Stage, TRACE } from "./_stage.ts";
import { signalled } from "./_signalled.ts";

const DIES = decodeURIComponent(new URL("_scripts/dies.ts", import.meta.url).pathname);

/** How a script dies in the middle of a tool, with another one pending: its exit code, and what it wrote. */
const WAYS: [string, { code: number; stdout: string; stderr: string }][] = [
  ["throw", { code: 1, stdout: "ready\n", stderr: "Nobody catches this" }],
  ["reject", { code: 1, stdout: "ready\n", stderr: "Nobody handles this" }],
  ["exit", { code: 3, stdout: "ready\n", stderr: "" }],
];

for (const [way, expected] of WAYS) {
  onStage(`A script that dies by itself (${way}) keeps its exit code, and no process stays`, async (stage) => {
    script(stage);
    await diedSo(stage, await runScript(stage.box, DIES, { args: [way] }), expected);
  });
}

onStage("A script that gets SIGTERM exits with 143, and no process stays", async (stage) => {
  script(stage);
  const outcome = await signalled(stage.box, DIES, "SIGTERM");
  await diedSo(stage, outcome, { code: 143, stdout: "ready\ncomplete\n", stderr: "" });
});

onStage("A script that gets Ctrl+C exits with 130, and no process stays", async (stage) => {
  script(stage);
  const outcome = await signalled(stage.box, DIES, "SIGINT");
  await diedSo(stage, outcome, { code: 130, stdout: "ready\ncomplete\n", stderr: "" });
});

/** The agent runs a tool without end, while its subagent asks. */
function script({ server }: Stage): void {
  server.on("Work", [background("Help"), ENDLESS]).on("Help", [TRACE]);
}

async function diedSo({ box }: Stage, outcome: ScriptOutcome, expected: ScriptOutcome): Promise<void> {
  assertEquals([outcome.code, outcome.stdout], [expected.code, expected.stdout], outcome.stderr);
  if (expected.stderr === "") assertEquals(outcome.stderr, "");
  else assertStringIncludes(outcome.stderr, expected.stderr);
  await box.noLeftovers();
  assertEquals([await box.read("ran"), await box.read("after")], [undefined, undefined]);
}
