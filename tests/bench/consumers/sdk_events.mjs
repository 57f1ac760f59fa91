/** Reads all that a run says, by the official SDK. */
import process from "node:process";
import { Tally } from "./tally.mjs";

const { query } = await import(process.env.BENCH_SDK);
const tally = new Tally();

const messages = query({
  prompt: "go",
  options: {
    pathToClaudeCodeExecutable: process.env.BENCH_PRODUCER,
    includePartialMessages: true,
    canUseTool: (_name, input) => Promise.resolve({ behavior: "allow", updatedInput: input }),
  },
});
for await (const message of messages) tally.take(message);
tally.print();
