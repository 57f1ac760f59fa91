/**
 * One agent by hand, as people write it: lines and `JSON.parse`, nothing checked, everything allowed.
 *
 * @module
 */
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";

/**
 * Runs an agent to its end, and tells whether its turn succeeded.
 *
 * @param {import("./tally.mjs").Tally} tally Takes every message.
 * @param {Record<string, string>} env What the agent sees beside the environment of this process.
 */
export async function runAgent(tally, env = {}) {
  const child = spawn(process.env.BENCH_PRODUCER, {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const write = (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`);
  let succeeded = false;
  write({ type: "user", message: { role: "user", content: "go" } });
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    const message = JSON.parse(line);
    tally.take(message);
    if (message.type === "control_request") {
      const response = { behavior: "allow", updatedInput: message.request.input };
      write({ type: "control_response", response: { subtype: "success", request_id: message.request_id, response } });
    } else if (message.type === "result") {
      succeeded = message.subtype === "success";
      child.stdin.end();
    }
  }
  await exited;
  return succeeded;
}
