import { matchesDeny, parseRule, type ProvedCommand, readShell } from "../../../lib/protocol/rules/mod.ts";
import { runInBash } from "./_bash.ts";
import { generateCommand, generateSoup, OPERATORS, random, WRAPPERS } from "./_generate.ts";
import { bash } from "./_rules.ts";

/** What came of one comparison. */
export interface Comparison {
  /** What was counted. */
  counts: Readonly<Record<string, number>>;
  /** The texts of which bash made something else than the reader said. */
  wrong: readonly { text: string; said: readonly string[]; ran: readonly string[] }[];
}

/** The forms of quoting, as far as one can be seen in a text. */
export const QUOTING: Readonly<Record<string, RegExp>> = {
  "single quotes": /'[^']+'/,
  "double quotes": /"[^"\\]+"/,
  "double quotes with a backslash": /"[^"]*\\["\\$`][^"]*"/,
  "empty quotes": /(?:^| )(?:''|"")(?: |$)/,
  "a backslash": /(?:^|[^'"])\\[^\n]/,
  "quotes inside of a word": /[\w.]['"]|['"][\w.]/,
  "a line end in quotes": /'[^']*\n[^']*'|"[^"]*\n[^"]*"/,
};

/** Forms that are generated and must never be proved. */
export const NEVER_PROVED: Readonly<Record<string, RegExp>> = {
  "ANSI-C quotes": /(?:^|\s)\$'a'(?:\s|$)/,
  "locale quotes": /(?:^|\s)\$"a"(?:\s|$)/,
  "a substitution": /(?:^|\s)\$\(ls\)(?:\s|$)/,
  "backticks": /(?:^|\s)`ls`(?:\s|$)/,
  "a redirection": /(?:^|\s)>o(?:\s|$)/,
  "a continued line": /(?:^|\s)\\\n/,
};

/** Runs what the reader calls proved, with programs that succeed and with programs that fail. */
export async function compareProved(seed: number, cases: number): Promise<Comparison> {
  const next = random(seed);
  const texts = Array.from({ length: cases }, () => generateCommand(next));
  const proved = texts.flatMap((text) => {
    const reading = readShell(text);
    return reading.proved ? [{ text, reading }] : [];
  });
  const counts: Record<string, number> = { generated: texts.length, proved: proved.length, "argument lists": 0 };
  for (const [form, pattern] of Object.entries(QUOTING)) count(counts, form, proved, ({ text }) => pattern.test(text));
  for (const operator of OPERATORS.slice(0, 4)) {
    count(counts, operator, proved, ({ reading }) => (reading.joins as readonly string[]).includes(operator));
  }
  for (const wrapper of WRAPPERS) {
    count(counts, wrapper, proved, ({ reading }) => reading.commands.some(([program]) => program === wrapper));
  }
  for (const [form, pattern] of Object.entries(NEVER_PROVED)) {
    count(counts, `${form}, generated`, texts, (text) => pattern.test(text));
  }
  const wrong: Comparison["wrong"][number][] = [];
  for (const status of [0, 1]) {
    const seen = await runInBash(proved.map(({ text }) => text), { status, wrappers: "note" });
    proved.forEach(({ text, reading }, index) => {
      // Both ends of a pipe run at once.
      const ran = seen[index]!.map(shown).sort();
      const said = executed(reading, status).map(shown).sort();
      counts["argument lists"]! += ran.length;
      if (JSON.stringify(ran) !== JSON.stringify(said)) wrong.push({ text, said, ran });
    });
  }
  return { counts, wrong };
}

/** Runs whatever bash makes of any tokens: where a program was run, a deny rule against it must have covered the text. */
export async function compareDenied(seed: number, cases: number): Promise<Comparison> {
  const next = random(seed);
  const texts = Array.from({ length: cases }, () => generateSoup(next));
  const rule = parseRule("Bash(mark *)");
  const seen = await runInBash(texts, { status: 0, wrappers: "run" });
  const ran = texts.filter((_, index) => seen[index]!.some(([program]) => program === "mark"));
  const missed = ran.filter((text) => matchesDeny(rule, bash(text)) === undefined);
  const wrapped = ran.filter((text) => /(?:env|sudo|nice|nohup|timeout|xargs)\b.* mark|sh -c/.test(text)).length;
  return {
    counts: { generated: texts.length, "ran it": ran.length, "ran it by a wrapper": wrapped },
    wrong: missed.map((text) => ({ text, said: [], ran: ["mark"] })),
  };
}

// What runs of a proved text when every program ends with the same status.
function executed(reading: ProvedCommand, status: number): string[][] {
  const run: string[][] = [];
  let runs = true;
  reading.commands.forEach((words, index) => {
    const join = reading.joins[index - 1];
    if (join === "&&") runs = status === 0;
    if (join === "||") runs = status !== 0;
    if (join === ";") runs = true;
    if (runs) run.push([...words]);
  });
  return run;
}

function shown(words: readonly string[]): string {
  return JSON.stringify(words);
}

function count<T>(counts: Record<string, number>, name: string, among: readonly T[], is: (each: T) => boolean): void {
  counts[JSON.stringify(name).slice(1, -1)] = among.filter(is).length;
}
