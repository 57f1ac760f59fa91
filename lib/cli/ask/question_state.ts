import type { QuestionAnswers, UserQuestion } from "../../protocol/questions.ts";
import type { Key } from "./keys.ts";
import { single, typed } from "./reducer.ts";

/** What a person answered to the agent's questions. */
export type AnswersGiven =
  | { readonly kind: "answers"; readonly answers: QuestionAnswers }
  | { readonly kind: "no"; readonly message: string }
  | { readonly kind: "stop" | "interrupt" };

/** The agent's questions. */
export interface QuestionsAsked {
  /** What stands before each; empty for nothing. */
  readonly label: string;
  readonly subagentId: string | undefined;
  readonly questions: readonly UserQuestion[];
  /** How many more requests wait for the same person. */
  readonly waiting: number;
}

/** How far the person is with them. */
export interface QuestionState {
  readonly asked: QuestionsAsked;
  /** Which question is asked now. */
  readonly index: number;
  /** Whether a key chooses, or goes into an answer of one's own or the message to the agent. */
  readonly step: "choice" | "own" | "message";
  /** The options that are chosen where several may be. */
  readonly chosen: readonly number[];
  /** The text so far: an answer of one's own, or a message to the agent. */
  readonly text: string;
  /** Whether nothing is cut from the question. */
  readonly full: boolean;
  /** The questions that were answered, with their answers. */
  readonly given: readonly (readonly [string, string | readonly string[]])[];
  /** The answer, once it is there. */
  readonly answer: AnswersGiven | undefined;
}

/** The questions as they are first shown. */
export function questionState(asked: QuestionsAsked): QuestionState {
  return { asked, index: 0, step: "choice", chosen: [], text: "", full: false, given: [], answer: undefined };
}

/** What the keys of one read do. What follows the end of a question in the same read was not meant for the next one. */
export function questionKeys(before: QuestionState, keys: readonly Key[]): QuestionState {
  let state = before;
  for (const key of single(keys, before.step === "choice")) {
    if (state.answer === undefined && state.index === before.index) state = reduce(state, key);
  }
  return state;
}

/** The question that is asked now. */
export function current(state: QuestionState): UserQuestion {
  return state.asked.questions[state.index]!;
}

function reduce(state: QuestionState, key: Key): QuestionState {
  if (key.kind === "interrupt") return { ...state, answer: { kind: "interrupt" } };
  if (key.kind === "end") return { ...state, answer: { kind: "no", message: "" } };
  return state.step === "choice" ? choose(state, key) : write(state, key);
}

function choose(state: QuestionState, key: Key): QuestionState {
  const question = current(state);
  if (key.kind === "enter") {
    const labels = state.chosen.map((index) => question.options[index]!.label);
    return question.multiSelect && labels.length > 0 ? next(state, labels) : state;
  }
  const letter = key.kind === "text" ? key.text.toLowerCase() : "";
  if (/^[1-9]$/.test(letter)) return pick(state, Number(letter) - 1);
  switch (letter) {
    case "o":
      return { ...state, step: "own", text: "" };
    case "k":
      return next(state, undefined);
    case "n":
      return { ...state, answer: { kind: "no", message: "" } };
    case "m":
      return { ...state, step: "message", text: "" };
    case "s":
      return { ...state, answer: { kind: "stop" } };
    case "v":
      return { ...state, full: true };
    default:
      return state;
  }
}

function pick(state: QuestionState, index: number): QuestionState {
  const question = current(state);
  const option = question.options[index];
  if (option === undefined || option.label.trim() === "") return state;
  if (!question.multiSelect) return next(state, option.label);
  const { chosen } = state;
  const without = chosen.filter((each) => each !== index);
  return { ...state, chosen: without.length < chosen.length ? without : [...chosen, index].sort((a, b) => a - b) };
}

function write(state: QuestionState, key: Key): QuestionState {
  if (key.kind === "escape") return { ...state, step: "choice", text: "" };
  if (key.kind !== "enter") {
    const text = typed(state.text, key);
    return text === state.text ? state : { ...state, text };
  }
  const text = state.text.trim();
  if (state.step === "message") return { ...state, answer: { kind: "no", message: text } };
  return text === "" ? { ...state, step: "choice" } : next(state, text);
}

function next(state: QuestionState, answer: string | readonly string[] | undefined): QuestionState {
  const given = answer === undefined ? state.given : [...state.given, [current(state).question, answer] as const];
  const index = state.index + 1;
  if (index < state.asked.questions.length) {
    return { ...state, index, given, step: "choice", chosen: [], text: "", full: false };
  }
  const answers = given.length === 0
    ? { kind: "no", message: "" } as const
    : { kind: "answers", answers: Object.fromEntries(given) } as const;
  return { ...state, given, answer: answers };
}
