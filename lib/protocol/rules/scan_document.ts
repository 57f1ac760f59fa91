import type { Cursor } from "./scan_cursor.ts";
import type { ReadList } from "./scan_expansion.ts";
import { literal, type ShellWord } from "./scan_word.ts";
import { readBody } from "./scan_words.ts";

/** What is said where a shell may take other lines for the text of a here-document than are taken here. */
export const ODD_DOCUMENT = "where a here-document begins or ends is not understood";

/** A here-document that begins on the next line. */
export interface HereDocument {
  /** The line that ends it. */
  readonly delimiter: string;
  /** Whether tabs at the beginnings of its lines are no part of it. */
  readonly stripsTabs: boolean;
  /** Whether expansions happen in it. */
  readonly expands: boolean;
  /** What the command gets to read: the text goes there. */
  readonly stdin: ShellWord[];
}

/** A here-document by the word behind its operator, which the cursor has passed. */
export function hereDocument(
  cursor: Cursor,
  word: ShellWord,
  { stripsTabs, stdin }: { stripsTabs: boolean; stdin: ShellWord[] },
): HereDocument {
  // Quotes go, but nothing is expanded: `<<"a"$b` ends at `a$b`. A carriage return belongs to the word for the shell.
  const known = literal(word) !== undefined || !word.quoted;
  if (!known || word.source.includes("\\\n") || cursor.text.includes("\r")) cursor.unreadable(ODD_DOCUMENT);
  return { delimiter: literal(word) ?? word.source, stripsTabs, expands: !word.quoted, stdin };
}

/** Reads the text of a here-document from the cursor on. */
export function readDocument(cursor: Cursor, document: HereDocument, readList: ReadList): void {
  const { delimiter, stripsTabs, expands, stdin } = document;
  const lines: string[] = [];
  let joined = "";
  let continued = false;
  let ended = false;
  while (!cursor.ended && !ended) {
    const line = nextLine(cursor);
    const bare = stripsTabs ? line.replace(/^\t+/, "") : line;
    ended = bare === delimiter;
    // Whether a line that goes on with the one before can be the last is not the same in all shells.
    if (continued && (ended || joined + line === delimiter)) cursor.unreadable(ODD_DOCUMENT);
    joined = continued ? joined + line : bare;
    continued = expands && goesOn(line);
    if (continued) joined = joined.slice(0, -1);
    if (!ended) lines.push(bare);
  }
  if (!ended) cursor.unreadable(ODD_DOCUMENT);
  const text = lines.join("\n");
  if (expands) stdin.push(readBody(cursor.inner(text), readList));
  else stdin.push({ pieces: [text], source: text, quoted: true, stream: false });
}

function nextLine(cursor: Cursor): string {
  const stop = cursor.text.indexOf("\n", cursor.at);
  const line = cursor.text.slice(cursor.at, stop < 0 ? undefined : stop);
  cursor.at = stop < 0 ? cursor.text.length : stop + 1;
  return line;
}

// Whether the last of its backslashes stands before the end of the line, not before another.
function goesOn(line: string): boolean {
  return /\\*$/.exec(line)![0].length % 2 === 1;
}
