import { counted, cut } from "../show/fit.ts";
import { type InputPart, partsOf } from "../show/tool_input.ts";
import { visibleLine } from "../show/visible.ts";
import { askerOf, clip, columnsFor, CUT_GUTTER, name, ownLine, partLines, typedLine } from "./layout.ts";
import type { AskState, Question } from "./reducer.ts";

const FACT_CHARACTERS = 300;

/** The question as text: who asks for what and why, and, as its last line, what can be answered. */
export function renderQuestion(state: AskState, width: number): string {
  const columns = columnsFor(width);
  const lines = [
    ...ownLine(`? ${titleOf(state.question)}`, columns),
    ...body(state, columns),
    ...facts(state).flatMap((fact) => ownLine(`  ${fact}`, columns)),
  ];
  return [...lines, renderPrompt(state, columns)].join("\n");
}

/** The rules that may be said always to, and as the last line how. */
export function renderRules(state: AskState, width: number): string {
  const columns = columnsFor(width);
  const rules = state.question.rules ?? [];
  const lines = rules.flatMap((rule, index) =>
    partLines({ label: String(index + 1), text: visibleLine(rule) }, { full: true, columns })
  );
  return ["  always, for as long as it runs:", ...lines, renderPrompt(state, columns)].join("\n");
}

/** The question's last line alone; it changes with every key. */
export function renderPrompt(state: AskState, width: number): string {
  const columns = columnsFor(width) - 1;
  if (state.step === "message") return typedLine("  no, because: ", state.message, width);
  const choices = state.step === "rule" ? rulesToChoose(state.question) : choicesOf(state, columns + 1);
  const long = `  ${choices.map(([key, what]) => `${key} ${what}`).join(" · ")} › `;
  if (long.length <= columns) return long;
  const keys = choices.map(([key]) => key);
  return `  ${keys.slice(0, -1).join(", ")} or ${keys.at(-1)} › `;
}

/** What the question's last line becomes when all is said. */
export function renderAnswer(state: AskState): string {
  const { answer } = state;
  switch (answer?.kind) {
    case "yes":
      return "  → yes";
    case "yes_and_edits":
      return "  → yes, and edits without asking";
    case "always":
      return `  → yes, always: ${cut(visibleLine(answer.rule), 200)}`;
    case "no":
      return answer.message === "" ? "  → no" : `  → no: ${cut(visibleLine(answer.message), 200)}`;
    case "stop":
      return "  → no, and stop the turn";
    case "interrupt":
      return "  → stop";
    default:
      return "";
  }
}

function titleOf(question: Question): string {
  const asker = askerOf(question);
  return question.plan === undefined
    ? `${asker} wants to use ${name(question.toolName)}`
    : `${asker} has a plan and wants to carry it out`;
}

type Choice = readonly [key: string, what: string];

function choicesOf(state: AskState, columns: number): Choice[] {
  const { plan, rules = [], defaultToNo = false } = state.question;
  const letter = (key: string) => defaultToNo ? key.toUpperCase() : key;
  return [
    [letter("y"), "yes"],
    ...plan === undefined ? [] : [[letter("e"), "yes, and edit without asking"] as const],
    ...rules.length === 0 ? [] : [["a", "always …"] as const],
    ["n", "no"],
    ["m", "no, with a message"],
    ["s", "no, and stop the turn"],
    ...isCut(state, columns) ? [["v", "view all"] as const] : [],
  ];
}

function rulesToChoose({ rules = [] }: Question): Choice[] {
  const numbers = rules.map((_, index): Choice => [String(index + 1), "always"]);
  return [...numbers, ["Esc", "back"]];
}

function facts({ question, full }: AskState): string[] {
  const facts: string[] = [];
  const most = full ? Infinity : FACT_CHARACTERS;
  if (question.reason !== undefined) facts.push(`reason: ${visibleLine(clip(question.reason, most))}`);
  if (question.mode !== undefined) facts.push(`mode: ${name(question.mode)}`);
  if (question.cwd !== undefined) facts.push(`directory: ${visibleLine(clip(question.cwd, most))}`);
  if (question.waiting > 0) facts.push(`${counted(question.waiting, "more request")} waiting`);
  return facts;
}

function body({ question, full }: AskState, columns: number): string[] {
  const { plan, toolName, input } = question;
  const show = (part: InputPart) => partLines(part, { full, columns });
  if (plan === undefined) return partsOf(toolName, input).flatMap(show);
  // What else stands in the call is approved as well, such as the prompts that 2.1.197 takes for allowed.
  const { plan: _, planFilePath: __, ...rest } = input;
  const text = plan.text === undefined ? ["  the call does not say what the plan is"] : show({ text: plan.text });
  return [...text, ...partsOf(toolName, rest).flatMap(show)];
}

function isCut(state: AskState, columns: number): boolean {
  return body(state, columns).some((line) => line.startsWith(CUT_GUTTER));
}
