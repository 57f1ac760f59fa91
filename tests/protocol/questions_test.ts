import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/protocol/errors.ts";
import { readPlan } from "../../lib/protocol/plan.ts";
import { answeredInput, readQuestions } from "../../lib/protocol/questions.ts";

const ONE = { question: "One?", header: "1", options: [{ label: "A", description: "a" }], multiSelect: false };
const MANY = { ...ONE, question: "Many?", multiSelect: true };

Deno.test("readQuestions() reads what is there and leaves out what cannot be read", () => {
  assertEquals(readQuestions({ questions: [ONE, null, { question: 1 }, { question: "Bare?" }, "x"] }), [
    ONE,
    { question: "Bare?", header: "", options: [], multiSelect: false },
  ]);
  const preview = { question: "P?", options: [{ label: "A", preview: "┌─┐" }, 1], multiSelect: "yes" };
  assertEquals(readQuestions({ questions: [preview] }), [
    { question: "P?", header: "", options: [{ label: "A", description: "", preview: "┌─┐" }], multiSelect: false },
  ]);
  for (const questions of [undefined, null, "One?", { 0: ONE }]) assertEquals(readQuestions({ questions }), []);
});

Deno.test("answeredInput() keeps the input and puts labels, own texts, several labels and remarks in", () => {
  const input = {
    questions: [ONE, MANY],
    metadata: { source: "x" },
    annotations: { "One?": { notes: "the agent's own" } },
  };
  assertEquals(answeredInput(input, { "One?": "Something else", "Many?": ["A", "B"] }), {
    questions: [ONE, MANY],
    metadata: { source: "x" },
    answers: { "One?": "Something else", "Many?": "A, B" },
  });
  assertEquals(answeredInput(input, { "One?": { answer: "A", notes: "Soon" }, "Many?": { answer: ["A"] } }), {
    questions: [ONE, MANY],
    metadata: { source: "x" },
    answers: { "One?": "A", "Many?": "A" },
    annotations: { "One?": { notes: "Soon" } },
  });
});

Deno.test("answeredInput() answers a question of a name that every object has", () => {
  const asked = JSON.parse('{"questions":[{"question":"__proto__"},{"question":"toString"}]}');
  const answers = JSON.parse('{"__proto__":"A","toString":"B"}');
  assertEquals(JSON.stringify(answeredInput(asked, answers).answers), '{"__proto__":"A","toString":"B"}');
  assertThrows(
    () => answeredInput({ questions: [ONE] }, { toString: "A" } as never),
    UsageError,
    '"toString" is none of',
  );
});

for (
  const [what, answers, message] of [
    ["nothing", {}, "at least one question"],
    ["what was not asked", { "Two?": "A" }, '"Two?" is none of "One?", "Many?"'],
    ["an empty text", { "One?": " " }, "with a label, a text of your own"],
    ["no labels", { "Many?": [] }, "with a label, a text of your own"],
    ["a number", { "One?": 1 }, "with a label, a text of your own"],
    ["null", { "One?": null }, "with a label, a text of your own"],
    ["an object without an answer", { "One?": { notes: "x" } }, "with a label, a text of your own"],
    ["several labels for one", { "One?": ["A", "B"] }, "does not take several"],
    ["notes that are none", { "One?": { answer: "A", notes: 1 } }, "as a text, not as a value of type number"],
    ["a list", ["A"], "an object by question text"],
    ["a text", "A", "an object by question text"],
  ] as const
) {
  Deno.test(`answeredInput() refuses ${what}`, () => {
    const error = assertThrows(() => answeredInput({ questions: [ONE, MANY] }, answers as never), UsageError);
    assertStringIncludes(error.message, message);
  });
}

Deno.test("answeredInput() says where no question could be read", () => {
  assertThrows(() => answeredInput({}, { "One?": "A" }), UsageError, "none can be read");
});

Deno.test("readPlan() takes texts alone", () => {
  assertEquals(readPlan({ plan: "p", planFilePath: "/f" }), { plan: "p", planFile: "/f" });
  for (const odd of ["", 1, null, { a: 1 }]) {
    assertEquals(readPlan({ plan: odd, planFilePath: odd }), { plan: undefined, planFile: undefined });
  }
});
