import { onDeno, onNode, sdkOnDeno } from "../contestants.ts";
import { quotient, sideBySide } from "../side_by_side.ts";
import type { Case, Measurement, Quantity, Row } from "../types.ts";
import { answersAll } from "./permissions.ts";
import { peakMemory } from "./_quantities.ts";

const AGENTS = 100;
/** In milliseconds: longer than anybody would wait for the stream's end. */
const HOLD_MS = 3000;

const turnstream = onDeno("Turnstream", "consumers/turnstream_agents.ts", String(AGENTS));

const many: Case = {
  name: `${AGENTS} agents at once, 1000 events and a permission request each`,
  work: { BENCH_REQUESTS: 1, BENCH_BURST: 500, BENCH_EVENTS: 500 },
  contestants: [
    turnstream,
    onNode("SDK on Node", "consumers/sdk_agents.mjs", String(AGENTS)),
    sdkOnDeno("SDK on Deno", "consumers/sdk_agents.mjs", String(AGENTS)),
    onNode("readline on Node", "consumers/readline_agents.mjs", String(AGENTS)),
  ],
  check: complete,
};
const held: Case = {
  name: "a grandchild holds the pipe",
  work: { BENCH_EVENTS: 1000, BENCH_HOLD_MS: HOLD_MS },
  contestants: [onDeno("Turnstream", "consumers/turnstream_grandchild.ts")],
};

const wall: Quantity = { name: "wall s", of: ({ values }) => values.seconds! };
const cpu: Quantity = { name: "CPU s", of: ({ values }) => values.cpuSeconds! };
const lag: Quantity = {
  name: "exit to end s",
  of: ({ values, reports }) => values.endedAtMs! / 1000 - reports[0]!.ended / 1e9,
};
const place = { case: many.name, contestant: turnstream.name, quantity: wall.name };

const atOnce = sideBySide({
  number: 7,
  name: "agents",
  title: "Many agents at once",
  about: [
    "From the first start until the last agent has ended. Every event of every agent is counted and summed up, and no two " +
    "agents say the same. When Turnstream's stream has ended, none of its processes may be there.",
  ],
  cases: [many],
  quantities: [wall, cpu, peakMemory],
  goals: [
    { text: "wall", atMost: 0.5, of: quotient(place) },
    { text: "CPU", atMost: 0.55, of: quotient({ ...place, quantity: cpu.name }) },
  ],
});
const afterExit = sideBySide({
  ...atOnce,
  about: [
    "The time from the agent's exit to the end of the stream, while a process that the agent has left behind holds its " +
    `standard output open for ${HOLD_MS / 1000} s.`,
  ],
  cases: [held],
  quantities: [lag],
  goals: [{
    text: "end of the stream after the exit",
    atMost: 0.5,
    unit: "s",
    of: (round) => round({ ...place, case: held.name, quantity: lag.name }),
  }],
});

/** Many agents in one process, and how a run ends whose agent leaves something behind. */
export const agents: Row = {
  ...atOnce,
  run: async (bench) => {
    const sections = [await atOnce.run(bench), await afterExit.run(bench)];
    return { goals: sections.flatMap(({ goals }) => goals), body: sections.flatMap(({ body }) => body) };
  },
};

function complete(measurement: Measurement): string | undefined {
  const { values: { succeeded, left }, reports } = measurement;
  if (reports.length !== AGENTS) return `${reports.length} of ${AGENTS} agents wrote their reports`;
  if (succeeded !== AGENTS) return `${succeeded} of ${AGENTS} turns succeeded`;
  if (left !== undefined) {
    if (left !== 0) return `${left} of its processes were there when the stream had ended`;
    const still = reports.filter(({ pid }) => isThere(pid)).length;
    if (still !== 0) return `${still} of its processes were left behind`;
  }
  return answersAll(AGENTS)(measurement);
}

/** Whether there is such a process; where the system does not tell, there is none. */
function isThere(pid: number): boolean {
  try {
    return Deno.statSync(`/proc/${pid}`).isDirectory;
  } catch {
    return false;
  }
}
