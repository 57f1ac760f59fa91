import { GOALS_HEADER } from "./goals.ts";
import { tableOf } from "./table.ts";

const MARK = /^<!-- row: (\S+) -->$/;
const INTRODUCTION = `# What the benchmark measured

Written by \`deno task bench\`, which CONTRIBUTING.md describes. A program that writes what \`claude\` would write, as fast as it can,
stands in for the agent. Every ratio is the median of the ratios of single rounds, in which all contestants did the same work one
after another; "÷ SDK" is a number divided by that of the official TypeScript Agent SDK on Node, and so is "×" where a goal names
nothing else. "readline on Node" is a script by hand: lines and \`JSON.parse\`, nothing checked. "limit" decodes, splits and parses the
same bytes in memory, in Deno, and does nothing else. Ratios can be compared between machines and days, absolute numbers cannot.`;

/** A row's part of the results, by the row's name. */
export type Sections = ReadonlyMap<string, string>;

/** Takes the results apart. */
export function readSections(text: string): Map<string, string> {
  const sections = new Map<string, string>();
  let name: string | undefined;
  for (const line of text.split("\n")) {
    const mark = line.match(MARK)?.[1];
    if (mark !== undefined) {
      name = mark;
      sections.set(name, "");
    } else if (name !== undefined) {
      sections.set(name, `${sections.get(name)}${line}\n`);
    }
  }
  for (const [key, section] of sections) sections.set(key, section.trim());
  return sections;
}

/** Puts the results together: all goals at a glance, then the rows in the order of their names. */
export function writeSections(sections: Sections, names: readonly string[]): string {
  const present = names.filter((name) => sections.has(name));
  const goals = present.flatMap((name) => goalRows(sections.get(name)!).map((cells) => [name, ...cells]));
  const missing = names.filter((name) => !sections.has(name));
  const parts = [
    INTRODUCTION,
    tableOf(["row", ...GOALS_HEADER], goals),
    ...missing.length === 0 ? [] : [`Not measured yet: ${missing.join(", ")}.`],
    ...present.map((name) => `<!-- row: ${name} -->\n\n${sections.get(name)}`),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The rows of a section's table of goals: the first table whose header is that of goals. */
function goalRows(section: string): string[][] {
  const rows = section.split("\n").map(cellsOf);
  const from = rows.findIndex((cells) => cells !== undefined && cells.join() === GOALS_HEADER.join());
  if (from < 0) return [];
  const below = rows.slice(from + 2);
  const to = below.findIndex((cells) => cells === undefined);
  return below.slice(0, to < 0 ? below.length : to).map((cells) => cells!);
}

function cellsOf(line: string): string[] | undefined {
  return line.startsWith("|") ? line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim()) : undefined;
}
