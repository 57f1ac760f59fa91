import { assertEquals, assertStringIncludes } from "@std/assert";
import { NEVER, of, pipe } from "rxjs";
import { allowTools, onPermission } from "../../../mod.ts";
import { bash, policyTest } from "./_scene.ts";

policyTest("onPermission() allows, denies, rewrites, and leaves to the default what nobody decides", async (scene) => {
  const { box, server } = scene;
  server.on("Touch four files", [
    bash("touch allowed.txt"),
    bash("touch denied.txt"),
    bash("touch undecided.txt"),
    bash("touch harmless.txt"),
    bash("touch promised.txt"),
    "All done.",
  ]);
  const run = await scene.run("Touch four files", {
    policy: pipe(
      allowTools("Bash(touch allowed.txt)"),
      onPermission(({ input, deny }) => input.command === "touch denied.txt" ? deny("Not on a Sunday") : undefined),
      onPermission(({ input, allow }) =>
        input.command === "touch harmless.txt" ? of(allow({ ...input, command: "touch rewritten.txt" })) : undefined
      ),
      onPermission(async (request, signal) => {
        await new Promise((resolve) => setTimeout(resolve, 0));
        return request.input.command === "touch promised.txt" && !signal.aborted ? request.allow() : undefined;
      }),
    ),
  });
  const files = ["allowed", "denied", "undecided", "harmless", "rewritten", "promised"];
  const there = await Promise.all(files.map((file) => box.read(`${file}.txt`)));
  assertEquals(there, ["", undefined, undefined, undefined, "", ""]);
  const { text, isError } = run.told("touch denied.txt");
  assertEquals([text, isError], ["Not on a Sunday", true]);
  assertEquals(
    run.told("touch undecided.txt").text,
    'No policy allowed the tool Bash, so it was not run: "Bash(touch allowed.txt)" covers "touch allowed.txt" alone, ' +
      'not "touch undecided.txt"; "Bash(touch undecided.txt)" would cover it',
  );
  assertEquals(run.told("touch allowed.txt").isError, false);
  const [turn] = run.turns;
  assertEquals([run.turns.length, turn?.outcome, turn?.text], [1, "success", "All done."]);
  assertEquals(turn?.denials.map(({ tool_input }) => (tool_input as { command: string }).command), [
    "touch denied.txt",
    "touch undecided.txt",
  ]);
});

policyTest("without any policy, what the CLI asks about is denied, and the rest runs", async (scene) => {
  scene.server.on("Look, then write", [bash("cat notes.txt"), bash("touch made.txt"), "I may not."]);
  const run = await scene.run("Look, then write");
  assertEquals(await scene.box.read("made.txt"), undefined);
  assertStringIncludes(run.told("cat notes.txt").text, "nothing to do");
  assertEquals(run.told("touch made.txt").text, "No policy allowed the tool Bash, so it was not run");
  assertEquals([run.asked.length, run.turns[0]?.outcome], [1, "success"]);
}, { files: { "notes.txt": "nothing to do" } });

policyTest("deny(message, { interrupt }) ends the turn as denied, and the next prompt is taken", async (scene) => {
  scene.server.on("Touch it", [bash("touch made.txt"), "Never said."]).on("Go on", ["Here."]);
  const run = await scene.run(["Touch it", "Go on"], {
    policy: onPermission((request) => request.deny("Stop it", { interrupt: true })),
  });
  assertEquals(run.turns.map(({ outcome, failed, text }) => [outcome, failed, text]), [
    ["denied", true, ""],
    ["success", false, "Here."],
  ]);
  assertEquals(await scene.box.read("made.txt"), undefined);
});

policyTest(
  "a policy that throws, or gives an empty input, denies and is told of, and the session lives",
  async (scene) => {
    const names = ["thrown", "emptied", "hung"];
    scene.server.on("Touch them", [...names.map((name) => bash(`touch ${name}.txt`)), "All right."]);
    const run = await scene.run("Touch them", {
      fails: true,
      limits: { permissionMs: 400 },
      policy: pipe(
        onPermission(({ input, allow }) => {
          if (input.command === "touch thrown.txt") throw new Error("boom");
          return input.command === "touch emptied.txt" ? allow({}) : NEVER; // The CLI would run the original for {}.
        }),
        allowTools("*"),
      ),
    });
    const there = await Promise.all(names.map((name) => scene.box.read(`${name}.txt`)));
    assertEquals(there, [undefined, undefined, undefined]);
    assertEquals(run.told("touch thrown.txt").text, "The policy for the tool Bash failed, so it was not run");
    assertEquals(run.told("touch emptied.txt").text, "The policy for the tool Bash failed, so it was not run");
    assertEquals(run.told("touch hung.txt").text, "Nobody decided about the tool Bash in time, so it was not run");
    assertEquals(run.turns[0]?.text, "All right.");
    const told = run.diagnostics.filter(({ kind }) => kind === "responder_failed").map(({ message }) => message);
    assertEquals(told.length, 3);
    for (const [index, part] of ["boom", "{}", "limits.permissionMs"].entries()) {
      assertStringIncludes(told[index]!, part);
    }
  },
);
