import { assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, onHook, onPermission } from "../../../mod.ts";
import { type Reply, tool } from "../../support/mod.ts";
import { bash, made, policyTest } from "./_scene.ts";

const NOBODY = (name: string) => `No policy allowed the tool ${name}, so it was not run`;
const PERSON = ": the question is for a person, so allowTools() leaves it to onPermission()";
const UNSAID =
  ": the CLI does not say whether an ask rule holds back a part of this command (run its parts one by one), " +
  "so allowTools() leaves it to onPermission()";

policyTest("AskUserQuestion is not answered by allowTools(), but by a responder written for it", async (scene) => {
  scene.server.on("Ask me", [question("Which colour?"), question("Which shape?"), "I see."]);
  const run = await scene.run("Ask me", {
    policy: pipe(
      allowTools("*"),
      onPermission(({ toolName, input, allow }) => {
        if (toolName !== "AskUserQuestion" || !JSON.stringify(input).includes("shape")) return undefined;
        return allow({ ...input, answers: { "Which shape?": "Round" } });
      }),
    ),
  });
  assertEquals(run.asked.map(({ toolName, forPerson }) => [toolName, forPerson]), [
    ["AskUserQuestion", true],
    ["AskUserQuestion", true],
  ]);
  assertEquals(run.told("Which colour?").text, NOBODY("AskUserQuestion") + PERSON);
  assertStringIncludes(run.told("Which shape?").text, "Round");
});

policyTest("in plan mode allowTools() allows reading only, and does not leave the mode", async (scene) => {
  const { box, server } = scene;
  const write = (name: string) => tool("Write", { file_path: box.file(name), content: "text" });
  await Deno.writeTextFile(`${box.home}/outside.txt`, "outside"); // About this one the CLI asks.
  server.on("Make a plan", [
    write("early.txt"),
    tool("Read", { file_path: `${box.home}/outside.txt` }),
    tool("ExitPlanMode", { plan: "First plan" }),
    write("still_early.txt"),
    tool("ExitPlanMode", { plan: "Second plan" }),
    write("planned.txt"),
    "Done.",
  ]);
  let plans = 0;
  const run = await scene.run("Make a plan", {
    permissionMode: "plan",
    policy: pipe(
      allowTools("*"),
      onPermission(({ toolName, allow }) => toolName === "ExitPlanMode" && ++plans === 2 ? allow() : undefined),
    ),
  });
  const there = await Promise.all(["early", "still_early", "planned"].map((file) => box.read(`${file}.txt`)));
  assertEquals(there, [undefined, undefined, "text"]);
  assertEquals(run.told("/early.txt").text, `${NOBODY("Write")}: in plan mode allowTools() allows reading tools only`);
  assertStringIncludes(run.told("outside.txt").text, "outside");
  const plansAsked = run.asked.filter(({ toolName }) => toolName === "ExitPlanMode");
  assertEquals(plansAsked.map(({ forPerson }) => forPerson), [true, true]);
});

policyTest("an ask rule of the settings is not answered by allowTools(), nor by a hook's allow", async (scene) => {
  const { box, server } = scene;
  server.on("Touch them", [
    bash("touch ruled.txt"),
    bash("touch hooked.txt"),
    bash("touch asked.txt"),
    bash("mkdir free"),
  ]);
  const run = await scene.run("Touch them", {
    permissionMode: "acceptEdits",
    policy: pipe(
      onHook(
        "PreToolUse",
        ({ tool_input }, request) => tool_input.command === "touch hooked.txt" ? request.allow() : undefined,
      ),
      allowTools("*"),
      onPermission(({ input, allow }) => input.command === "touch asked.txt" ? allow() : undefined),
    ),
  });
  const there = await Promise.all(["ruled.txt", "hooked.txt", "asked.txt", "free"].map((path) => made(box, path)));
  assertEquals(there, [undefined, undefined, "file", "folder"]);
  assertEquals(run.asked.map(({ forPerson }) => forPerson), [true, true, true]);
  assertEquals(run.told("touch hooked.txt").text, NOBODY("Bash") + PERSON);
}, { userSettings: { permissions: { ask: ["Bash(touch *)"] } } });

policyTest(
  "an ask rule that matched a part of a compound command is not answered by allowTools() either",
  async (scene) => {
    const { box, server } = scene;
    server.on("Make them", [
      bash("mkdir one && touch two"),
      bash("touch three; mkdir four"),
      bash("mkdir five | touch six"),
      bash("touch seven && touch eight"),
      bash("mkdir nine && mkdir ten"),
      bash("mkdir eleven && ls && mkdir twelve"),
    ]);
    const run = await scene.run("Make them", {
      policy: pipe(
        allowTools("Bash"),
        onPermission(({ input, allow }) => input.command === "mkdir five | touch six" ? allow() : undefined),
      ),
    });
    const names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    const there = await Promise.all(names.map(async (name) => await made(box, name) === undefined ? [] : [name]));
    assertEquals(there.flat(), ["five", "six", "nine", "ten", "eleven", "twelve"]);
    assertEquals(run.asked.map(({ forPerson }) => forPerson), [true, true, true, true, false, false]);
    assertEquals(run.told("mkdir one && touch two").text, NOBODY("Bash") + UNSAID);
  },
  { userSettings: { permissions: { ask: ["Bash(touch *)"] } } },
);

function question(text: string): Reply {
  const options = [{ label: "Round", description: "One" }, { label: "Red", description: "The other" }];
  return tool("AskUserQuestion", {
    questions: [{ question: text, header: "Choice", options, multiSelect: false }],
  });
}
