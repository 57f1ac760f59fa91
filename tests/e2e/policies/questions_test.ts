import { assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, type Message, onPlan, onQuestion, readOnly } from "../../../mod.ts";
import { type Reply, tool } from "../../support/mod.ts";
import { policyTest, type Scene } from "./_scene.ts";

policyTest("onQuestion() answers, and the model reads labels, texts and remarks", async (scene) => {
  scene.server.on("Ask me", [
    ask("Which colour?", false),
    ask("Which shapes?", true),
    ask("Which size?", false),
    "Ok.",
  ]);
  const seen: unknown[] = [];
  const run = await scene.run("Ask me", {
    policy: pipe(
      allowTools("*"), // It must not answer, though it stands first.
      onQuestion(({ questions, answer, decline }) => {
        const [question] = questions;
        seen.push(question);
        switch (question?.question) {
          case "Which colour?":
            return answer({ "Which colour?": { answer: "Mauve, if there is any", notes: "Not too dark" } });
          case "Which shapes?":
            return answer({ "Which shapes?": ["First", "Second"] });
          default:
            return decline("Decide that yourself");
        }
      }),
    ),
  });
  assertEquals(seen[1], {
    question: "Which shapes?",
    header: "Choice",
    options: [{ label: "First", description: "One" }, { label: "Second", description: "Two" }],
    multiSelect: true,
  });
  assertStringIncludes(run.told("Which colour?").text, "Mauve, if there is any");
  assertStringIncludes(run.told("Which colour?").text, "Not too dark");
  assertStringIncludes(run.told("Which shapes?").text, "First, Second");
  const declined = run.told("Which size?");
  assertEquals([declined.text, declined.isError], ["Decide that yourself", true]);
  assertEquals([run.turns[0]?.outcome, run.turns[0]?.text], ["success", "Ok."]);
});

policyTest("onQuestion() that answers what was not asked denies the call and is told of", async (scene) => {
  scene.server.on("Ask me", [ask("Which colour?", false), "Ok."]);
  const run = await scene.run("Ask me", {
    fails: true,
    policy: onQuestion(({ answer }) => answer({ "Which color?": "First" })),
  });
  assertEquals(run.told("Which colour?").isError, true);
  const told = run.diagnostics.filter(({ kind }) => kind === "responder_failed").map(({ message }) => message);
  assertEquals(told.length, 1);
  assertStringIncludes(told[0]!, '"Which color?" is none of "Which colour?"');
  assertEquals(run.turns[0]?.outcome, "success");
});

policyTest("onQuestion() is reached through a gate that names the tool, under bypassPermissions too", async (scene) => {
  scene.server.on("Ask me", [ask("Which colour?", false), "Ok."]);
  for (const also of [[], ["AskUserQuestion"]]) {
    const run = await scene.run("Ask me", {
      permissionMode: "bypassPermissions",
      policy: pipe(readOnly({ also }), onQuestion(({ answer }) => answer({ "Which colour?": "Second" }))),
    });
    assertEquals(run.told("Which colour?").isError, also.length === 0);
    if (also.length > 0) assertStringIncludes(run.told("Which colour?").text, "Second");
  }
}, { env: { IS_SANDBOX: "1" } });

policyTest("onPlan() reads the plan's file, rejects, approves, and the mode changes", async (scene) => {
  planFirst(scene, [
    tool("ExitPlanMode", {}),
    tool("ExitPlanMode", {}),
    // About this one the CLI asks in default mode and not in acceptEdits.
    tool("Write", { file_path: scene.box.file("planned.txt"), content: "text" }),
    "Done.",
  ]);
  const plans: (string | undefined)[] = [];
  const files: boolean[] = [];
  const run = await scene.run("Make a plan", {
    permissionMode: "plan",
    policy: onPlan(({ plan, planFile, approve, reject }) => {
      plans.push(plan);
      files.push(planFile?.startsWith(`${scene.box.home}/.claude/plans/`) === true);
      return plans.length === 1 ? reject("Say how it is tested") : approve({ mode: "acceptEdits" });
    }),
  });
  assertEquals(plans, ["# From the file", "# From the file"]);
  assertEquals(files, [true, true]);
  assertEquals(run.asked.map(({ toolName }) => toolName), ["ExitPlanMode", "ExitPlanMode"]);
  assertEquals(await scene.box.read("planned.txt"), "text");
  assertStringIncludes(JSON.stringify(run.requests.at(-1)?.body), "Say how it is tested");
  assertEquals(modes(run.turns[0]?.messages ?? []).at(-1), "acceptEdits");
});

policyTest("onPlan() without a plan file has what the model wrote, and approves for the mode before", async (scene) => {
  scene.server.on("Make a plan", [
    tool("ExitPlanMode", { plan: "# In the call" }),
    tool("Write", { file_path: scene.box.file("planned.txt"), content: "text" }),
    "Done.",
  ]);
  const plans: unknown[] = [];
  const run = await scene.run("Make a plan", {
    permissionMode: "plan",
    policy: pipe(
      allowTools("*"),
      onPlan(({ plan, planFile, approve }) => {
        plans.push([plan, planFile]);
        return approve();
      }),
    ),
  });
  assertEquals(plans, [["# In the call", undefined]]);
  assertEquals(await scene.box.read("planned.txt"), "text");
  assertEquals(modes(run.turns[0]?.messages ?? []).at(-1), "default");
});

function ask(question: string, multiSelect: boolean): Reply {
  const options = [{ label: "First", description: "One" }, { label: "Second", description: "Two" }];
  return tool("AskUserQuestion", { questions: [{ question, header: "Choice", options, multiSelect }] });
}

/** The model writes its plan to the file that the CLI names in the conversation, and goes on. */
function planFirst({ server }: Scene, steps: (string | Reply)[]): void {
  server.on("Make a plan", [
    ({ body }) => {
      const path = /\/[^"\s\\`]*\/\.claude\/plans\/[^"\s\\`]*\.md/.exec(JSON.stringify(body))?.[0];
      if (path === undefined) throw new Error("The CLI names no file for the plan");
      return tool("Write", { file_path: path, content: "# From the file" });
    },
    ...steps,
  ]);
}

/** The modes that the CLI told of, in order. */
function modes(messages: readonly Message[]): unknown[] {
  return messages.flatMap((message) => "permissionMode" in message ? message.permissionMode ?? [] : []);
}
