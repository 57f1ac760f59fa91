import { counted, cutStart, grouped, wrap, wrapWords } from "../show/fit.ts";
import type { InputPart } from "../show/tool_input.ts";
import { visible, visibleLine } from "../show/visible.ts";

/** Stands before every line of what the agent wrote, so that none of it can pass for a line of the question. */
const GUTTER = "  │ ";
/** Stands before the line that says what was cut. */
export const CUT_GUTTER = "  ┆ ";

const NARROWEST = 24;
const HEAD_CHARACTERS = 3000;
const TAIL_CHARACTERS = 1000;
const HEAD_LINES = 16;
const TAIL_LINES = 6;
const NAME_CHARACTERS = 100;

/** How wide lines may be in a terminal of a width. */
export function columnsFor(width: number): number {
  return Math.max(NARROWEST, width);
}

/** A name that the agent chose, on one line. */
export function name(text: string): string {
  return visibleLine(clip(text, NAME_CHARACTERS));
}

/** The begin of a text, and how long it is where that is not all. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${grouped(text.length)} characters)`;
}

/** A line of the question itself; where it must be broken, which is between words, the rest goes behind the gutter. */
export function ownLine(text: string, columns: number): string[] {
  const [first = "", ...rest] = wrapWords(text, columns - GUTTER.length);
  return [first, ...rest.map((line) => GUTTER + line)];
}

/** Who asks, at the begin of a question. */
export function askerOf({ label, subagentId }: { label: string; subagentId: string | undefined }): string {
  const before = label === "" ? "" : `${name(label)} `;
  return before + (subagentId === undefined ? "The agent" : `Subagent ${name(subagentId)}`);
}

/** A piece of what the agent wrote behind the gutter, cut in the middle where it is long and not wanted in full. */
export function partLines(part: InputPart, { full, columns }: { full: boolean; columns: number }): string[] {
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

/** The last line while a person writes: its end, on one line. */
export function typedLine(label: string, typed: string, width: number): string {
  return label + cutStart(visibleLine(typed), columnsFor(width) - 1 - label.length);
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
