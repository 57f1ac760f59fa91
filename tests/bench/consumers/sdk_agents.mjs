/** Drives as many agents at once as the argument says, by the official SDK. */
import process from "node:process";
import { Tally } from "./tally.mjs";

const { query } = await import(process.env.BENCH_SDK);
const agents = Number(process.argv[2]);
let succeeded = 0;
const all = new Tally();

all.begin();
const tallies = await Promise.all(Array.from({ length: agents }, (_, index) => run(index + 1)));
all.end();
for (const tally of tallies) all.join(tally);
all.print({ succeeded });

async function run(seed) {
  const tally = new Tally();
  const messages = query({
    prompt: "go",
    options: {
      pathToClaudeCodeExecutable: process.env.BENCH_PRODUCER,
      includePartialMessages: true,
      env: { ...process.env, BENCH_SEED: String(seed) },
      canUseTool: (_name, input) => Promise.resolve({ behavior: "allow", updatedInput: input }),
    },
  });
  for await (const message of messages) {
    tally.take(message);
    if (message.type === "result" && message.subtype === "success") succeeded++;
  }
  return tally;
}
