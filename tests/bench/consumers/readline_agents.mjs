/** Drives as many agents at once as the argument says, by hand. */
import process from "node:process";
import { runAgent } from "./readline_agent.mjs";
import { Tally } from "./tally.mjs";

const tallies = Array.from({ length: Number(process.argv[2]) }, () => new Tally());
const all = new Tally();

all.begin();
const turns = await Promise.all(tallies.map((tally, index) => runAgent(tally, { BENCH_SEED: String(index + 1) })));
all.end();
for (const tally of tallies) all.join(tally);
all.print({ succeeded: turns.filter((succeeded) => succeeded).length });
