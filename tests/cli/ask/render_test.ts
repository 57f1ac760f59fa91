import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { type AskState, askState, type Question } from "../../../lib/cli/ask/reducer.ts";
import { renderAnswer, renderPrompt, renderQuestion } from "../../../lib/cli/ask/render.ts";

function state(question: Partial<Question>, rest: Partial<AskState> = {}): AskState {
  return {
    ...askState({
      label: "",
      toolName: "Bash",
      input: { command: "ls" },
      reason: undefined,
      subagentId: undefined,
      mode: undefined,
      cwd: undefined,
      waiting: 0,
      ...question,
    }),
    ...rest,
  };
}

Deno.test("renderQuestion() shows tool, input, reason, mode, directory and who waits", () => {
  const question = {
    input: { command: "git push", description: "Publish" },
    reason: "Requires approval",
    mode: "default",
    cwd: "/srv/demo",
    waiting: 2,
  };
  assertEquals(
    renderQuestion(state(question), 80),
    [
      "? The agent wants to use Bash",
      "  │ git push",
      "  │ description: Publish",
      "  reason: Requires approval",
      "  mode: default",
      "  directory: /srv/demo",
      "  2 more requests waiting",
      "  y yes · n no · m no, with a message · s no, and stop the turn › ",
    ].join("\n"),
  );
});

Deno.test("renderQuestion() shows an edit as a small difference and names the subagent", () => {
  const input = { file_path: "/a.ts", old_string: "a\nb", new_string: "a\nc" };
  assertEquals(renderQuestion(state({ toolName: "Edit", input, subagentId: "sub-1" }), 80).split("\n").slice(0, -1), [
    "? Subagent sub-1 wants to use Edit",
    "  │ /a.ts",
    "  │   a",
    "  │ - b",
    "  │ + c",
  ]);
});

Deno.test("renderQuestion() no line of the input can pass for one of the question", () => {
  const command = "ls\n  reason: Harmless\r\x1b[2K  y yes\n" + "x".repeat(200);
  const lines = renderQuestion(state({ input: { command, "a\nb": "c\nd" } }), 40).split("\n");
  for (const line of lines.slice(1, -1)) assert(line.startsWith("  │ "), line);
});

Deno.test("renderQuestion() lets nothing steer the terminal, wherever the agent puts it", () => {
  const evil = "a\x1b[8m\u202eb\rc\x07";
  const shown = renderQuestion(
    state({ toolName: evil, input: { [evil]: evil }, reason: evil, subagentId: evil, mode: evil, cwd: evil }),
    80,
  );
  assertFalse(/[\p{Cc}\p{Cf}]/u.test(shown.replaceAll("\n", "")));
});

Deno.test("renderQuestion() keeps the width", () => {
  const input = { command: "日本語 ".repeat(40), note: "x".repeat(100) };
  for (const line of renderQuestion(state({ input, reason: "r".repeat(200) }), 30).split("\n")) {
    assert(Array.from(line).reduce((sum, char) => sum + (char > "\u2fff" ? 2 : 1), 0) <= 30, line);
  }
});

Deno.test("renderQuestion() cuts many lines in the middle and tells how many there are", () => {
  const command = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");
  const lines = renderQuestion(state({ input: { command } }), 80).split("\n");
  assertEquals(lines.length, 25);
  assertEquals(lines[1], "  │ line 0");
  assertEquals(lines[17], "  ┆ … cut here: 789 characters, 100 lines in all …");
  assertEquals(lines[23], "  │ line 99");
  assertStringIncludes(lines[24]!, "v view all");
});

Deno.test("renderQuestion() cuts a long line in the middle, so that its end is seen", () => {
  const command = `echo ${"a".repeat(9_000_000)}; rm -rf /`;
  const shown = renderQuestion(state({ input: { command } }), 80);
  assertStringIncludes(shown, "; rm -rf /");
  assertStringIncludes(shown, "9,000,015 characters, 1 line in all");
  assert(shown.length < 4000);
});

Deno.test("renderQuestion() shows everything when asked", () => {
  const command = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");
  const shown = renderQuestion(state({ input: { command }, reason: "r".repeat(500) }, { full: true }), 80);
  for (let index = 0; index < 100; index++) assertStringIncludes(shown, `  │ line ${index}\n`);
  assertFalse(shown.includes("view all"));
});

Deno.test("renderQuestion() tells the size of a long reason", () => {
  const shown = renderQuestion(state({ reason: "r".repeat(5000) }), 200);
  assertStringIncludes(shown, "rr… (5,000 characters)");
  assert(shown.length < 800);
});

Deno.test("renderQuestion() a padded reason or name cannot begin a line of the question", () => {
  const padded = `ok${" ".repeat(28)}mode: plan`;
  const lines = renderQuestion(state({ toolName: padded, reason: padded, mode: "default" }), 30).split("\n");
  assertEquals(lines.filter((line) => !line.startsWith("  │ ")), [
    "? The agent wants to use ",
    "  reason: ok              ",
    "  mode: default",
    "  y, n, m or s › ",
  ]);
});

Deno.test("renderQuestion() breaks a reason between words, and leaves nothing of it out", () => {
  const reason = "It writes to a file that programs take their orders from, so look at it twice";
  const lines = renderQuestion(state({ reason }), 40).split("\n");
  assertEquals(lines.slice(2, -1), [
    "  reason: It writes to a file that ",
    "  │ programs take their orders from, so ",
    "  │ look at it twice",
  ]);
});

Deno.test("renderPrompt() shows the message's end, on one line", () => {
  const long = state({}, { step: "message", message: "a".repeat(100) + "\x1bend" });
  const prompt = renderPrompt(long, 40);
  assert(prompt.length <= 39);
  assert(prompt.startsWith("  no, because: …aaa"));
  assert(prompt.endsWith("␛end"));
});

Deno.test("renderPrompt() is short in a narrow terminal", () => {
  assertEquals(renderPrompt(state({}), 30), "  y, n, m or s › ");
});

Deno.test("renderAnswer() says what was answered", () => {
  assertEquals(renderAnswer(state({}, { answer: { kind: "yes" } })), "  → yes");
  assertEquals(renderAnswer(state({}, { answer: { kind: "no", message: "" } })), "  → no");
  assertEquals(renderAnswer(state({}, { answer: { kind: "no", message: "a\nb" } })), "  → no: a␊b");
  assertEquals(renderAnswer(state({}, { answer: { kind: "stop" } })), "  → no, and stop the turn");
});
