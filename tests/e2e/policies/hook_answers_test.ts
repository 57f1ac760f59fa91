import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, connect, onHook, stopAgent } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { bash, policyTest } from "./_scene.ts";

const messages = (requests: { body: { messages: unknown } }[]) =>
  requests.map(({ body }) => JSON.stringify(body.messages));

policyTest("replaceOutput() keeps a secret from the model, in the output of Bash and of Read", async (scene) => {
  const { box, server } = scene;
  server.on("Look", [bash("cat secret.txt"), tool("Read", { file_path: box.file("secret.txt") }), "Seen."]);
  const run = await scene.run("Look", {
    policy: pipe(
      allowTools("Bash(cat secret.txt)", "Read"),
      onHook("PostToolUse", (_, request) => request.replaceOutput("nothing to see"), { matcher: "Bash|Read" }),
    ),
  });
  assertStringIncludes(run.told("cat secret.txt").text, "nothing to see");
  assertStringIncludes(run.told('secret.txt"}').text, "nothing to see");
  for (const text of messages(run.requests)) assert(!text.includes("xyzzy"));
}, { files: { "secret.txt": "xyzzy\n" } });

policyTest(
  "block() of a UserPromptSubmit request keeps the prompt from the model, and addContext() adds to one",
  async (scene) => {
    scene.server.on("Second", ["Here."]);
    const run = await scene.run(["First secret", "Second"], {
      policy: onHook(
        "UserPromptSubmit",
        ({ prompt }, request) =>
          prompt.includes("secret") ? request.block("Not this") : request.addContext("It is Monday"),
      ),
    });
    assertEquals(
      run.turns.map(({ outcome }) => outcome),
      ["blocked", "success"],
    );
    assertEquals(run.requests.length, 1);
    const [asked] = messages(run.requests);
    assertStringIncludes(asked!, "It is Monday");
    assert(!asked!.includes("First secret"));
  },
);

policyTest(
  "addContext() of a Stop request sends the agent back to work, and passing the cap is a limit",
  async (scene) => {
    scene.server.on("Work", ["One.", "Two."]);
    let stops = 0;
    const run = await scene.run("Work", {
      policy: onHook("Stop", (_, request) => ++stops === 1 ? request.addContext("Look at the tests") : undefined),
    });
    assertEquals([stops, run.turns[0]?.text, run.turns[0]?.outcome], [2, "Two.", "success"]);
    assertStringIncludes(messages(run.requests)[1]!, "Look at the tests");
    scene.server.on("Work on", ["One.", "Two.", "Three.", "Four."]);
    const capped = await scene.run("Work on", {
      stopBlocks: 2,
      policy: onHook("Stop", (_, request) => request.addContext("Look again")),
    });
    assertEquals(capped.turns.map(({ outcome, text }) => [outcome, text]), [["limit", "Three."]]);
  },
);

policyTest("keepGoing() and addContext() reach a subagent: at its start, and when it wants to end", async (scene) => {
  const input = { description: "Work", prompt: "Dig", subagent_type: "general-purpose", run_in_background: false };
  scene.server.on("Dig", ["A hole.", "A deeper hole."]).on("Send", [tool("Agent", input), "It is back."]);
  let stops = 0;
  const run = await scene.run("Send", {
    policy: pipe(
      onHook("SubagentStart", (_, request) => request.addContext("Bring a spade")),
      onHook("SubagentStop", (_, request) => ++stops === 1 ? request.keepGoing("Dig deeper") : undefined),
    ),
  });
  const asked = messages(run.requests);
  assertStringIncludes(asked[1]!, "Bring a spade");
  assertStringIncludes(asked[2]!, "Dig deeper");
  assertStringIncludes(run.told("Dig").text, "A deeper hole.");
});

policyTest("block() and instruct() of a PreCompact request: no summary, and one with instructions", async (scene) => {
  scene.server.on(/^Talk/, ["Talked at some length."]);
  let times = 0;
  const run = await scene.run(["Talk", "/compact", "Talk on", "/compact"], {
    policy: onHook("PreCompact", (_, request) => ++times === 1 ? request.block("No") : request.instruct("Keep names")),
  });
  assertEquals(times, 2);
  assertStringIncludes(
    String(run.turns[1]?.result?.type === "result" && JSON.stringify(run.turns[1].result)),
    "blocked",
  );
  assertEquals(messages(run.requests).filter((text) => text.includes("Keep names")).length > 0, true);
});

policyTest("display() changes what is emitted, and not what the model remembers", async (scene) => {
  scene.server.on("Speak", ["The word is xyzzy."]).on("Again", ["No."]);
  const run = await scene.run(["Speak", "Again"], {
    policy: onHook(
      "MessageDisplay",
      ({ delta }, request) => delta.includes("xyzzy") ? request.display("The word is …") : undefined,
    ),
  });
  assertEquals(run.turns.map(({ text }) => text), ["The word is …", "No."]);
  assertStringIncludes(messages(run.requests)[1]!, "xyzzy");
});

policyTest(
  "deny() of a PreSkillShellCommand request keeps the command from running, where there is one",
  async (scene) => {
    const told: string[] = [];
    const run = await scene.run("/shell", {
      policy: onHook("PreSkillShellCommand", ({ tool_input }, request) => {
        told.push(tool_input.command);
        return request.deny("Not in a skill");
      }),
    });
    const isNew = scene.version === "2.1.332";
    assertEquals(told, isNew ? ["touch made.txt"] : []);
    assertEquals(await scene.box.read("made.txt"), isNew ? undefined : "");
    assertEquals(messages(run.requests)[0]!.includes("Not in a skill"), isNew);
  },
  { files: { ".claude/commands/shell.md": "---\nallowed-tools: Bash(touch:*)\n---\nIt says !`touch made.txt`\n" } },
);

policyTest("deny() of a PreModelSwitch request keeps the model, where there is one", async (scene) => {
  const isNew = scene.version === "2.1.332";
  const options = { ...scene.box.options, settingSources: ["user"] } as const;
  await using agent = await connect(
    options,
    (events) => events.pipe(onHook("PreModelSwitch", (_, request) => request.deny("Stay as you are"))),
  );
  const answer = await agent.request("set_model", { model: "haiku" }).then(() => "changed", String);
  if (isNew) assertStringIncludes(answer, "Stay as you are");
  else assertEquals(answer, "changed");
});

policyTest(
  "block() of UserPromptExpansion keeps a command from the model, and stopAgent() ends the turn",
  async (scene) => {
    let times = 0;
    const run = await scene.run(["/hello Ann", "/hello Bob", "/hello Eve"], {
      policy: onHook("UserPromptExpansion", ({ command_args }, request) => {
        times++;
        if (command_args === "Ann") return request.block("Not Ann");
        return command_args === "Bob" ? stopAgent("Not Bob") : request.addContext("Eve is fine");
      }),
    });
    assertEquals(times, 3);
    assertEquals(run.requests.length, 1);
    assertStringIncludes(messages(run.requests)[0]!, "Eve is fine");
    assertStringIncludes(JSON.stringify(run.turns[0]?.result), "Not Ann");
    assertStringIncludes(JSON.stringify(run.turns[1]?.result), "Not Bob");
  },
  { files: { ".claude/commands/hello.md": "Say hello to $ARGUMENTS\n" } },
);
