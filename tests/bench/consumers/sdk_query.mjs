/**
 * One run by the official SDK, as its documentation has it: a prompt, and a callback that allows what is asked.
 *
 * @module
 */
import process from "node:process";

const { query } = await import(process.env.BENCH_SDK);

/**
 * Gives the messages of a run.
 *
 * @param {Record<string, string>} env What the agent sees beside the environment of this process.
 */
export function ask(env = {}) {
  return query({
    prompt: "go",
    options: {
      pathToClaudeCodeExecutable: process.env.BENCH_PRODUCER,
      includePartialMessages: true,
      env: { ...process.env, ...env },
      canUseTool: (_name, input) => Promise.resolve({ behavior: "allow", updatedInput: input }),
    },
  });
}
