import { type ProvedCommand, readShell, type UnprovedCommand } from "./shell.ts";
import { readEverything, type Reading } from "./unwrap.ts";

/** So many readings are kept: of the calls that are judged at one time, at both doors. */
const MOST = 8;
/** Of a longer text the reading alone is kept. */
const LONG = 10_000;

/** What was read of the last few texts. Nobody may change what it gives. */
class LastReadings<Value> {
  readonly #read: (text: string) => Value;
  #texts: string[] = [];
  #values: Value[] = [];
  #next = 0;

  constructor(read: (text: string) => Value) {
    this.#read = read;
  }

  of(text: string): Value {
    const at = this.#texts.indexOf(text);
    if (at >= 0) return this.#values[at]!;
    const value = this.#read(text);
    if (text.length > LONG) {
      this.#texts = [];
      this.#values = [];
      this.#next = 0;
    }
    this.#texts[this.#next] = text;
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % MOST;
    return value;
  }
}

// Each rule asks about the same text, before and after an answer and at both doors: reading it takes longer than all else.
const literal = new LastReadings<ProvedCommand | UnprovedCommand>(readShell);
const everything = new LastReadings<Reading>(readEverything);

/** What `readShell` gives for a text, read once for all who ask about it. */
export function literalReading(text: string): ProvedCommand | UnprovedCommand {
  return literal.of(text);
}

/** What `readEverything` gives for a text, read once for all who ask about it. */
export function wholeReading(text: string): Reading {
  return everything.of(text);
}
