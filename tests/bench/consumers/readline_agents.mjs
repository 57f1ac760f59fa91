/** Drives as many agents at once as the argument says, by hand: lines and `JSON.parse`, nothing checked. */
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { Tally } from "./tally.mjs";

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
  const env = { ...process.env, BENCH_SEED: String(seed) };
  const child = spawn(process.env.BENCH_PRODUCER, { env, stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const write = (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`);
  write({ type: "user", message: { role: "user", content: "go" } });
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    const message = JSON.parse(line);
    tally.take(message);
    if (message.type === "control_request") {
      const response = { behavior: "allow", updatedInput: message.request.input };
      write({ type: "control_response", response: { subtype: "success", request_id: message.request_id, response } });
    } else if (message.type === "result") {
      if (message.subtype === "success") succeeded++;
      child.stdin.end();
    }
  }
  await exited;
  return tally;
}
