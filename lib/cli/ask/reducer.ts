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
}

/** What a person answered. */
export type PersonsAnswer =
  | { readonly kind: "yes" | "stop" | "interrupt" }
  | { readonly kind: "no"; readonly message: string };

/** How far the person is with a question. */
export interface AskState {
  readonly question: Question;
  /** Whether a key chooses, or goes into the message to the agent. */
  readonly step: "choice" | "message";
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
  return state.step === "choice" ? choose(state, key) : edit(state, key);
}

/**
 * What the keys of one read do.
 *
 * A choice is one key alone: keys that come together are a paste, or were typed ahead, and choose
 * nothing (Ctrl+C counts wherever it stands). What follows an answer in the same read is dropped.
 */
export function askKeys(state: AskState, keys: readonly Key[]): AskState {
  const chosen = state.step === "choice" && keys.length > 1 ? keys.filter((key) => key.kind === "interrupt") : keys;
  return chosen.reduce(askReducer, state);
}

function choose(state: AskState, key: Key): AskState {
  switch (key.kind === "text" ? key.text.toLowerCase() : "") {
    case "y":
      return { ...state, answer: { kind: "yes" } };
    case "n":
      return { ...state, answer: { kind: "no", message: "" } };
    case "s":
      return { ...state, answer: { kind: "stop" } };
    case "m":
      return { ...state, step: "message" };
    case "v":
      return { ...state, full: true };
    default:
      return state;
  }
}

function edit(state: AskState, key: Key): AskState {
  switch (key.kind) {
    case "text":
      return { ...state, message: (state.message + key.text).slice(0, LONGEST_MESSAGE).toWellFormed() };
    case "backspace":
      return { ...state, message: graphemes(state.message).slice(0, -1).join("") };
    case "erase_line":
      return { ...state, message: "" };
    case "escape":
      return { ...state, step: "choice", message: "" };
    case "enter":
      return { ...state, answer: { kind: "no", message: state.message.trim() } };
    default:
      return state;
  }
}
