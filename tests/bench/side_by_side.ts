import { goalResult } from "./goals.ts";
import { median, orderOf } from "./statistics.ts";
import { figure, ratio, tableOf } from "./table.ts";
import type { Bench, Case, Goal, Measurement, Place, Quantity, Round, Row, Section } from "./types.ts";

/** The contestant that all others are compared with. */
export const REFERENCE = "SDK on Node";

/** A row in which several do the same work in turn. */
export interface Comparison extends Omit<Row, "run"> {
  /** What is timed, in sentences of markdown. */
  about: readonly string[];
  cases: readonly Case[];
  quantities: readonly Quantity[];
  goals: readonly Goal[];
}

/** Makes a row of rounds, in each of which every contestant does every case once. */
export function sideBySide({ about, cases, quantities, goals, ...row }: Comparison): Row {
  return {
    ...row,
    run: async (bench): Promise<Section> => {
      const rounds: Round[] = [];
      for (let round = 0; round < bench.rounds; round++) {
        bench.say(`${row.name}: round ${round + 1} of ${bench.rounds}`);
        rounds.push(await oneRound(bench, cases, quantities, round));
      }
      return {
        goals: goals.map((goal) => goalResult(goal, rounds.map(goal.of))),
        body: [...about, ...cases.flatMap((one) => describe(one, quantities, rounds))],
      };
    },
  };
}

/** A goal's number: a contestant's quantity, divided by that of another or of another case. */
export function quotient(place: Place, by: Partial<Place> = { contestant: REFERENCE }): (round: Round) => number {
  return (round) => round(place) / round({ ...place, ...by });
}

async function oneRound(bench: Bench, cases: readonly Case[], quantities: readonly Quantity[], round: number) {
  const numbers = new Map<string, number>();
  for (const one of cases) {
    for (const contestant of orderOf(one.contestants, round)) {
      const measurement: Measurement = await bench.measure(contestant, one);
      for (const quantity of quantities) {
        numbers.set(
          keyOf({ case: one.name, contestant: contestant.name, quantity: quantity.name }),
          quantity.of(measurement, one),
        );
      }
    }
  }
  return (place: Place) => {
    const number = numbers.get(keyOf(place));
    if (number === undefined) throw new Error(`The row measures no ${keyOf(place)}`);
    return number;
  };
}

function keyOf(place: Place): string {
  return `"${place.quantity}" of "${place.contestant}" in "${place.case}"`;
}

/** The table of a case: the median of each number, and the median of its ratios to the reference in the same round. */
function describe(one: Case, quantities: readonly Quantity[], rounds: readonly Round[]): string[] {
  const compared = one.contestants.some(({ name }) => name === REFERENCE);
  const header = ["contestant", ...quantities.flatMap(({ name }) => compared ? [name, "÷ SDK"] : [name])];
  const rows = one.contestants.map((contestant) => [
    contestant.name,
    ...quantities.flatMap((quantity) => {
      const place = { case: one.name, contestant: contestant.name, quantity: quantity.name };
      const middle = figure(median(rounds.map((round) => round(place))));
      return compared ? [middle, ratio(median(rounds.map(quotient(place))))] : [middle];
    }),
  ]);
  return [`**${one.name}**`, tableOf(header, rows)];
}
