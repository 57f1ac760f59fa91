import { assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { askPerson } from "../../../lib/cli/mod.ts";
import { allowTools, denyTools, onPermission, remember } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { bash, policyTest } from "./_scene.ts";
import { ScriptedTerminal } from "./_terminal.ts";

policyTest("askPerson() is asked what no rule allows, no gate refuses and the CLI asks about", async (scene) => {
  const { box, server } = scene;
  server.on("Use the tools", [
    bash("touch ruled.txt"),
    bash("touch gated.txt"),
    tool("Write", { file_path: box.file("written.txt"), content: "text" }),
    bash("touch late.txt"),
    bash("cat notes.txt"),
    bash("touch yes.txt"),
    bash("touch no.txt"),
    bash("touch told.txt"),
  ]);
  const terminal = new ScriptedTerminal((question) =>
    question.includes("touch yes.txt") ? ["y"] : question.includes("touch no.txt") ? ["n"] : ["m", "Ask tomorrow", "\r"]
  );
  const run = await scene.run("Use the tools", {
    policy: pipe(
      allowTools("Bash(touch ruled.txt)"),
      onPermission(askPerson({ terminal, quietMs: 0, color: false })),
      denyTools(
        "Bash(touch gated.txt)",
        ({ toolName }) => toolName === "Write" ? "Nothing is written" : undefined,
        // Refused at the second door alone: there, too, before a person is asked.
        ({ door, input }) => door === "permission" && input.command === "touch late.txt" ? "Too late" : undefined,
      ),
    ),
  });
  assertEquals(terminal.questions.length, 3);
  for (const [index, name] of ["yes", "no", "told"].entries()) {
    assertStringIncludes(terminal.questions[index]!, `touch ${name}.txt`);
  }
  const files = ["ruled", "gated", "written", "late", "yes", "no", "told"];
  const there = await Promise.all(files.map((file) => box.read(`${file}.txt`)));
  assertEquals(there, ["", undefined, undefined, undefined, "", undefined, undefined]);
  assertEquals(run.told("touch no.txt").text, "The person at the terminal refused this call");
  assertEquals(run.told("touch told.txt").text, "Ask tomorrow");
  assertEquals(run.told("touch late.txt").text, "Too late");
  assertStringIncludes(run.told("cat notes.txt").text, "nothing to do");
}, { files: { "notes.txt": "nothing to do" } });

policyTest("askPerson() stops the turn when the person says so", async (scene) => {
  scene.server.on("Touch it", [bash("touch made.txt"), "Never said."]).on("Go on", ["Here."]);
  const terminal = new ScriptedTerminal(() => ["s"]);
  const run = await scene.run(["Touch it", "Go on"], {
    policy: onPermission(askPerson({ terminal, quietMs: 0, color: false })),
  });
  assertEquals(run.turns.map(({ outcome, text }) => [outcome, text]), [["denied", ""], ["success", "Here."]]);
  assertEquals([terminal.questions.length, await scene.box.read("made.txt")], [1, undefined]);
});

policyTest("askPerson() inside of remember() is said always once, for the run and for the session", async (scene) => {
  const commands = ["touch one.txt", "rm one.txt", "touch one.txt"];
  scene.server.on("Touch it", [...commands.map(bash), "Done."]);
  for (const to of ["run", "session"] as const) {
    const terminal = new ScriptedTerminal((question) =>
      question.startsWith("\n  always") ? ["1"] : question.includes("touch") ? ["a"] : ["y"]
    );
    const policy = onPermission(remember(askPerson({ terminal, quietMs: 0, color: false }), { to }));
    const run = await scene.run("Touch it", { policy });
    const [first, rules, second, ...more] = terminal.questions;
    assertStringIncludes(first!, "touch one.txt");
    assertStringIncludes(rules!, "1: Bash(touch one.txt)");
    assertStringIncludes(second!, "rm one.txt");
    assertEquals(more, []);
    assertEquals([run.turns[0]?.text, await scene.box.read("one.txt")], ["Done.", ""]);
  }
});

policyTest(
  "askPerson() asks the agent's questions and about its plan, and the agent reads what was said",
  async (scene) => {
    const options = [{ label: "Round", description: "One" }, { label: "Red", description: "Two" }];
    const question = (text: string, multiSelect: boolean) => ({
      question: text,
      header: "Choice",
      options,
      multiSelect,
    });
    scene.server.on("Plan it", [
      tool("AskUserQuestion", { questions: [question("Which one?", false), question("Which ones?", true)] }),
      tool("ExitPlanMode", { plan: "# Too short" }),
      tool("ExitPlanMode", { plan: "# Long enough" }),
      tool("Write", { file_path: scene.box.file("planned.txt"), content: "text" }),
      "Done.",
    ]);
    let plans = 0;
    const terminal = new ScriptedTerminal((question) => {
      if (question.includes("Which one?")) return ["2"];
      if (question.includes("Which ones?")) return ["1", "2", "\r"];
      return ++plans === 1 ? ["m", "Say more", "\r"] : ["e"];
    });
    const run = await scene.run("Plan it", {
      permissionMode: "plan",
      policy: onPermission(askPerson({ terminal, quietMs: 0, color: false })),
    });
    assertStringIncludes(run.told("Which one?").text, "Red");
    assertStringIncludes(run.told("Which one?").text, "Round, Red");
    assertStringIncludes(terminal.questions[2]!, "has a plan and wants to carry it out");
    assertStringIncludes(JSON.stringify(run.requests.at(-1)?.body), "Say more");
    // In the mode that was chosen, the CLI does not ask about the edit.
    assertEquals(terminal.questions.length, 4);
    assertEquals(await scene.box.read("planned.txt"), "text");
  },
);
