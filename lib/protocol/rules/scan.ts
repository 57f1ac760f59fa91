import { Cursor } from "./scan_cursor.ts";
import { type HereDocument, hereDocument, ODD_DOCUMENT, readDocument } from "./scan_document.ts";
import { isArithmetic, readArithmetic } from "./scan_expansion.ts";
import { plainText } from "./plain_text.ts";
import { type Findings, knownWord, literal, type ShellWord } from "./scan_word.ts";
import { readWord } from "./scan_words.ts";

const BEFORE_COMMANDS = new Set(["if", "then", "elif", "else", "while", "until", "do", "!", "{"]);
const AFTER_COMMANDS = new Set(["fi", "done", "}"]);
/** What is assigned to these, a shell runs or expands sooner or later. */
const RUN_LATER = new Set(["BASH_ENV", "PS0", "PS1", "PS2", "PS4", "PROMPT_COMMAND"]);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=/;

/**
 * Finds every simple command in a shell text: joined by any operator, in subshells, groups, loops, conditions and
 * functions, inside of substitutions and here-documents.
 *
 * Made for deny rules: what it does not understand it reports, and it finds a command too many rather than one too few.
 */
export function scanShell(text: string, depth = 0): Findings {
  const plain = plainText(text);
  if (plain !== undefined) {
    const commands = plain.commands.map((words) => ({ words: words.map(knownWord), assigns: [], stdin: [] }));
    return { commands, unreadable: [] };
  }
  const findings: Findings = { commands: [], unreadable: [] };
  if (/[$<>]\\\n/.test(text)) findings.unreadable.push("an operator is continued on the next line");
  readList(new Cursor(text, findings, depth), "");
  return findings;
}

function readList(cursor: Cursor, end: string): void {
  new ListReader(cursor, end).read();
}

class ListReader {
  readonly #cursor: Cursor;
  readonly #end: string;
  #words: ShellWord[] = [];
  #assigns: string[] = [];
  #stdin: ShellWord[] = [];
  #documents: HereDocument[] = [];
  #cases = 0;
  #names = false;

  constructor(cursor: Cursor, end: string) {
    this.#cursor = cursor;
    this.#end = end;
  }

  read(): void {
    while (!this.#cursor.ended) {
      if (this.#cursor.peek() === ")" && this.#end === ")") {
        this.#cursor.at++;
        if (this.#documents.length > 0) this.#cursor.unreadable(ODD_DOCUMENT);
        return this.#flush();
      }
      this.#stepInLine();
    }
    this.#flush();
    if (this.#end !== "") this.#cursor.unreadable("a parenthesis is not closed");
  }

  // A here-document begins at the end of the line, wherever in a parenthesis, a case or an expansion that is.
  #stepInLine(): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    const awaited = this.#documents.length > 0 && cursor.peek() !== "\n" && !cursor.sees("\\\n");
    this.#step(cursor.peek());
    if (awaited && cursor.text.slice(start, cursor.at).includes("\n")) cursor.unreadable(ODD_DOCUMENT);
  }

  #step(char: string): void {
    const cursor = this.#cursor;
    if (" \t\r".includes(char)) cursor.at++;
    else if (cursor.sees("\\\n")) cursor.at += 2;
    else if (char === "#") this.#comment();
    else if (char === "\n") this.#newline();
    else if (char === ";") this.#semicolon();
    else if (cursor.sees("&>")) this.#redirection();
    else if (char === "&" || char === "|") {
      this.#flush();
      cursor.at++;
    } else if (char === "(") this.#parenthesis();
    else if (char === ")") {
      cursor.unreadable("a parenthesis is closed that was not opened");
      this.#flush();
      cursor.at++;
    } else if (this.#atRedirection()) this.#redirection();
    else this.#word();
  }

  #word(): void {
    const word = readWord(this.#cursor, readList);
    if (this.#names) {
      this.#names = false;
      return;
    }
    const text = word.quoted ? undefined : literal(word);
    if (this.#words.length > 0) this.#words.push(word);
    else if (text !== undefined && this.#assigns.length === 0 && this.#reserved(text)) return;
    else if (ASSIGNMENT.test(word.source)) this.#assign(/^\w+/.exec(word.source)![0]);
    else this.#words.push(word);
    // `a[1 + 1]=b` is one word, an assignment.
    if (this.#words.length === 1 && /^[A-Za-z_]\w*\[[^\]]*$/.test(word.source)) {
      this.#cursor.unreadable("a subscript is not understood");
    }
  }

  #assign(name: string): void {
    this.#assigns.push(name);
    if (RUN_LATER.has(name)) this.#cursor.unreadable(`${name} may run any command`);
  }

  // Takes a word that the shell keeps for itself where a command begins.
  #reserved(text: string): boolean {
    if (text === "function") this.#names = true;
    else if (text === "case") this.#case();
    else if (text === "[[") this.#test();
    else if (text === "esac") this.#cases = Math.max(0, this.#cases - 1);
    else return BEFORE_COMMANDS.has(text) || AFTER_COMMANDS.has(text);
    return true;
  }

  // Goes over `[[ … ]]`, in which `&&`, `<` and parentheses are no operators of the shell.
  #test(): void {
    const cursor = this.#cursor;
    let open = 0;
    while (!cursor.ended && cursor.peek() !== ";") {
      if (cursor.peek() === "(") open++;
      if (cursor.peek() === ")" && open-- === 0) break;
      if (/[\s&|()]/.test(cursor.peek()) || (/[<>]/.test(cursor.peek()) && cursor.peek(1) !== "(")) cursor.at++;
      else if (readWord(cursor, readList).source === "]]") return;
    }
    cursor.unreadable("a test is not closed");
  }

  #case(): void {
    this.#blanks();
    readWord(this.#cursor, readList);
    this.#blanks();
    if (!/^in[\s;]/.test(this.#cursor.text.slice(this.#cursor.at, this.#cursor.at + 3))) {
      return this.#cursor.unreadable("a case is not understood");
    }
    this.#cursor.at += 2;
    this.#cases++;
    this.#patterns();
  }

  // Goes over the patterns of a case up to their parenthesis.
  #patterns(): void {
    const cursor = this.#cursor;
    this.#blanks();
    if (/^esac(?![\w-])/.test(cursor.text.slice(cursor.at, cursor.at + 5))) return;
    if (cursor.peek() === "(") cursor.at++;
    while (!cursor.ended && cursor.peek() !== ")") {
      if (cursor.peek() === "#") this.#comment();
      else if (/[\s|]/.test(cursor.peek())) cursor.at++;
      else {
        const before = cursor.at;
        readWord(cursor, readList);
        if (cursor.at === before) return cursor.unreadable("a case is not understood");
      }
    }
    if (cursor.ended) cursor.unreadable("a case is not understood");
    cursor.at++;
  }

  #semicolon(): void {
    const cursor = this.#cursor;
    this.#flush();
    const several = /^;(?:;&|;|&)/.exec(cursor.text.slice(cursor.at, cursor.at + 3))?.[0];
    cursor.at += several?.length ?? 1;
    if (several !== undefined && this.#cases > 0) this.#patterns();
  }

  #parenthesis(): void {
    const cursor = this.#cursor;
    const loop = this.#words.length === 1 && literal(this.#words[0]) === "for";
    if ((this.#words.length === 0 || loop) && cursor.sees("((") && isArithmetic(cursor, cursor.at + 2)) {
      return cursor.nest(() => readArithmetic(cursor, readList, 2));
    }
    const empty = /^\(\s*\)/.exec(cursor.text.slice(cursor.at, cursor.at + 50))?.[0];
    if (empty !== undefined) {
      // `name()`: what follows is a function's body, which is read like everything else.
      this.#words = [];
      cursor.at += empty.length;
      return;
    }
    // Zsh runs what stands in the parentheses behind a pattern: `*(e:command:)`.
    const behind = /[^\s;|&(){}=]/.test(cursor.text[cursor.at - 1] ?? "");
    if (behind && !/^\([\w.|*?\/-]*\)/.test(cursor.text.slice(cursor.at, cursor.at + 500))) {
      cursor.unreadable("a pattern is not understood");
    }
    cursor.at++;
    cursor.nest(() => readList(cursor, ")"));
  }

  #atRedirection(): boolean {
    const cursor = this.#cursor;
    const char = cursor.peek();
    if ("<>".includes(char)) return cursor.peek(1) !== "(";
    // Nearly every word begins otherwise: without a look at its first letter, reading a text takes a tenth longer.
    if (char !== "{" && !(char >= "0" && char <= "9")) return false;
    return /^(?:\d+|\{\w+\})[<>]/.test(cursor.text.slice(cursor.at, cursor.at + 40));
  }

  #redirection(): void {
    const cursor = this.#cursor;
    const text = cursor.text.slice(cursor.at, cursor.at + 40);
    const operator = /^(?:\d+|\{\w+\}|&)?(<<<|<<-|<<|<&|<>|<|>>|>&|>\||>)/.exec(text)!;
    cursor.at += operator[0].length;
    while (" \t".includes(cursor.peek()) && !cursor.ended) cursor.at++;
    const word = readWord(cursor, readList);
    if (operator[1] === "<<<") this.#stdin.push(word);
    if (operator[1] !== "<<" && operator[1] !== "<<-") return;
    this.#documents.push(hereDocument(cursor, word, { stripsTabs: operator[1] === "<<-", stdin: this.#stdin }));
  }

  #newline(): void {
    const cursor = this.#cursor;
    this.#flush();
    cursor.at++;
    for (const document of this.#documents.splice(0)) readDocument(cursor, document, readList);
  }

  #comment(): void {
    const stop = this.#cursor.text.indexOf("\n", this.#cursor.at);
    this.#cursor.at = stop < 0 ? this.#cursor.text.length : stop;
  }

  #blanks(): void {
    for (let char = this.#cursor.peek(); /[\s#]/.test(char); char = this.#cursor.peek()) {
      if (char === "#") this.#comment();
      else this.#cursor.at++;
    }
  }

  #flush(): void {
    if (this.#words.length > 0) {
      this.#cursor.findings.commands.push({ words: this.#words, assigns: this.#assigns, stdin: this.#stdin });
    }
    this.#words = [];
    this.#assigns = [];
    this.#stdin = [];
  }
}
