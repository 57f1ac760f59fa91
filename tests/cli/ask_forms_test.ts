import { assert, assertEquals, assertFalse, assertStringIncludes, assertThrows } from "@std/assert";
import type { Decision } from "../../lib/agent/events.ts";
import { askPerson, type AskPersonOptions } from "../../lib/cli/mod.ts";
import type { AlwaysOffer } from "../../lib/operators/remember.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { FakeTerminal, settled } from "./_fake_terminal.ts";
import { request } from "./request.ts";

const COLOUR = {
  question: "Which colour?",
  header: "Colour",
  options: [{ label: "Red", description: "Warm" }, { label: "Blue", description: "" }],
  multiSelect: false,
};
const SHAPES = {
  ...COLOUR,
  question: "Which shapes?",
  options: [{ label: "Round" }, { label: "Square" }, { label: "" }],
  multiSelect: true,
};

interface Asked {
  terminal: FakeTerminal;
  decision: Promise<Decision | undefined>;
}

async function ask(fields: Parameters<typeof request>[0], more: {
  offer?: AlwaysOffer;
  options?: AskPersonOptions;
} = {}): Promise<Asked> {
  const terminal = new FakeTerminal();
  const handler = askPerson({ terminal, quietMs: 0, color: false, ...more.options });
  const decision = handler(request(fields), new AbortController().signal, more.offer);
  await settled();
  return { terminal, decision };
}

function askQuestions(...questions: unknown[]): Promise<Asked> {
  return ask({ toolName: "AskUserQuestion", input: { questions } });
}

/** The answers with which a call was allowed. */
async function answersOf({ decision }: Asked): Promise<unknown> {
  const given = await decision;
  assert(given?.behavior === "allow", JSON.stringify(given));
  return given.updatedInput?.answers;
}

Deno.test("askPerson() shows a question with its options, and a number answers it", async () => {
  const asked = await askQuestions(COLOUR);
  assertEquals(
    asked.terminal.written,
    "? The agent asks\n  │ Which colour?\n  │ 1: Red (Warm)\n  │ 2: Blue\n" +
      "  1–2, o, k, n, m, s › ",
  );
  asked.terminal.type("3");
  asked.terminal.type("2");
  assertEquals(await answersOf(asked), { "Which colour?": "Blue" });
  assert(asked.terminal.written.endsWith("  → 1 answer\n"));
  assertEquals([asked.terminal.taken, asked.terminal.timers], [false, 0]);
});

Deno.test("askPerson() asks one question after another, takes several options, own words, and skips", async () => {
  const own = { ...COLOUR, question: "And why?" };
  const skipped = { ...COLOUR, question: "Really?" };
  const asked = await askQuestions(COLOUR, SHAPES, own, skipped);
  assertStringIncludes(asked.terminal.written, "? The agent asks (1 of 4)");
  asked.terminal.type("1");
  assertStringIncludes(asked.terminal.written, "\r\x1b[K  → Red\n? The agent asks (2 of 4)\n  │ Which shapes?");
  for (const key of ["\r", "3", "2", "1", "1", "1"]) asked.terminal.type(key); // Nothing yet; no label; on, on, off, on.
  assertStringIncludes(asked.terminal.written, "Enter take 1, 2");
  asked.terminal.type("\r");
  assertStringIncludes(asked.terminal.written, "  → Round, Square\n");
  for (const key of ["o", "\r", "o", "x", "\x1b", "o", "Just ", "so", "\r"]) asked.terminal.type(key);
  assertStringIncludes(asked.terminal.written, "  → Just so\n? The agent asks (4 of 4)");
  asked.terminal.type("k");
  assertEquals(await answersOf(asked), {
    "Which colour?": "Red",
    "Which shapes?": "Round, Square",
    "And why?": "Just so",
  });
});

for (
  const [keys, message, interrupt] of [
    [["n"], "The person at the terminal did not answer", undefined],
    [["k"], "The person at the terminal did not answer", undefined],
    [["\x04"], "The person at the terminal did not answer", undefined],
    [["m", "Ask ", "me later", "\r"], "Ask me later", undefined],
    [["s"], "The person at the terminal did not answer and stopped the turn", true],
    [["\x03"], "The person at the terminal stopped the script", true],
    [["12", "1\r", "yes", "x", "\r", "n"], "The person at the terminal did not answer", undefined],
  ] as const
) {
  Deno.test(`askPerson() ${JSON.stringify(keys)} leaves a question without an answer`, async () => {
    const { terminal, decision } = await askQuestions(COLOUR);
    for (const key of keys) terminal.type(key);
    assertEquals(await decision, { behavior: "deny", message, ...interrupt ? { interrupt } : {} });
    assertEquals([terminal.taken, terminal.timers], [false, 0]);
  });
}

Deno.test("askPerson() an impatient key answers no question that was not read", async () => {
  const terminal = new FakeTerminal();
  const handler = askPerson({ terminal, quietMs: 300, color: false });
  const input = { questions: [COLOUR, SHAPES, { ...COLOUR, question: "Last?" }] };
  const decision = handler(request({ toolName: "AskUserQuestion", input }), new AbortController().signal);
  await settled();
  terminal.pass(300);
  terminal.pass(300);
  terminal.type("1");
  terminal.type("1"); // Meant for the first: the second is hardly shown.
  terminal.pass(299);
  terminal.type("\r");
  terminal.pass(300);
  terminal.type("2");
  terminal.type("\r");
  terminal.pass(300);
  terminal.type("k");
  assertEquals(await answersOf({ terminal, decision }), { "Which colour?": "Red", "Which shapes?": "Square" });
});

Deno.test("askPerson() what the agent asks cannot steer the terminal or pass for a line of ours", async () => {
  const evil = "a\x1b[8m\u202eb\rc\x07\n  1 yes › ";
  const asked = await ask({
    toolName: "AskUserQuestion",
    subagentId: evil,
    input: { questions: [{ question: evil, options: [{ label: evil, description: evil, preview: evil }] }] },
  });
  const lines = asked.terminal.written.split("\n");
  for (const line of lines.slice(1, -1)) assert(line.startsWith("  │ "), line);
  assertFalse(/[\p{Cc}\p{Cf}]/u.test(lines.join("")));
  asked.terminal.type("1");
  assertEquals(await answersOf(asked), { [evil]: evil });
});

Deno.test("askPerson() cuts a long question in the middle, tells how long it is, and shows it all at v", async () => {
  const question = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");
  const asked = await askQuestions({ ...COLOUR, question });
  assertStringIncludes(asked.terminal.written, "… cut here: 789 characters, 100 lines in all …");
  assertFalse(asked.terminal.written.includes("line 50"));
  asked.terminal.type("v");
  assertStringIncludes(asked.terminal.written, "  │ line 50\n");
  asked.terminal.type("1");
  assertEquals(await answersOf(asked), { [question]: "Red" });
});

Deno.test("askPerson() questions that cannot be read are shown as a call", async () => {
  const { terminal, decision } = await ask({ toolName: "AskUserQuestion", input: { questions: "Which?" } });
  assertStringIncludes(terminal.written, "wants to use AskUserQuestion\n  │ questions: Which?");
  terminal.type("n");
  assertEquals((await decision)?.behavior, "deny");
});

for (
  const [key, decision] of [
    ["y", { behavior: "allow", updatedInput: { plan: "# Tidy\nup" } }],
    ["e", {
      behavior: "allow",
      updatedInput: { plan: "# Tidy\nup" },
      updatedPermissions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
    }],
    ["n", { behavior: "deny", message: "The person at the terminal refused this plan" }],
  ] as const
) {
  Deno.test(`askPerson() shows a plan as a plan, and ${key} decides about it`, async () => {
    const asked = await ask({ toolName: "ExitPlanMode", input: { plan: "# Tidy\nup" }, mode: "plan", cwd: undefined });
    const [title, ...lines] = asked.terminal.written.split("\n");
    assertEquals(title, "? The agent has a plan and wants to carry it out");
    assertEquals(lines.slice(0, 3), ["  │ # Tidy", "  │ up", "  mode: plan"]);
    asked.terminal.type(key);
    assertEquals(await asked.decision, decision as unknown as Decision);
  });
}

Deno.test("askPerson() shows what else a plan's call says", async () => {
  const input = { plan: "# Tidy", allowedPrompts: [{ tool: "Bash", prompt: "anything" }] };
  const { terminal, decision } = await ask({ toolName: "ExitPlanMode", input });
  assertStringIncludes(terminal.written, '  │ # Tidy\n  │ allowedPrompts: [{"tool":"Bash","prompt":"anything"}]\n');
  terminal.type("n");
  await decision;
});

Deno.test("askPerson() keeps an option on its line, so that none looks like two", async () => {
  const options = [{ label: "Yes\n2: No", description: "Harmless\n3: Stop" }, { label: "Delete all" }];
  const asked = await askQuestions({ question: "Go on?", options });
  assertStringIncludes(asked.terminal.written, "  │ 1: Yes␊2: No (Harmless␊3: Stop)\n  │ 2: Delete all\n");
  asked.terminal.type("n");
  await asked.decision;
});

Deno.test("askPerson() says so where a plan is not said", async () => {
  const { terminal, decision } = await ask({ toolName: "ExitPlanMode", input: {} });
  assertStringIncludes(terminal.written, "\n  the call does not say what the plan is\n");
  terminal.type("n");
  await decision;
});

Deno.test("askPerson() a shows the rules, and a number says always to one", async () => {
  const said: string[] = [];
  const offer: AlwaysOffer = {
    rules: ["Bash(make test)", "Bash(make\x1b *)"],
    always(rule) {
      said.push(rule);
      return { behavior: "allow", updatedInput: {} };
    },
  };
  const { terminal, decision } = await ask({}, { offer });
  assertStringIncludes(terminal.written, "a always … · ");
  for (const key of ["a", "3", "\x1b", "a", "12", "y"]) terminal.type(key);
  assertStringIncludes(
    terminal.written,
    "\n  always, for as long as it runs:\n  │ 1: Bash(make test)\n  │ 2: Bash(make␛ *)\n  1 always · 2 always · Esc back › ",
  );
  assertEquals(said, []);
  terminal.type("2");
  assertEquals(await decision, { behavior: "allow", updatedInput: {} });
  assertEquals(said, ["Bash(make\x1b *)"]);
  assert(terminal.written.endsWith("  → yes, always: Bash(make␛ *)\n"));
});

Deno.test("askPerson() without remember() offers no always", async () => {
  const { terminal, decision } = await ask({});
  assertFalse(terminal.written.includes("always"));
  terminal.type("a");
  terminal.type("n");
  assertEquals((await decision)?.behavior, "deny");
});

Deno.test("askPerson() an impatient a a 1 says always to nothing that was not read", async () => {
  const terminal = new FakeTerminal();
  const offer: AlwaysOffer = { rules: ["Bash(make test)"], always: () => ({ behavior: "deny", message: "said" }) };
  const decision = askPerson({ terminal })(request(), new AbortController().signal, offer);
  await settled();
  terminal.pass(300);
  terminal.pass(300);
  for (const key of ["a", "a", "1"]) terminal.type(key);
  terminal.pass(300);
  terminal.type("\x1b");
  terminal.type("y");
  assertEquals((await decision)?.behavior, "allow");
});

Deno.test("askPerson({ onTimeout }) denies, or stops the turn, when the time is up", async () => {
  for (const [onTimeout, interrupt] of [[undefined, {}], ["deny", {}], ["stop", { interrupt: true }]] as const) {
    const fields = onTimeout === undefined ? {} : { onTimeout };
    for (const about of [{}, { toolName: "AskUserQuestion", input: { questions: [COLOUR] } }]) {
      const { terminal, decision } = await ask(about, { options: { timeoutMs: 1000, ...fields } });
      terminal.pass(1000);
      const message = "Nobody at the terminal answered within 1 s";
      assertEquals(await decision, { behavior: "deny", message, ...interrupt });
    }
  }
  assertThrows(() => askPerson({ onTimeout: "allow" as never }), UsageError, 'the value "deny" or "stop", not "allow"');
});

Deno.test("askPerson() a yes takes a capital letter where a stray key must not be one", async () => {
  const { terminal, decision } = await ask({ defaultToNo: true });
  assertStringIncludes(terminal.written, "  Y yes · n no");
  terminal.type("y");
  terminal.type("Y");
  assertEquals((await decision)?.behavior, "allow");
});

for (
  const [fields, reason] of [
    [{ reason: "Said", reasonType: "rule" }, "Said"],
    [{ reason: "", reasonType: "rule" }, "a rule of the settings asks"],
    [{ reasonType: "safetyCheck" }, "programs take their orders from what it would write"],
    [
      { matchedAskRule: { source: "userSettings", tool_name: "Bash", rule_content: "git \x1b*" } },
      "the rule Bash(git ␛*) of userSettings asks",
    ],
    [{ matchedAskRule: { source: "userSettings", tool_name: "Bash" } }, "the rule Bash of userSettings asks"],
  ] as const
) {
  Deno.test(`askPerson() tells the reason: ${JSON.stringify(reason)}`, async () => {
    const { terminal, decision } = await ask(fields);
    assertStringIncludes(terminal.written, `\n  reason: ${reason}\n`);
    terminal.type("n");
    await decision;
  });
}

Deno.test("askPerson() shows every change of several edits as a difference", async () => {
  const edits = [
    { old_string: "a\nb\nc\nd", new_string: "a\nB\nc\nD" },
    { old_string: "x", new_string: "", replace_all: true },
    "none",
  ];
  const { terminal, decision } = await ask({
    toolName: "MultiEdit",
    input: { file_path: "/a", edits },
    cwd: undefined,
  });
  assertEquals(terminal.written.split("\n").slice(1, -2), [
    "  │ /a",
    "  │ edit 1: ",
    "  │   a",
    "  │ - b",
    "  │ + B",
    "  │   c",
    "  │ - d",
    "  │ + D",
    "  │ edit 2: replace_all: true",
    "  │ - x",
    "  │ + ",
    "  │ edit 3: none",
  ]);
  terminal.type("n");
  await decision;
});
