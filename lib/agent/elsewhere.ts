import { UsageError } from "../protocol/errors.ts";

/** What other tools for the same CLI call an option, and what it is here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  abortController: 'use "signal", an AbortSignal',
  additionalDirectories: 'it is "addDirs" here',
  allowTools: 'it is "allowedTools", or the operator allowTools',
  canUseTool: "use the operator onPermission",
  customSystemPrompt: 'it is "systemPrompt" here',
  executable: 'use "program", which may be a list of a program and its first arguments',
  executableArgs: 'use "program", which may be a list of a program and its first arguments',
  extraArgs: 'use "args", a list of words',
  hooks: "use the operator onHook",
  maxThinkingTokens: 'use "thinking": { type: "enabled", budgetTokens: … }',
  onElicitation: "use an operator",
  outputFormat: 'use "jsonSchema", the schema itself',
  pathToClaudeCodeExecutable: 'it is "program" here',
  permissionPromptToolName: "permission requests come to this script: use the operator onPermission",
  prompt: "prompts are the first argument of claude()",
  spawnClaudeCodeProcess: 'use "transport", a function that gives a Transport',
  stderr: "subscribe to agent.stderr; agentOf(event) gives the agent",
};

/** Refuses what an option is called elsewhere, and says what it is here. */
export function refuseElsewhere(options: object): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(ELSEWHERE, name)) continue;
    throw new UsageError(`Cannot use the option "${name}": ${ELSEWHERE[name]}`);
  }
}
