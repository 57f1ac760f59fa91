import { counted, cut, cutStart, grouped, wrap } from "../show/fit.ts";
import { type InputPart, partsOf } from "../show/tool_input.ts";
import { visible, visibleLine } from "../show/visible.ts";
import type { AskState, Question } from "./reducer.ts";

/** Stands before every line of the tool's input, so that no input can pass for a line of the question. */
const GUTTER = "  │ ";
const CUT_GUTTER = "  ┆ ";

const NARROWEST = 24;
const HEAD_CHARACTERS = 3000;
const TAIL_CHARACTERS = 1000;
const HEAD_LINES = 16;
const TAIL_LINES = 6;
const FACT_CHARACTERS = 300;
const NAME_CHARACTERS = 100;

/** The question as text: who asks for what and why, and, as its last line, what can be answered. */
export function renderQuestion(state: AskState, width: number): string {
  const columns = Math.max(NARROWEST, width);
  const { question } = state;
  const lines = [
    ...ownLine(`? ${label(question)}${asker(question)} wants to use ${name(question.toolName)}`, columns),
    ...body(state, columns),
    ...facts(state).flatMap((fact) => ownLine(`  ${fact}`, columns)),
  ];
  return [...lines, renderPrompt(state, columns)].join("\n");
}

/** The question's last line alone; it changes with every key. */
export function renderPrompt(state: AskState, width: number): string {
  const columns = Math.max(NARROWEST, width) - 1;
  if (state.step === "message") {
    const label = "  no, because: ";
    return label + cutStart(visibleLine(state.message), columns - label.length);
  }
  const cutSome = isCut(state, columns + 1);
  const long = `  y yes · n no · m no, with a message · s no, and stop the turn${cutSome ? " · v view all" : ""} › `;
  if (long.length <= columns) return long;
  return cutSome ? "  y, n, m, s or v › " : "  y, n, m or s › ";
}

/** What the question's last line becomes when all is said. */
export function renderAnswer(state: AskState): string {
  switch (state.answer?.kind) {
    case "yes":
      return "  → yes";
    case "no":
      return state.answer.message === "" ? "  → no" : `  → no: ${cut(visibleLine(state.answer.message), 200)}`;
    case "stop":
      return "  → no, and stop the turn";
    case "interrupt":
      return "  → stop";
    default:
      return "";
  }
}

function label({ label }: Question): string {
  return label === "" ? "" : `${name(label)} `;
}

function asker(question: Question): string {
  return question.subagentId === undefined ? "The agent" : `Subagent ${name(question.subagentId)}`;
}

function name(text: string): string {
  return visibleLine(clip(text, NAME_CHARACTERS));
}

/** A line of the question itself; where it must be broken, the rest goes behind the gutter. */
function ownLine(text: string, columns: number): string[] {
  const [first = "", ...rest] = wrap(text, columns - GUTTER.length);
  return [first, ...rest.map((line) => GUTTER + line)];
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

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${grouped(text.length)} characters)`;
}

function body(state: AskState, columns: number): string[] {
  return partsOf(state.question.toolName, state.question.input).flatMap((part) => partLines(part, state.full, columns));
}

function partLines(part: InputPart, full: boolean, columns: number): string[] {
  const label = part.label === undefined ? "" : `${name(part.label)}: `;
  const mark = part.mark === undefined ? "" : `${part.mark} `;
  const inner = columns - GUTTER.length - mark.length;
  const [head, tail] = full || !isLong(part.text) ? [part.text] : ends(part.text);
  const lines = [...wrap(label + visible(head), inner)];
  const left = tail === undefined ? [] : [undefined, ...wrap(visible(tail), inner)];
  const size = `${grouped(part.text.length)} characters, ${counted(part.text.split("\n").length, "line")} in all`;
  return shorten([...lines, ...left], full).map((line) =>
    line === undefined ? `${CUT_GUTTER}… cut here: ${size} …` : `${GUTTER}${mark}${line}`
  );
}

/** Both ends of a list of lines, with `undefined` where something is left out. */
function shorten(lines: (string | undefined)[], full: boolean): (string | undefined)[] {
  if (full || lines.length <= HEAD_LINES + TAIL_LINES + 1) return lines;
  const isLine = (line: string | undefined) => line !== undefined;
  return [...lines.slice(0, HEAD_LINES).filter(isLine), undefined, ...lines.slice(-TAIL_LINES).filter(isLine)];
}

function ends(text: string): [string, string] {
  return [text.slice(0, HEAD_CHARACTERS), text.slice(-TAIL_CHARACTERS)];
}

function isLong(text: string): boolean {
  return text.length > HEAD_CHARACTERS + TAIL_CHARACTERS;
}

function isCut(state: AskState, columns: number): boolean {
  return body(state, columns).some((line) => line.startsWith(CUT_GUTTER));
}
