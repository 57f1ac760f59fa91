import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { EXAMPLES, play, type PlayOptions } from "./_play.ts";

/** What an example prints when the stand-in plays its part, and how it is called. */
interface Expected extends PlayOptions {
  /** The lines of standard output. */
  lines: string[];
  /** Whether the lines come in any order. @default false */
  anyOrder?: boolean;
  /** Whether the agent may read the project's settings, so that a gate warns of the hooks in them. @default false */
  warns?: boolean;
}

const EXPECTED: Record<string, Expected> = {
  "approve.ts": {
    lines: [
      "I read the README first, then I run the tests.",
      'I may not use WebFetch here (The rule "WebFetch" denies this call: it uses the tool "WebFetch"), so I go on without it.',
      "A small library that says hello, with twelve tests. Clean-up: `greet` and `greetAll` share a loop; " +
      "one function with a rest parameter would do.",
    ],
  },
  "batch.ts": {
    args: ["src/greet.ts", "src/main.ts"],
    lines: [
      "success src/greet.ts: clear and short. One name could say more.",
      "success src/main.ts: clear and short. One name could say more.",
    ],
    anyOrder: true,
    warns: true,
  },
  "conversation.ts": {
    lines: [
      "#0 I have read CONTRIBUTING.md and am ready: tests first, small changes.",
      "#1 The test is written, and fails as it should.",
      "#2 A default value was missing. The tests pass now.",
      "#3 The two functions are one now, and everything is still green.",
    ],
  },
  "custom.ts": {
    lines: [
      "I MAY NOT USE READ HERE (NO SECRETS), SO I GO ON WITHOUT IT.",
      "ONE TASK RUNS THE TESTS, AND LINES MAY BE 100 CHARACTERS LONG.",
    ],
    warns: true,
  },
  "imperative.ts": {
    lines: [
      "Hello. What shall we work on?",
      "A small library that says hello, with twelve tests. Clean-up: `greet` and `greetAll` share a loop; " +
      "one function with a rest parameter would do.",
    ],
  },
  "keep_going.ts": {
    // The tests fail once; then they are green.
    programs: {
      make: 'test -f tried || { touch tried; echo "1 failed" >&2; exit 2; }',
    },
    lines: [
      "I have changed src/greet.ts and run the tests once more (round 1). 0.0146",
    ],
  },
  "policy.ts": {
    lines: [
      "I read the README, and see what a style guide says.",
      'I may not use WebFetch here (The rule "WebFetch" denies this call: it uses the tool "WebFetch"), so I go on without it.',
      'I may not use Edit here (Edits are allowed within "src" or "tests" alone, and Edit names "README.md"), ' +
      "so I go on without it.",
      "The README has two paragraphs now.",
    ],
    warns: true,
  },
  "tools.ts": {
    // The tools are the script's own, so the stand-in is told to use them.
    scenario: `
      await cli.prompt();
      const told = [];
      const use = async (name, input) => {
        const { behavior, result } = await cli.tool("mcp__shop__" + name, input);
        told.push(name + ": " + (result ?? behavior));
      };
      await use("count", { fruit: "pears" });
      await use("count", { fruit: "plums" });
      await use("order", { fruit: "pears", count: 50 });
      await use("order", { fruit: "pears", count: 5 });
      await use("close", {});
      await cli.text(told.join(", "));
      await cli.end();
    `,
    lines: [
      'count: {"fruit":"pears","count":0}, count: There is no shelf for plums, ' +
      'order: The arguments of "order" do not fit: count: Too big: expected number to be <=10, ' +
      "order: 5 pears ordered, close: deny",
      "{ apples: 3, pears: 5 }",
    ],
  },
  "tour.ts": {
    lines: (await Deno.readTextFile(new URL("tour.golden.txt", import.meta.url)))
      .trimEnd().split("\n"),
  },
};

Deno.test("examples/: each script is played by a test", () => {
  const names = [...Deno.readDirSync(EXAMPLES)].map(({ name }) => name);
  // Together with its test, played in rehearsal_test.ts.
  const elsewhere = ["tidy.ts", "tidy_test.ts"];
  assertEquals(names.sort(), [...Object.keys(EXPECTED), ...elsewhere].sort());
});

Deno.test("examples/: the types of each script are right", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", decodeURIComponent(EXAMPLES.pathname)],
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
  }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
});

for (const [name, expected] of Object.entries(EXPECTED)) {
  Deno.test(`examples/${name} does its work against the stand-in, with no more than its own permissions`, async () => {
    const { code, stdout, stderr } = await play(name, expected);
    const order = (lines: string[]) => expected.anyOrder === true ? lines.toSorted() : lines;
    assertEquals(order(stdout.trimEnd().split("\n")), order(expected.lines));
    if (expected.warns === true) {
      assertMatch(
        stderr,
        /^turnstream: The settings of the project's directory .*\n$/,
      );
    } else assertEquals(stderr, "");
    assertEquals(code, 0);
  });
}

Deno.test("examples/keep_going.ts is not sent back to work while the tests are green", async () => {
  const { code, stdout } = await play("keep_going.ts", {
    programs: { make: "exit 0" },
  });
  assertEquals([code, stdout], [
    0,
    "A default value was missing. The tests pass now. 0.0105\n",
  ]);
});

Deno.test("examples/keep_going.ts gives up where the CLI's cap says so", async () => {
  const { code, stdout } = await play("keep_going.ts", {
    programs: { make: "exit 2" },
  });
  assertEquals(code, 0);
  // Eight times it was sent back, and each time cost as much.
  assertMatch(stdout, / 0\.0433\n$/);
});

Deno.test("examples/approve.ts names the flag that it lacks, when it is run without its permissions", async () => {
  const { code, stdout, stderr } = await play("approve.ts", {
    permissions: [],
  });
  assertEquals([code, stdout], [1, ""]);
  assertStringIncludes(stderr, "StartError");
  assertStringIncludes(stderr, "--allow-run=claude");
});
