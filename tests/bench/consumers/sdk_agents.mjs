/** Drives as many agents at once as the argument says, by the official SDK. */
import process from "node:process";
import { ask } from "./sdk_query.mjs";
import { Tally } from "./tally.mjs";

const tallies = Array.from({ length: Number(process.argv[2]) }, () => new Tally());
let succeeded = 0;
const all = new Tally();

all.begin();
await Promise.all(tallies.map(async (tally, index) => {
  for await (const message of ask({ BENCH_SEED: String(index + 1) })) {
    tally.take(message);
    if (message.type === "result" && message.subtype === "success") succeeded++;
  }
}));
all.end();
for (const tally of tallies) all.join(tally);
all.print({ succeeded });
