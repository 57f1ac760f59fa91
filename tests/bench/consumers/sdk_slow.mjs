/**
 * Takes a hundred events a second out of a flood, by the official SDK. It asks nothing itself: the SDK has read everything
 * long before the loop has, closes the agent at the result, and fails what is asked afterwards.
 */
import process from "node:process";
import { SlowWatch } from "./slow_watch.mjs";

const { query } = await import(process.env.BENCH_SDK);
const watch = new SlowWatch();
const messages = query({
  prompt: "go",
  options: {
    pathToClaudeCodeExecutable: process.env.BENCH_PRODUCER,
    includePartialMessages: true,
    canUseTool: (_name, input) => Promise.resolve({ behavior: "allow", updatedInput: input }),
  },
});
for await (const message of messages) {
  await watch.take(message);
  if (watch.done) break;
}
watch.print();
