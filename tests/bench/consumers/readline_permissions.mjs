/** Allows what a run asks, by hand: lines and `JSON.parse`, nothing checked. */
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { Tally } from "./tally.mjs";

const tally = new Tally();
const child = spawn(process.env.BENCH_PRODUCER, { stdio: ["pipe", "pipe", "inherit"] });
write({ type: "user", message: { role: "user", content: "go" } });
for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
  const message = JSON.parse(line);
  tally.take(message);
  if (message.type === "control_request") {
    const response = { behavior: "allow", updatedInput: message.request.input };
    write({ type: "control_response", response: { subtype: "success", request_id: message.request_id, response } });
  } else if (message.type === "result") {
    child.stdin.end();
  }
}
tally.print();

function write(frame) {
  child.stdin.write(`${JSON.stringify(frame)}\n`);
}
