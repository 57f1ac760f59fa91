import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { tool } from "../../support/mod.ts";
import { example } from "./_stage.ts";

example("keep_going.ts", {
  does: "sends the agent back to work while the tests fail",
  files: { "answer.txt": "41\n" },
  async play({ server, box, run, program, told }) {
    // The tests: they fail until the answer is right. Each run is noted.
    await program("make", 'echo "$@" >> made.log; grep -q 42 answer.txt || { echo "Expected 42" >&2; exit 2; }');
    server.on("Make the tests pass", [
      tool("Read", { file_path: box.file("answer.txt") }),
      "That should do.",
      tool("Edit", { file_path: box.file("answer.txt"), old_string: "41", new_string: "42" }),
      tool("Bash", { command: "make test", description: "Run the tests" }),
      "Now they pass.",
    ]);
    const { code, stdout, stderr } = await run();
    assertEquals([code, stderr], [0, ""]);
    assertMatch(stdout, /^Now they pass\. 0\.0\d+\n$/);
    assertEquals(await box.read("answer.txt"), "42\n");
    // By the hook, by the agent, by the hook.
    assertEquals(await box.read("made.log"), "test\ntest\ntest\n");
    assertEquals(told().map(({ isError }) => isError), [false, false, false]);
    const [, , afterFirstStop] = server.requests;
    assertStringIncludes(JSON.stringify(afterFirstStop?.body.messages), "The tests still fail");
    assertEquals(server.requests.length, 5);
  },
});

example("conversation.ts", {
  does: "decides each next prompt when a turn ends, in one session",
  files: { "CONTRIBUTING.md": "Small changes.\n" },
  async play({ server, box, run, program }) {
    await program("deno", 'echo "$@" >> tested.log');
    const test = (name: string) => tool("Bash", { command: `deno test ${name}`, description: "Run the tests" });
    const write = (name: string) => tool("Write", { file_path: box.file(name), content: name });
    server
      .on("Read CONTRIBUTING.md and say when you are ready", [
        tool("Read", { file_path: box.file("CONTRIBUTING.md") }),
        "Ready.",
      ])
      .on("Write the failing test", [write("a_test.ts"), test("a_test.ts"), "It fails."])
      .on("Make it pass", [write("a.ts"), test("a_test.ts"), "It passes."])
      .on("Refactor and keep it green", [
        tool("Bash", { command: "curl http://127.0.0.1:1 > b.ts", description: "Look elsewhere" }),
        "Still green.",
      ]);
    const { code, stdout, stderr } = await run();
    assertEquals(stdout, "#0 Ready.\n#1 It fails.\n#2 It passes.\n#3 Still green.\n", stderr);
    assertEquals([code, stderr], [0, ""]);
    assertEquals([await box.read("a_test.ts"), await box.read("a.ts")], ["a_test.ts", "a.ts"]);
    assertEquals(await box.read("tested.log"), "test a_test.ts\ntest a_test.ts\n");
    assertEquals(await box.read("b.ts"), undefined);
    const seen = JSON.stringify(server.requests.at(-1)!.body.messages);
    for (const text of ["Small changes.", "It fails.", "It passes."]) assertStringIncludes(seen, text);
  },
});

example("imperative.ts", {
  does: "asks twice, the second time in plan mode",
  async play({ server, box, run, told }) {
    server.on("hello", ["Hi."]);
    server.on("Plan one improvement of this repository", [
      tool("Write", { file_path: box.file("plan.txt"), content: "A plan" }),
      "A test, first of all.",
    ]);
    const { code, stdout, stderr } = await run();
    assertEquals([code, stdout, stderr], [0, "Hi.\nA test, first of all.\n", ""]);
    assertMatch(server.requests[0]!.body.model, /sonnet/);
    assertEquals(told().map(({ isError }) => isError), [true]);
    assertEquals(await box.read("plan.txt"), undefined);
  },
});

example("tour.ts", {
  does: "shows a gate, an allowed tool, a Stop hook and two turns with their cost",
  files: { "README.md": "# Greeter\n" },
  async play({ server, box, run, program }) {
    await program("deno", "echo tested >> tested.log");
    const test = tool("Bash", { command: "deno test", description: "Run the tests" });
    server.on("Tidy up the README", [
      { text: "I read it first.", ...tool("Read", { file_path: box.file("README.md") }) },
      tool("WebFetch", { url: "https://example.com/", prompt: "What is there?" }),
      tool("Edit", { file_path: box.file("README.md"), old_string: "# Greeter", new_string: "# The greeter" }),
      "It is tidy.",
      test,
      "And the tests pass.",
    ]);
    server.on("Now sum up what you did", ["One word more.", test, "That is all."]);
    const { code, stdout, stderr } = await run();
    assertEquals([code, stderr], [0, ""]);
    const lines = stdout.trimEnd().split("\n");
    const order = [
      /^▶ \S+ · mode default$/,
      /^I read it first\.$/,
      /→ Read .*README\.md$/,
      /→ WebFetch https:\/\/example\.com\/$/,
      /✗ .*The network is off limits$/,
      /→ Edit .*README\.md$/,
      /^It is tidy\.$/,
      /^↻ sent back to work: Run the tests before you stop$/,
      /→ Bash deno test$/,
      /^And the tests pass\.$/,
      /^■ turn 1 · success · 4 tools · 1 denied · \$0\.\d+$/,
      /^One word more\.$/,
      /^↻ sent back to work: Run the tests before you stop$/,
      /^That is all\.$/,
      /^■ turn 2 · success · 1 tool · \$0\.\d+$/,
      /^■ run ended · \$0\.\d+ in all$/,
    ];
    let at = -1;
    for (const pattern of order) {
      const next = lines.findIndex((line, index) => index > at && pattern.test(line));
      assert(next > at, `No line matches ${pattern} where it should:\n${stdout}`);
      at = next;
    }
    assertEquals(at, lines.length - 1);
    assertEquals(await box.read("README.md"), "# The greeter\n");
    assertEquals(await box.read("tested.log"), "tested\ntested\n");
  },
});
