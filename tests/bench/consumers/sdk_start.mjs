/** The shortest script with a callback for permissions. The argument is the agent's program. */
import process from "node:process";

const { query } = await import(process.env.BENCH_SDK);
const messages = query({
  prompt: "go",
  options: {
    pathToClaudeCodeExecutable: process.argv[2],
    canUseTool: (_name, input) => Promise.resolve({ behavior: "allow", updatedInput: input }),
  },
});
for await (const message of messages) {
  if (message.type === "result") console.log(JSON.stringify({ good: message.subtype === "success" ? 1 : 0 }));
}
