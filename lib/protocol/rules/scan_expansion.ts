import type { Cursor } from "./scan_cursor.ts";

/** Reads the commands up to an end, from the cursor on. */
export type ReadList = (cursor: Cursor, end: string) => void;

/** Reads `$…` at the cursor, inside of double quotes or not. The text it stands for, where it stands for itself. */
export function readDollar(cursor: Cursor, readList: ReadList, quoted: boolean): string | undefined {
  const next = cursor.peek(1);
  if (next === "(") {
    if (cursor.peek(2) === "(" && isArithmetic(cursor, cursor.at + 3)) {
      cursor.nest(() => readArithmetic(cursor, readList, 3));
    } else {
      cursor.at += 2;
      cursor.nest(() => readList(cursor, ")"));
    }
  } else if (next === "{") {
    const start = cursor.at;
    cursor.at += 2;
    cursor.nest(() => readInside(cursor, readList, "}", quoted));
    // `${ command; }` of newer shells, `${x@P}` of bash and `${(e)x}` of zsh run commands.
    const runs = /^\$\{(?:[\s|]|\([^)]*[e%])|@P\}$/.test(cursor.text.slice(start, cursor.at));
    if (runs) cursor.unreadable("an expansion may run any command");
  } else if (next === "[") {
    cursor.at += 2;
    cursor.nest(() => readInside(cursor, readList, "]", true));
  } else {
    const name = /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])/.exec(cursor.text.slice(cursor.at + 1, cursor.at + 200))
      ?.[0];
    cursor.at += 1 + (name ?? "").length;
    return name === undefined ? "$" : undefined;
  }
  return undefined;
}

/** Reads `` `…` `` at the cursor: the text inside is a shell text of its own. */
export function readBackticks(cursor: Cursor, readList: ReadList, quoted: boolean): void {
  let inside = "";
  cursor.at++;
  while (!cursor.ended && cursor.peek() !== "`") {
    if (cursor.peek() === "\\" && (quoted ? '\\`$"' : "\\`$").includes(cursor.peek(1))) cursor.at++;
    inside += cursor.peek();
    cursor.at++;
  }
  if (cursor.ended) cursor.unreadable("a backtick is not closed");
  cursor.at++;
  cursor.nest(() => readList(cursor.inner(inside), ""));
}

/** Reads `((…))` from behind its parentheses on; what is substituted inside is found. */
export function readArithmetic(cursor: Cursor, readList: ReadList, open: number): void {
  cursor.at += open;
  let depth = 2;
  let odd = false;
  while (!cursor.ended && depth > 0) {
    const char = cursor.peek();
    if (char === "(") depth++;
    // Two that close and do not touch are those of a subshell in a substitution.
    if (char === ")" && --depth === 1) odd ||= cursor.peek(1) !== ")";
    odd ||= char === '"' || char === "\\";
    step(cursor, readList, true);
  }
  if (odd) cursor.unreadable("arithmetic is not understood");
}

/** Whether parentheses opened twice are closed twice, as arithmetic has it, looking from an index on. */
export function isArithmetic(cursor: Cursor, from: number): boolean {
  let depth = 2;
  for (let i = from; i < cursor.text.length; i++) {
    const char = cursor.text[i];
    if (char === "\\") i++;
    else if (char === "'" || char === '"') {
      const close = cursor.text.indexOf(char, i + 1);
      if (close < 0) return false;
      i = close;
    } else if (char === "(") depth++;
    else if (char === ")" && --depth === 1) return cursor.text[i + 1] === ")";
  }
  return false;
}

/** Reads `$'…'` from behind the quote on, with its escapes. */
export function readAnsiC(cursor: Cursor): string {
  let text = "";
  while (!cursor.ended && cursor.peek() !== "'") {
    if (cursor.peek() !== "\\") {
      text += cursor.peek();
      cursor.at++;
      continue;
    }
    const rest = cursor.text.slice(cursor.at + 1, cursor.at + 12);
    if (rest.startsWith("x{")) cursor.unreadable("a character's number in braces is not understood");
    const code = /^(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3}))/.exec(rest);
    if (code !== null) {
      const digits = code[1] ?? code[2] ?? code[3] ?? code[4]!;
      // An octal number is a byte: of what is longer the shell takes the last eight bits.
      const value = code[4] === undefined ? parseInt(digits, 16) : parseInt(digits, 8) & 0xFF;
      text += value <= 0x10FFFF ? String.fromCodePoint(value) : "";
      cursor.at += 1 + code[0].length;
    } else if (rest[0] === "c") {
      text += String.fromCharCode((rest.charCodeAt(1) || 0) & 0x1F);
      cursor.at += 3;
    } else {
      text += ESCAPES[rest[0] ?? ""] ?? rest[0] ?? "";
      cursor.at += 2;
    }
  }
  if (cursor.ended) cursor.unreadable("a quote is not closed");
  cursor.at++;
  // The shell's texts end at a zero character.
  return text.split("\0")[0]!;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1B",
  E: "\x1B",
  f: "\f",
  v: "\v",
};

function readInside(cursor: Cursor, readList: ReadList, close: string, quoted: boolean): void {
  while (!cursor.ended && cursor.peek() !== close) step(cursor, readList, quoted);
  if (cursor.ended) cursor.unreadable("an expansion is not closed");
  cursor.at++;
}

// One step inside of an expansion: further expansions, escapes and quotes.
function step(cursor: Cursor, readList: ReadList, quoted: boolean): void {
  const char = cursor.peek();
  if (char === "\\") cursor.at += 2;
  else if (char === "$" && !quoted && cursor.peek(1) === "'") {
    cursor.at += 2;
    readAnsiC(cursor);
  } else if (char === "$") readDollar(cursor, readList, quoted);
  else if (!quoted && (cursor.sees("<(") || cursor.sees(">("))) {
    cursor.at += 2;
    cursor.nest(() => readList(cursor, ")"));
  } else if (char === "`") readBackticks(cursor, readList, quoted);
  else if (char === '"') {
    cursor.at++;
    while (!cursor.ended && cursor.peek() !== '"') step(cursor, readList, true);
    cursor.at++;
  } else if (char !== "'") cursor.at++;
  else if (quoted) {
    // Some expansions take this for a quote and some for itself.
    cursor.unreadable("a quote inside of an expansion is not understood");
    cursor.at++;
  } else {
    const end = cursor.text.indexOf("'", cursor.at + 1);
    cursor.at = end < 0 ? cursor.text.length : end + 1;
  }
}
