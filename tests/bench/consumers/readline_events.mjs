/** Reads all that a run says, by hand: lines and `JSON.parse`, nothing answered. */
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { Tally } from "./tally.mjs";

const tally = new Tally();
const child = spawn(process.env.BENCH_PRODUCER, { stdio: ["pipe", "pipe", "inherit"] });
child.stdin.write('{"type":"user","message":{"role":"user","content":"go"}}\n');
for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
  const message = JSON.parse(line);
  tally.take(message);
  if (message.type === "result") child.stdin.end();
}
tally.print();
