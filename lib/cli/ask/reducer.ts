import { graphemes } from "../show/fit.ts";
import type { Key } from "./keys.ts";

/** What a person is asked about. Its texts are raw: the agent controls them. */
export interface Question {
  /** What stands before the question; empty for nothing. */
  readonly label: string;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly reason: string | undefined;
  readonly subagentId: string | undefined;
  readonly mode: string | undefined;
  readonly cwd: string | undefined;
  /** How many more requests wait for the same person. */
  readonly waiting: number;
  /** Whether a yes takes a capital letter, because a stray key must not be one. @default false */
  readonly defaultToNo?: boolean;
  /** Rules that may be said always to, the narrowest first. @default none */
  readonly rules?: readonly string[];
  /** The plan, where the question is whether to carry one out. @default no such question */
  readonly plan?: { readonly text: string | undefined };
}

/** What a person answered. */
export type PersonsAnswer =
  | { readonly kind: "yes" | "yes_and_edits" | "stop" | "interrupt" }
  | { readonly kind: "no"; readonly message: string }
  | { readonly kind: "always"; readonly rule: string };

/** How far the person is with a question. */
export interface AskState {
  readonly question: Question;
  /** Whether a key chooses an answer, chooses a rule, or goes into the message to the agent. */
  readonly step: "choice" | "rule" | "message";
  /** The message so far. */
  readonly message: string;
  /** Whether nothing is cut from the question. */
  readonly full: boolean;
  /** The answer, once it is there. */
  readonly answer: PersonsAnswer | undefined;
}

const LONGEST_MESSAGE = 2000;

/** A question as it is first shown. */
export function askState(question: Question): AskState {
  return { question, step: "choice", message: "", full: false, answer: undefined };
}

/** What one key does. Enter by itself, and every key that is no choice, does nothing. */
export function askReducer(state: AskState, key: Key): AskState {
  if (state.answer !== undefined) return state;
  if (key.kind === "interrupt") return { ...state, answer: { kind: "interrupt" } };
  if (key.kind === "end") return { ...state, answer: { kind: "no", message: "" } };
  switch (state.step) {
    case "choice":
      return choose(state, key);
    case "rule":
      return chooseRule(state, key);
    case "message":
      return edit(state, key);
  }
}

/**
 * What the keys of one read do.
 *
 * A choice is one key alone: keys that come together are a paste, or were typed ahead, and choose
 * nothing (Ctrl+C counts wherever it stands). What follows an answer in the same read is dropped.
 */
export function askKeys(state: AskState, keys: readonly Key[]): AskState {
  return single(keys, state.step !== "message").reduce(askReducer, state);
}

/** The keys of one read that count: where one key alone is a choice, several choose nothing. */
export function single(keys: readonly Key[], chooses: boolean): readonly Key[] {
  return chooses && keys.length > 1 ? keys.filter((key) => key.kind === "interrupt") : keys;
}

/** What a key does to a text that is being written. */
export function typed(text: string, key: Key): string {
  switch (key.kind) {
    case "text":
      return (text + key.text).slice(0, LONGEST_MESSAGE).toWellFormed();
    case "backspace":
      return graphemes(text).slice(0, -1).join("");
    case "erase_line":
      return "";
    default:
      return text;
  }
}

function choose(state: AskState, key: Key): AskState {
  const { rules = [], plan, defaultToNo = false } = state.question;
  if (defaultToNo && key.kind === "text" && /^[ye]$/.test(key.text)) return state;
  switch (key.kind === "text" ? key.text.toLowerCase() : "") {
    case "y":
      return { ...state, answer: { kind: "yes" } };
    case "e":
      return plan === undefined ? state : { ...state, answer: { kind: "yes_and_edits" } };
    case "n":
      return { ...state, answer: { kind: "no", message: "" } };
    case "s":
      return { ...state, answer: { kind: "stop" } };
    case "a":
      return rules.length === 0 ? state : { ...state, step: "rule" };
    case "m":
      return { ...state, step: "message" };
    case "v":
      return { ...state, full: true };
    default:
      return state;
  }
}

function chooseRule(state: AskState, key: Key): AskState {
  if (key.kind === "escape") return { ...state, step: "choice" };
  const rule = key.kind === "text" && /^[1-9]$/.test(key.text)
    ? state.question.rules?.[Number(key.text) - 1]
    : undefined;
  return rule === undefined ? state : { ...state, answer: { kind: "always", rule } };
}

function edit(state: AskState, key: Key): AskState {
  if (key.kind === "escape") return { ...state, step: "choice", message: "" };
  if (key.kind === "enter") return { ...state, answer: { kind: "no", message: state.message.trim() } };
  const message = typed(state.message, key);
  return message === state.message ? state : { ...state, message };
}
