import { type ProvedCommand, readShell, type UnprovedCommand } from "./shell.ts";
import { readEverything, type Reading } from "./unwrap.ts";

/** So many texts are kept: of the calls that are judged at one time, at both doors. */
const MOST = 8;
/** Of a longer text the readings alone are kept. */
const LONG = 10_000;

/** What was read of a text. Nobody may change it. */
interface Readings {
  readonly text: string;
  literal: ProvedCommand | UnprovedCommand | undefined;
  whole: Reading | undefined;
}

// Each rule asks about the same text, before and after an answer and at both doors: reading it takes longer than all else.
let kept: Readings[] = [];
let next = 0;
let last: Readings = { text: "", literal: undefined, whole: undefined };

/** What `readShell` gives for a text, read once for all who ask about it. */
export function literalReading(text: string): ProvedCommand | UnprovedCommand {
  const readings = readingsOf(text);
  return readings.literal ??= readShell(text);
}

/** What `readEverything` gives for a text, read once for all who ask about it. */
export function wholeReading(text: string): Reading {
  const readings = readingsOf(text);
  return readings.whole ??= readEverything(text);
}

function readingsOf(text: string): Readings {
  // Most ask about the text that was asked about before.
  if (last.text === text) return last;
  const known = kept.find((each) => each.text === text);
  if (known !== undefined) return last = known;
  if (text.length > LONG) {
    kept = [];
    next = 0;
  }
  last = kept[next] = { text, literal: undefined, whole: undefined };
  next = (next + 1) % MOST;
  return last;
}
