import type { QuestionOption } from "../../protocol/questions.ts";
import { counted, cut } from "../show/fit.ts";
import { visibleLine } from "../show/visible.ts";
import type { Form, News } from "./form.ts";
import type { Key } from "./keys.ts";
import { askerOf, columnsFor, CUT_GUTTER, ownLine, partLines, typedLine } from "./layout.ts";
import {
  type AnswersGiven,
  current,
  questionKeys,
  type QuestionsAsked,
  type QuestionState,
  questionState,
} from "./question_state.ts";

/** The agent's questions, one after another. */
export class QuestionForm implements Form<AnswersGiven> {
  readonly news: News | undefined;
  readonly #state: QuestionState;

  constructor(asked: QuestionsAsked | QuestionState, news?: News) {
    this.#state = "step" in asked ? asked : questionState(asked);
    this.news = news;
  }

  get answer(): AnswersGiven | undefined {
    return this.#state.answer;
  }

  take(keys: readonly Key[]): QuestionForm {
    const before = this.#state;
    const state = questionKeys(before, keys);
    return state === before ? this : new QuestionForm(state, newsOf(before, state));
  }

  render(width: number): string {
    return renderState(this.#state, width);
  }

  prompt(width: number): string {
    return promptOf(this.#state, width);
  }

  closing(answer: AnswersGiven): string {
    switch (answer.kind) {
      case "answers":
        return `  → ${counted(Object.keys(answer.answers).length, "answer")}`;
      case "no":
        return answer.message === "" ? "  → no answer" : `  → no answer: ${cut(visibleLine(answer.message), 200)}`;
      case "stop":
        return "  → no answer, and stop the turn";
      case "interrupt":
        return "  → stop";
    }
  }
}

function newsOf(before: QuestionState, state: QuestionState): News | undefined {
  if (state.answer !== undefined) return undefined;
  if (state.index !== before.index) {
    const answer = state.given[before.given.length]?.[1];
    const said = answer === undefined ? "skipped" : cut(visibleLine([answer].flat().join(", ")), 200);
    return { isNew: true, closing: `  → ${said}`, render: (width) => renderState(state, width) };
  }
  return state.full && !before.full ? { isNew: false, render: (width) => renderState(state, width) } : undefined;
}

function renderState(state: QuestionState, width: number): string {
  const columns = columnsFor(width);
  const { asked, index } = state;
  const many = asked.questions.length > 1 ? ` (${index + 1} of ${asked.questions.length})` : "";
  const waiting = asked.waiting > 0 ? [`  ${counted(asked.waiting, "more request")} waiting`] : [];
  return [
    ...ownLine(`? ${askerOf(asked)} asks${many}`, columns),
    ...body(state, columns),
    ...waiting,
    promptOf(state, columns),
  ].join("\n");
}

function body(state: QuestionState, columns: number): string[] {
  const { question, options } = current(state);
  const part = { full: state.full, columns };
  return [
    ...partLines({ text: question }, part),
    ...options.flatMap((option, index) => partLines({ label: String(index + 1), text: shownOption(option) }, part)),
  ];
}

function shownOption({ label, description, preview }: QuestionOption): string {
  // On one line, or a label could look like the next option with its number.
  const text = visibleLine(description === "" ? label : `${label} (${description})`);
  return preview === undefined ? text : `${text}\n${preview}`;
}

function promptOf(state: QuestionState, width: number): string {
  const columns = columnsFor(width);
  if (state.step === "own") return typedLine("  answer: ", state.text, width);
  if (state.step === "message") return typedLine("  no answer, because: ", state.text, width);
  const { options, multiSelect } = current(state);
  const count = Math.min(options.length, 9);
  const numbers = count === 0 ? [] : [count === 1 ? "1" : `1–${count}`];
  const chosen = multiSelect ? [`Enter take ${state.chosen.map((index) => index + 1).join(", ") || "none yet"}`] : [];
  const view = body(state, columns).some((line) => line.startsWith(CUT_GUTTER)) ? ["v view all"] : [];
  const rest = ["o own answer", "k skip", "n no answer", "m no answer, with a message", "s stop the turn", ...view];
  const long = `  ${[...numbers, ...chosen, ...rest].join(" · ")} › `;
  if (long.length < columns) return long;
  return cut(`  ${[...numbers, ...chosen, ...rest.map((each) => each[0])].join(", ")} › `, columns - 1);
}
