import { assertEquals, assertMatch } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, denyTools, onlyTools } from "../../../mod.ts";
import { type Reply, tool } from "../../support/mod.ts";
import { bash, made, policyTest, type Scene } from "./_scene.ts";

const GATE = denyTools("Bash(touch *)", ({ toolName }) => toolName === "Write" ? "Nothing is written" : undefined);

policyTest("a gate holds in a subagent in the foreground", async (scene) => {
  const { box } = scene;
  sendSomebody(scene, { run_in_background: false });
  const run = await scene.run("Send somebody", {
    permissionMode: "acceptEdits",
    policy: pipe(GATE, allowTools("*")),
  });
  await onlyHarmlessRan(scene);
  assertEquals(run.turns.map(({ text, unsolicited }) => [text, unsolicited]), [["Sent.", false]]);
  assertMatch(run.told("sub-written.txt").text, /Nothing is written$/);
  assertEquals(run.told("sub-touched.txt").isError, true);
  assertEquals(await box.read("turn-touched.txt"), undefined);
});

policyTest(
  "a gate holds in a subagent in the background, and in the turn that the CLI starts after it",
  async (scene) => {
    const { box } = scene;
    sendSomebody(scene, { run_in_background: true });
    const run = await scene.run("Send somebody", {
      permissionMode: "acceptEdits",
      policy: pipe(allowTools("*"), GATE),
    });
    await onlyHarmlessRan(scene);
    assertEquals(run.turns.map(({ text, unsolicited, outcome }) => [text, unsolicited, outcome]), [
      ["Sent.", false, "success"],
      ["Noted.", true, "success"],
    ]);
    assertMatch(run.told("sub-written.txt").text, /Nothing is written$/);
    assertEquals([run.told("turn-touched.txt").isError, await box.read("turn-touched.txt")], [true, undefined]);
    assertEquals([run.told("turn-made").isError, await made(box, "turn-made")], [false, "folder"]);
  },
);

policyTest("onlyTools() holds in a subagent, and makes its calls ask with its id", async (scene) => {
  sendSomebody(scene, {}); // In front on the older version, in the background on the newer one.
  const run = await scene.run("Send somebody", {
    permissionMode: "acceptEdits",
    policy: pipe(onlyTools("Agent", "Bash(mkdir *)"), allowTools("*")),
  });
  await onlyHarmlessRan(scene);
  const last = scene.version === "2.1.197" ? [] : [["Noted.", true]];
  assertEquals(run.turns.map(({ text, unsolicited }) => [text, unsolicited]), [["Sent.", false], ...last]);
  const asked = run.asked.filter(({ toolName }) => toolName === "Bash");
  assertEquals(asked.map(({ input, subagentId }) => [input.command, subagentId !== undefined]).slice(0, 1), [
    ["mkdir sub-made", true],
  ]);
});

function sendSomebody({ server, box }: Scene, how: Record<string, boolean>): void {
  const input = { description: "Work", prompt: "Do the work", subagent_type: "general-purpose", ...how };
  server.on("Send somebody", [tool("Agent", input), "Sent."]);
  server.on("Do the work", [...writing("sub", box.file("sub-written.txt")), "Worked."]);
  server.on(/<task-notification>/, [...writing("turn", box.file("turn-written.txt")), "Noted."]);
}

function writing(name: string, path: string): Reply[] {
  return [
    bash(`touch ${name}-touched.txt`),
    tool("Write", { file_path: path, content: "text" }),
    bash(`mkdir ${name}-made`),
  ];
}

async function onlyHarmlessRan({ box }: Scene): Promise<void> {
  const there = await Promise.all(
    ["sub-touched.txt", "sub-written.txt", "turn-written.txt"].map((file) => box.read(file)),
  );
  assertEquals(there, [undefined, undefined, undefined]);
  assertEquals(await made(box, "sub-made"), "folder");
}
