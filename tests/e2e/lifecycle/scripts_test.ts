import { assertEquals, assertStringIncludes } from "@std/assert";
import { runScript, type ScriptOutcome, tool } from "../../support/mod.ts";
import { background, ENDLESS, onStage, type Stage, TRACE } from "./_stage.ts";
import { signalled } from "./_signalled.ts";

const DIES = decodeURIComponent(new URL("_scripts/dies.ts", import.meta.url).pathname);
const WORKS = decodeURIComponent(new URL("_scripts/works.ts", import.meta.url).pathname);

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

onStage(
  "A script that is killed leaves an agent that ends by itself, asks in vain and obeys the rules of denyTools",
  async (stage) => {
    const { server, box, version } = stage;
    const bash = (command: string) => tool("Bash", { command, description: "Leave a trace" });
    server.on("Work", [
      bash("sh -c 'echo > asked'"),
      bash("sh -c 'echo > asked_later'"),
      bash("cp /dev/null refused"),
      // About this one the CLI does not ask in the mode acceptEdits.
      bash("touch unasked"),
      "That was all.",
    ]);
    const { code } = await signalled(box, WORKS, "SIGKILL");
    assertEquals(code, 137);
    await box.noLeftovers(30_000);
    for (const trace of ["asked", "asked_later", "refused"]) assertEquals(await box.read(trace), undefined, trace);
    // The newer one lets nothing run any more when a hook cannot be called; the older one goes on.
    assertEquals(await box.read("unasked"), { "2.1.332": undefined, "2.1.197": "" }[version]);
    assertEquals(server.requests.length, 5);
  },
);

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
