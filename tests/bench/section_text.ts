import { LEAST_ROUNDS } from "./arguments.ts";
import { goalsTable } from "./goals.ts";
import { NODE_MAJOR } from "./setup/find_node.ts";
import type { Row, Section, Setup } from "./types.ts";

/** From how many busy cores on the results say that the machine had other work. */
const BUSY = 0.5;

/** When and how often a row was measured. */
export interface Occasion {
  /** The day, as 2026-01-31. */
  date: string;
  /** How many rounds were asked for. */
  rounds: number;
  /** How many cores others kept busy right before. */
  busy: number;
}

/** A row's part of the results, in markdown. */
export function sectionText(row: Row, section: Section, setup: Setup, occasion: Occasion): string {
  return [
    titleOf(row),
    goalsTable(section.goals),
    ...section.body,
    surroundings(setup, { ...occasion, rounds: section.rounds ?? occasion.rounds }),
  ].join("\n\n");
}

/** The same for a row that failed: what was measured before does not stand for today. */
export function failureText(row: Row, message: string, setup: Setup, occasion: Occasion): string {
  const [first = ""] = message.split("\n");
  return [titleOf(row), `**Failed:** ${first}`, surroundings(setup, occasion)].join("\n\n");
}

function titleOf({ number, title }: Row): string {
  return `## ${number}. ${title}`;
}

function surroundings({ producerKind, versions, machine, canPin }: Setup, { date, rounds, busy }: Occasion): string {
  const names: Record<string, string> = { turnstream: "Turnstream", deno: "Deno", node: "Node", sdk: "SDK" };
  const all = Object.entries(versions).map(([name, version]) => `${names[name] ?? name} ${version}`).join(", ");
  const notes = [
    `${date}; ${rounds} round${rounds === 1 ? "" : "s"}; ${all}; ${machine.cpu}, ${machine.cores} cores.`,
    rounds < LEAST_ROUNDS ? `Fewer than ${LEAST_ROUNDS} rounds say little.` : "",
    producerKind === "C"
      ? "Producer: the C program."
      : "Producer: its Deno twin (no C compiler, or --twin), which holds the fastest back.",
    versions.node?.startsWith(`${NODE_MAJOR}.`) ? "" : `Node is not version ${NODE_MAJOR}, which the goals speak of.`,
    canPin ? "" : "Nothing could be tied to one core, for want of `taskset`.",
    busy > BUSY ? `The machine was busy: others used ${busy.toFixed(1)} cores right before.` : "",
  ];
  return notes.filter((note) => note !== "").join(" ");
}
