import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { NEVER, of, pipe } from "rxjs";
import { allowTools } from "../../lib/operators/allow_tools.ts";
import { onlyTools } from "../../lib/operators/only_tools.ts";
import { onPermission } from "../../lib/operators/on_permission.ts";
import { type AskedQuestions, onQuestion } from "../../lib/operators/on_question.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { type Call, passesOn, playCalls } from "./_policy.ts";

const QUESTION = {
  question: "Which colour?",
  header: "Colour",
  options: [{ label: "Red", description: "r" }, { label: "Blue", description: "b" }],
  multiSelect: false,
};
const ASK: Call = ["AskUserQuestion", { questions: [QUESTION] }];

Deno.test("onQuestion() passes every event on", () => passesOn(() => onQuestion(() => undefined)));

Deno.test("onQuestion() gives the questions, and the input gets their answers", async () => {
  const seen: AskedQuestions[] = [];
  const policy = onQuestion((asked) => {
    seen.push(asked);
    return of(asked.answer({ "Which colour?": "Blue" }));
  });
  const { outcomes } = await playCalls(pipe(allowTools("*"), policy), [ASK]);
  assertEquals(seen[0]?.questions, [QUESTION]);
  assertEquals([seen[0]?.subagentId, seen[0]?.request.toolName], [undefined, "AskUserQuestion"]);
  assertEquals(outcomes[0]?.input, { questions: [QUESTION], answers: { "Which colour?": "Blue" } });
});

Deno.test("onQuestion() is not asked about other tools, nor about questions that cannot be read", async () => {
  let asked = 0;
  const policy = onQuestion(({ answer }) => {
    asked++;
    return answer({ "Which colour?": "Red" });
  });
  const calls: Call[] = [
    ["Bash", { command: "ls" }],
    ["mcp__x__AskUserQuestion", { questions: [QUESTION] }],
    ["AskUserQuestion", {}],
    ["AskUserQuestion", { questions: "Which colour?" }],
    ["AskUserQuestion", { questions: [{ header: "Colour" }, null, 1] }],
  ];
  const { behaviors } = await playCalls(policy, calls);
  assertEquals([behaviors, asked], [["deny", "deny", "deny", "deny", "deny"], 0]);
});

Deno.test("onQuestion() leaves what it does not answer to the next, declines, and is denied without an answer", async () => {
  const next = pipe(onQuestion(() => undefined), onQuestion(({ answer }) => answer({ "Which colour?": "Red" })));
  assertEquals((await playCalls(next, [ASK])).outcomes[0]?.input.answers, { "Which colour?": "Red" });
  const declined = await playCalls(onQuestion(({ decline }) => decline("Ask your mother")), [ASK]);
  assertEquals(declined.outcomes[0]?.message, "Ask your mother");
  const nobody = await playCalls(onQuestion(() => undefined), [ASK]);
  assertStringIncludes(nobody.outcomes[0]?.message ?? "", "No policy allowed the tool AskUserQuestion");
  const other = pipe(onQuestion(() => undefined), onPermission((request) => request.deny("Later")));
  assertEquals((await playCalls(other, [ASK])).outcomes[0]?.message, "Later");
});

Deno.test("onQuestion() that throws, is late or answers wrongly is a deny that is told of", async () => {
  const wrong = await playCalls(onQuestion(({ answer }) => answer({ "Which color?": "Red" })), [ASK]);
  assertEquals(wrong.behaviors, ["deny"]);
  assertStringIncludes(wrong.failures[0]!, '"Which color?" is none of "Which colour?"');
  const thrown = onQuestion(() => {
    throw new Error("boom");
  });
  const failed = await playCalls(thrown, [ASK]);
  assertStringIncludes(failed.failures[0]!, "boom");
  const late = await playCalls(onQuestion(() => NEVER), [ASK], { limits: { permissionMs: 1 } });
  assertEquals([late.behaviors, late.failures.length], [["deny"], 1]);
});

Deno.test("onQuestion() is behind the gates", async () => {
  const policy = onQuestion(({ answer }) => answer({ "Which colour?": "Red" }));
  assertEquals((await playCalls(pipe(onlyTools("Read"), policy), [ASK])).behaviors, ["deny"]);
  assertEquals((await playCalls(pipe(onlyTools("AskUserQuestion"), policy), [ASK])).behaviors, ["allow"]);
});

Deno.test("onQuestion() without a function is refused", () => {
  assertThrows(() => onQuestion({ "Which colour?": "Red" } as never), UsageError, "give ({ answer })");
});
