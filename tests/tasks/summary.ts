/** How many tests of a run did what. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Reads the last summary line of `deno test`; undefined when there is none. */
export function readSummary(output: string): Counts | undefined {
  const line = plain(output).split("\n").findLast((text) => /^(ok|FAILED) \| \d+ passed\b/.test(text.trim()));
  if (line === undefined) return undefined;
  return { passed: count(line, "passed"), failed: count(line, "failed"), skipped: count(line, "ignored") };
}

/** The sum of several runs. */
export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** The line that closes the whole run. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function count(line: string, word: string): number {
  return Number(line.match(new RegExp(`\\| (\\d+) ${word}\\b`))?.[1] ?? 0);
}

function plain(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}
