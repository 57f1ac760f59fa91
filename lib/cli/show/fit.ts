import { unicodeWidth } from "@std/cli/unicode-width";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Breaks lines so that none is wider than the terminal. Every line feed of the text starts a line. */
export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width)));
}

/** Breaks lines as `wrap` does, but behind a space where one is near. Nothing is left out, no space either. */
export function wrapWords(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width), true));
}

/** The text on at most `width` columns; what is cut off shows as an ellipsis. */
export function cut(text: string, width: number): string {
  if (text.length <= width && unicodeWidth(text) <= width) return text;
  const [head = ""] = wrapLine(text.slice(0, width * 4), Math.max(1, width - 1));
  return head === text ? text : `${head}…`;
}

/** The end of the text on at most `width` columns; what is cut off shows as an ellipsis in front. */
export function cutStart(text: string, width: number): string {
  if (unicodeWidth(text) <= width) return text;
  let tail = "";
  let used = 1;
  for (const part of graphemes(text).reverse()) {
    used += unicodeWidth(part);
    if (used > width) break;
    tail = part + tail;
  }
  return `…${tail}`;
}

/** What a reader takes for one character each. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A number with its thousands apart, the same on every machine. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 tool`, `3 tools`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function wrapLine(line: string, width: number, atSpaces = false): string[] {
  const lines: string[] = [];
  let current = "";
  let used = 0;
  for (const part of graphemes(line)) {
    const size = unicodeWidth(part);
    if (used + size > width && current !== "") {
      const space = atSpaces && part !== " " ? current.lastIndexOf(" ") : -1;
      const rest = space < 0 ? "" : current.slice(space + 1);
      lines.push(space < 0 ? current : current.slice(0, space + 1));
      current = rest;
      used = unicodeWidth(rest);
    }
    current += part;
    used += size;
  }
  lines.push(current);
  return lines;
}
