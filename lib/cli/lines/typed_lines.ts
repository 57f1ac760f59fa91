import { unicodeWidth } from "@std/cli/unicode-width";
import { KeyReader } from "../ask/keys.ts";
import { graphemes } from "../show/fit.ts";
import { visibleLine } from "../show/visible.ts";

/** What keys did to the line that is being typed. */
export interface Typed {
  /** What a terminal shows of it, where it does not echo by itself. */
  readonly echo: string;
  /** Whether Ctrl+C was among them; what was typed is dropped then, as a terminal does. */
  readonly interrupted: boolean;
}

const CTRL_D = 0x04;

/** What was typed at a terminal for whoever reads lines there, and was not taken yet. */
export class TypedLines {
  readonly #keys = new KeyReader();
  readonly #lines: (string | null)[] = [];
  #open = "";

  /** What was typed of a line that has not ended. */
  get open(): string {
    return this.#open;
  }

  /** Takes one read of the keyboard, as it comes from a terminal in raw mode or line by line. */
  type(bytes: Uint8Array): Typed {
    let echo = "";
    // Ctrl+D waits in a terminal's own buffer as a zero byte.
    for (const key of this.#keys.read(bytes.map((byte) => byte === 0 ? CTRL_D : byte))) {
      if (key.kind === "interrupt") {
        this.clear();
        return { echo: `${echo}^C\n`, interrupted: true };
      }
      if (key.kind === "text") echo += this.#add(key.text);
      else if (key.kind === "tab") echo += this.#add("\t");
      else if (key.kind === "enter") echo += this.#close();
      else if (key.kind === "backspace") echo += this.#erase(1);
      else if (key.kind === "erase_line") echo += this.#erase(Infinity);
      else if (key.kind === "end" && this.#open === "") this.end();
    }
    return { echo, interrupted: false };
  }

  /** The input has ended; a line without an end counts. */
  end(): void {
    this.#close();
    this.#lines.push(null);
  }

  /** Drops everything, as Ctrl+C does. */
  clear(): void {
    this.#lines.length = 0;
    this.#open = "";
  }

  /** The next whole line; `null` at the end of the input, which is told once; `undefined` if there is none yet. */
  take(): string | null | undefined {
    return this.#lines.shift();
  }

  #add(text: string): string {
    this.#open += text;
    return visibleLine(text);
  }

  #close(): string {
    if (this.#open.trim() !== "") this.#lines.push(this.#open);
    this.#open = "";
    return "\n";
  }

  #erase(most: number): string {
    const parts = graphemes(this.#open);
    const gone = parts.splice(Math.max(0, parts.length - most));
    this.#open = parts.join("");
    return "\b \b".repeat(unicodeWidth(visibleLine(gone.join(""))));
  }
}
