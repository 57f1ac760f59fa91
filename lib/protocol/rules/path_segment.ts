import { Misread } from "./misread.ts";

/** A part of a pattern for one name: a character, `?`, `*`, or a set of characters. */
export type SegmentPart =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "set"; readonly negated: boolean; readonly ranges: readonly (readonly [number, number])[] };

/** Reads the pattern for one name: `*`, `?`, `[a-z]`, `[!a]`, a backslash before what is meant literally. Throws `Misread`. */
export function compileSegment(text: string, at = 0): readonly SegmentPart[] {
  const parts: SegmentPart[] = [];
  const chars = [...text];
  const misread = (why: string, index: number) => new Misread(why, at + chars.slice(0, index).join("").length);
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i]!;
    if (char === "*") {
      if (parts.at(-1)?.kind !== "star") parts.push({ kind: "star" });
    } else if (char === "?") parts.push({ kind: "any" });
    else if (char === "[") {
      const { set, next } = readSet(chars, i, misread);
      parts.push(set);
      i = next;
    } else if (char === "{" || char === "}") {
      throw misread("braces are no part of these patterns; write one rule for each", i);
    } else if (char === "\\") {
      const escaped = chars[++i];
      if (escaped === undefined) throw misread("a backslash stands before nothing", i - 1);
      parts.push({ kind: "char", char: escaped });
    } else parts.push({ kind: "char", char });
  }
  return parts;
}

/** Whether a name fits. Takes time in proportion to name and pattern, whatever they are. */
export function fitsSegment(parts: readonly SegmentPart[], name: string): boolean {
  const chars = [...name];
  let p = 0;
  let c = 0;
  let star = -1;
  let resume = 0;
  while (c < chars.length) {
    const part = parts[p];
    if (part?.kind === "star") {
      star = p++;
      resume = c;
    } else if (part !== undefined && fitsChar(part, chars[c]!)) {
      p++;
      c++;
    } else if (star >= 0) {
      p = star + 1;
      c = ++resume;
    } else return false;
  }
  while (parts[p]?.kind === "star") p++;
  return p === parts.length;
}

function fitsChar(part: SegmentPart, char: string): boolean {
  if (part.kind === "char") return part.char === char;
  if (part.kind !== "set") return part.kind === "any";
  const code = char.codePointAt(0)!;
  return part.ranges.some(([from, to]) => code >= from && code <= to) !== part.negated;
}

type MakeMisread = (why: string, index: number) => Misread;

function readSet(chars: readonly string[], open: number, misread: MakeMisread): { set: SegmentPart; next: number } {
  let i = open + 1;
  const negated = chars[i] === "!" || chars[i] === "^";
  if (negated) i++;
  const ranges: [number, number][] = [];
  for (let first = true; first || chars[i] !== "]"; first = false) {
    const from = member(chars, { at: i, open, misread });
    i = from.next;
    if (chars[i] === "-" && chars[i + 1] !== undefined && chars[i + 1] !== "]") {
      const to = member(chars, { at: i + 1, open, misread });
      if (to.code < from.code) throw misread("a range in brackets runs backwards", i - 1);
      ranges.push([from.code, to.code]);
      i = to.next;
    } else ranges.push([from.code, from.code]);
  }
  return { set: { kind: "set", negated, ranges }, next: i };
}

function member(
  chars: readonly string[],
  { at, open, misread }: { at: number; open: number; misread: MakeMisread },
): { code: number; next: number } {
  if (chars[at] === "[" && /[:.=]/.test(chars[at + 1] ?? "")) {
    throw misread("named sets such as `[:alpha:]` are no part of these patterns", at);
  }
  const escaped = chars[at] === "\\";
  const char = chars[escaped ? at + 1 : at];
  if (char === undefined) throw misread("a bracket is opened and not closed", open);
  return { code: char.codePointAt(0)!, next: at + (escaped ? 2 : 1) };
}
