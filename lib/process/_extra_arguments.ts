import { UsageError } from "../protocol/errors.ts";
import type { LaunchOptions } from "./launch_options.ts";

const PROTOCOL = "it is what Turnstream speaks through";
const ELSEWHERE = "the agent would run elsewhere, where this script cannot hold it";

/** Flags that are never taken from `args`, and why not. */
const REFUSED: Readonly<Record<string, string>> = {
  "--output-format": PROTOCOL,
  "--input-format": PROTOCOL,
  "--permission-prompt-tool": "permission requests would not reach this script",
  "--permission-prompts": "permission requests would not reach this script",
  "--sdk-url": PROTOCOL,
  // Measured on 2.1.332 and 2.1.197: hooks are then accepted and never called.
  "--bare": "the CLI calls no hook then, so that no gate would hold",
  "--bg": ELSEWHERE,
  "--background": ELSEWHERE,
  "--cloud": ELSEWHERE,
  "--desktop": ELSEWHERE,
  "--teleport": ELSEWHERE,
  "--settings": 'of two the CLI takes the last; use the option "settings"',
  "--allowedTools": 'a rule can be torn apart there; use the option "allowedTools"',
  "--allowed-tools": 'a rule can be torn apart there; use the option "allowedTools"',
  "--disallowedTools": 'a rule can be torn apart there; use the option "disallowedTools"',
  "--disallowed-tools": 'a rule can be torn apart there; use the option "disallowedTools"',
};

/** Options that `initialize` carries: where a flag says something else, one of the two is lost without a word. */
type InitializeOption = "systemPrompt" | "appendSystemPrompt" | "jsonSchema" | "agents" | "title";

/** Flags that may stand in `args` as long as the option that writes them is not given too. */
const OPTION_OF: Readonly<Record<string, keyof LaunchOptions | InitializeOption>> = {
  "--model": "model",
  "--fallback-model": "fallbackModel",
  "--permission-mode": "permissionMode",
  "--tools": "tools",
  "--setting-sources": "settingSources",
  "--resume": "resume",
  "-r": "resume",
  "--fork-session": "forkSession",
  "--continue": "continue",
  "-c": "continue",
  "--session-id": "sessionId",
  "--max-turns": "maxTurns",
  "--max-budget-usd": "maxBudgetUsd",
  "--effort": "effort",
  "--thinking": "thinking",
  "--thinking-display": "thinking",
  "--max-thinking-tokens": "thinking",
  "--task-budget": "taskBudget",
  "--betas": "betas",
  "--agent": "agent",
  "--resume-session-at": "resumeSessionAt",
  "--no-session-persistence": "persistSession",
  "--strict-mcp-config": "strictMcpConfig",
  "--allow-dangerously-skip-permissions": "allowDangerouslySkipPermissions",
  "--dangerously-skip-permissions": "permissionMode",
  "--include-partial-messages": "includePartialMessages",
  "--include-hook-events": "includeHookEvents",
  "--forward-subagent-text": "forwardSubagentText",
  "--debug": "debug",
  "-d": "debug",
  "--debug-file": "debugFile",
  "--system-prompt": "systemPrompt",
  "--system-prompt-file": "systemPrompt",
  "--append-system-prompt": "appendSystemPrompt",
  "--append-system-prompt-file": "appendSystemPrompt",
  "--json-schema": "jsonSchema",
  "--agents": "agents",
  "--name": "title",
  "-n": "title",
};

/** Refuses in `args` what breaks the protocol or a gate, and what says the same as an option. */
export function checkExtraArguments(options: LaunchOptions & { readonly [Name in InitializeOption]?: unknown }): void {
  for (const word of options.args ?? []) {
    // The CLI looks for "--bare" among the words up to this one, and so do we.
    if (word === "--") return;
    const name = flagOf(word);
    const reason = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
    if (reason !== undefined) throw new UsageError(`Cannot pass "${name}" in "args": ${reason}`);
    const option = Object.hasOwn(OPTION_OF, name) ? OPTION_OF[name] : undefined;
    if (option !== undefined && options[option] !== undefined) {
      throw new UsageError(`Cannot pass "${name}" in "args" beside the option "${option}": keep one of the two`);
    }
  }
}

/** The flag of a word: what stands before the equals sign, and of a short one the letter, to which its value may stick. */
function flagOf(word: string): string {
  return /^-[A-Za-z]/.test(word) ? word.slice(0, 2) : word.split("=", 1)[0] ?? word;
}
