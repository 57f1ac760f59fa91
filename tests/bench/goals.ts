import { median } from "./statistics.ts";
import { ratio, tableOf } from "./table.ts";
import type { Goal, GoalResult } from "./types.ts";

/** Holds the median of what each round gave against the goal. */
export function goalResult(goal: Omit<Goal, "of">, numbers: readonly number[]): GoalResult {
  const { text, atLeast, atMost, unit = "×" } = goal;
  if ((atLeast === undefined) === (atMost === undefined)) {
    throw new Error(`The goal "${text}" needs either atLeast or atMost`);
  }
  const today = median(numbers);
  return {
    text,
    wanted: atLeast === undefined ? `at most ${atMost} ${unit}` : `at least ${atLeast} ${unit}`,
    today: Number.isFinite(today) ? `${ratio(today)} ${unit}` : "n/a",
    reached: Number.isFinite(today) ? (atLeast === undefined ? today <= atMost! : today >= atLeast) : undefined,
  };
}

/** The header of a table of goals. */
export const GOALS_HEADER: readonly string[] = ["goal", "wanted", "today", ""];

/** The goals of a row as a table. */
export function goalsTable(goals: readonly GoalResult[]): string {
  return tableOf(GOALS_HEADER, goals.map(cellsOf));
}

function cellsOf({ text, wanted, today, reached }: GoalResult): string[] {
  return [text, wanted, today, reached === undefined ? "not measured" : reached ? "reached" : "not reached"];
}
