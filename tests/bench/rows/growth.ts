import { onDeno, turnstream } from "../contestants.ts";
import { goalResult } from "../goals.ts";
import { exponentOf, median, type Point, quantile } from "../statistics.ts";
import { figure, ratio, tableOf } from "../table.ts";
import type { Bench, Case, Contestant, GoalResult, Measurement, Row, Section, Work } from "../types.ts";
import { answersAll } from "./permissions.ts";

/** What counts as linear, noise and collections of garbage included: a unit costs twice as much in work of a hundred times the size. */
const LINEAR = 1.15;
const REQUESTS = 1500;

/** Work of several sizes, and what it costs. */
interface Series {
  /** What grows, for tables and goals. */
  name: string;
  /** What stands above the costs. */
  cost: string;
  /** What stands above the costs of one unit. */
  unitCost: string;
  /** The smallest first. */
  steps: readonly Step[];
  /** Finds the cost of a whole step. */
  costOf: (measurement: Measurement) => number;
}

interface Step {
  size: number;
  label: string;
  /** What the cost is divided by, for the cost of one unit. */
  units: number;
  contestant: Contestant;
  work: Case;
}

const milliseconds = ({ values }: Measurement) => values.cpuSeconds! * 1000;

const events: Series = {
  name: "events",
  cost: "CPU ms",
  unitCost: "CPU ms per 1000",
  costOf: milliseconds,
  steps: [10_000, 100_000, 1_000_000].map((size) =>
    step({ size, label: `${figure(size)} events`, units: size / 1000, work: { BENCH_EVENTS: size } })
  ),
};

/** As many bytes at each length. */
const lines: Series = {
  name: "length of a line",
  cost: "CPU ms per line",
  unitCost: "CPU ms per MB",
  costOf: ({ values }) => values.cpuSeconds! * 1000 / values.events!,
  steps: [["10 KB", 10_000, 10_000], ["1 MB", 1_000_000, 100], ["50 MB", 50_000_000, 2]].map(([label, size, count]) =>
    step({
      size: Number(size),
      label: `${label} lines`,
      units: Number(size) / 1e6,
      work: { BENCH_KIND: "text", BENCH_BYTES: size!, BENCH_EVENTS: count! },
    })
  ),
};

const agents: Series = {
  name: "agents",
  cost: "CPU ms",
  unitCost: "CPU ms per agent",
  costOf: milliseconds,
  steps: [1, 10, 100].map((size) =>
    step({
      size,
      label: `${size} agent${size === 1 ? "" : "s"} with 10k events`,
      units: size,
      work: { BENCH_EVENTS: 10_000 },
      contestant: onDeno("Turnstream", "consumers/turnstream_agents.ts", String(size)),
    })
  ),
};

/** The first one is a function in place of rules: what a round trip costs without any. */
const rules: readonly Step[] = [0, 20, 200].map((size) =>
  step({
    size,
    label: size === 0 ? "a function" : `${size} rules`,
    units: size,
    work: { BENCH_REQUESTS: REQUESTS },
    contestant: onDeno("Turnstream", "consumers/turnstream_permissions.ts", String(size)),
    answered: REQUESTS,
  })
);

/** How costs grow with the work. */
export const growth: Row = { number: 8, name: "growth", title: "Growth", run };

async function run(bench: Bench): Promise<Section> {
  const parts: { goals: readonly GoalResult[]; body: readonly string[] }[] = [];
  for (const series of [events, lines, agents]) parts.push(await grow(bench, series));
  parts.push(await growRules(bench));
  return {
    goals: parts.flatMap(({ goals }) => goals),
    body: [
      "Turnstream alone. The exponent is that of the power of the size which fits the costs best, by least squares on " +
      "logarithms: 1 is linear, less where the first events of a process, which are the dearest, weigh in the smaller costs. So it is " +
      "told between the two largest sizes too, and the larger of both counts.",
      ...parts.flatMap(({ body }) => body),
    ],
  };
}

async function grow(bench: Bench, series: Series): Promise<Section> {
  const { name, steps, cost, unitCost } = series;
  const rounds = await measureAll(bench, name, steps, series.costOf);
  const middles = steps.map((_, index) => median(rounds.map((costs) => costs[index]!)));
  const exponents = rounds.map((costs) => exponentOf(pointsOf(steps, costs)));
  const last = rounds.map((costs) => exponentOf(pointsOf(steps, costs).slice(-2)));
  const worse = exponents.map((exponent, round) => Math.max(exponent, last[round]!));
  const rows = steps.map(({ label, units }, index) => [
    label,
    figure(middles[index]!),
    figure(middles[index]! / units),
  ]);
  return {
    goals: [goalResult({ text: `growth with ${name}`, atMost: LINEAR, unit: "as exponent" }, worse)],
    body: [
      `**${name}**`,
      tableOf(["work", cost, unitCost], rows),
      `Exponent ${ratio(median(exponents))}; between the two largest ${ratio(median(last))}.`,
    ],
  };
}

async function growRules(bench: Bench): Promise<Section> {
  const costOf = ({ reports }: Measurement) => quantile(reports[0]!.trips, 0.5) / 1000;
  const rounds = await measureAll(bench, "rules", rules, costOf);
  const trips = rounds.map((costs) => costs.slice(1));
  const decisions = rounds.map(([none, ...costs]) => costs.map((cost) => cost - none!));
  const rows = rules.map(({ label }, index) => [
    label,
    figure(median(rounds.map((costs) => costs[index]!))),
    index === 0 ? "" : figure(median(decisions.map((costs) => costs[index - 1]!))),
  ]);
  const exponent = (all: readonly (readonly number[])[]) =>
    ratio(median(all.map((costs) => exponentOf(pointsOf(rules.slice(1), costs)))));
  const goal = { atMost: 2, unit: "×" };
  return {
    goals: [
      goalResult(
        { ...goal, text: "200 rules against 20: the round trip" },
        trips.map(([few, many]) => many! / few!),
      ),
      goalResult(
        { ...goal, text: "200 rules against 20: what the rules add" },
        decisions.map(([few, many]) => many! / few!),
      ),
    ],
    body: [
      "**rules**",
      "The p50 of permission round trips, idle and on one core, and what is left of it without that of a policy that is one " +
      "function.",
      tableOf(["policy", "p50 µs", "the rules µs"], rows),
      `Exponent from 20 rules to 200: ${exponent(trips)}; of what the rules add ${exponent(decisions)}.`,
    ],
  };
}

function pointsOf(steps: readonly Step[], costs: readonly number[]): Point[] {
  return costs.map((cost, index) => ({ size: steps[index]!.size, cost }));
}

/** What each step cost, round by round. */
async function measureAll(
  bench: Bench,
  name: string,
  steps: readonly Step[],
  costOf: (measurement: Measurement) => number,
): Promise<number[][]> {
  const rounds: number[][] = [];
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`growth with ${name}: round ${round + 1} of ${bench.rounds}`);
    const costs: number[] = [];
    for (const { contestant, work } of steps) costs.push(costOf(await bench.measure(contestant, work)));
    rounds.push(costs);
  }
  return rounds;
}

interface StepOptions {
  size: number;
  label: string;
  units: number;
  work: Work;
  contestant?: Contestant;
  /** How many requests have to be answered; then one core has to do. */
  answered?: number;
}

function step({ size, label, units, work, contestant = turnstream, answered }: StepOptions): Step {
  const one: Case = {
    name: label,
    work,
    contestants: [contestant],
    ...answered === undefined ? {} : { oneCore: true, check: answersAll(answered) },
  };
  return { size, label, units, contestant, work: one };
}
