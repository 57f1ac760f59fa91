import { UsageError } from "../protocol/errors.ts";
import { inProcessOf } from "../protocol/mcp/in_process.ts";
import { checkExtraArguments } from "./_extra_arguments.ts";
import { checkLaunchOptions } from "./_launch_checks.ts";
import { launchSettings } from "./_launch_settings.ts";
import { thinkingFlags } from "./_thinking.ts";
import type { EnvironmentOptions } from "./environment.ts";
import type { LaunchOptions } from "./launch_options.ts";
import { isListSafe } from "./rule_lists.ts";
import { safeArguments } from "./secrets.ts";

/** A single JSON value on the command line may be this long; what is longer goes into a file. */
const MAX_JSON_LENGTH = 8_000;

const FIXED: readonly string[] = [
  "--output-format",
  "stream-json",
  "--input-format",
  "stream-json",
  "--verbose",
  "--permission-prompt-tool",
  "stdio",
  "--replay-user-messages",
];

/** What the command line depends on besides the options. */
export interface LaunchParts {
  /**
   * Whether a gate stands: then the CLI runs no shell text that a skill or a slash command holds, because it calls no
   * hook for those. Settings that say otherwise themselves win.
   *
   * @default false
   */
  gated?: boolean;
  /**
   * Rules about which the CLI itself is to ask, too. They travel in the settings; where those are a file they are left out.
   *
   * @default none
   */
  askRules?: readonly string[];
}

/**
 * Turns options into the CLI's command line, and refuses what contradicts itself before anything starts.
 *
 * Every value stands in `--flag=value` form, so that none is read as a flag, whatever it holds. Each rule has a flag
 * of its own; a rule that the CLI would tear apart travels in the settings (see `isListSafe`).
 *
 * The settings say that the CLI's bare mode is off, unless they are a file, which is overruled after the start. In bare
 * mode the CLI calls no hook at all, and it can be switched on from a settings file: measured, the `env` of an untrusted
 * project's `.claude/settings.json` does so on 2.1.197, that of the user's own file on 2.1.332 too. What is given by
 * `--settings` overrides both.
 *
 * Where a gate stands they also switch off the shell texts that a skill or a slash command holds (`` !`command` ``).
 * Measured on both: the CLI runs those while it reads the skill, without PreToolUse and without asking, if the skill's
 * own `allowed-tools` say so.
 *
 * `systemPrompt`, `appendSystemPrompt`, `agents`, `jsonSchema` and the like are no part of the command line: they can be
 * long, and `initialize` carries them.
 *
 * @example A model, a rule, a session
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const argv = launchArguments({ model: "sonnet", disallowedTools: ["Bash(git push *)"], resume: "s-1" });
 * assertEquals(argv.slice(8), [
 *   "--model=sonnet",
 *   "--disallowedTools=Bash(git push *)",
 *   '--settings={"env":{"CLAUDE_CODE_SIMPLE":"0","CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"8"}}',
 *   "--resume=s-1",
 * ]);
 * ```
 *
 * @param options The options; those that are no part of the command line are ignored.
 * @param parts What else the command line depends on. @default no gate
 * @returns The words behind the program.
 * @throws {UsageError} If an option has a wrong value, or two contradict each other.
 */
export function launchArguments(
  options: LaunchOptions & Pick<EnvironmentOptions, "stopBlocks">,
  parts: LaunchParts = {},
): string[] {
  const { gated = false, askRules = [] } = parts;
  checkLaunchOptions(options);
  checkExtraArguments(options);
  const argv = [
    ...FIXED,
    ...modelFlags(options),
    ...permissionFlags(options),
    ...(options.tools?.length === 0 ? ["--tools="] : each("--tools", options.tools)),
    ...json("--mcp-config", mcpConfig(options)),
    ...flag("--strict-mcp-config", options.strictMcpConfig),
    ...each("--plugin-dir", options.plugins),
    ...json("--settings", launchSettings(options, { gated, ask: askRules })),
    ...value("--setting-sources", options.settingSources?.join(",")),
    ...sessionFlags(options),
    ...value("--max-turns", options.maxTurns),
    ...value("--max-budget-usd", options.maxBudgetUsd),
    ...each("--add-dir", options.addDirs),
    ...flag("--include-partial-messages", options.includePartialMessages),
    ...flag("--include-hook-events", options.includeHookEvents),
    ...flag("--forward-subagent-text", options.forwardSubagentText),
    ...debugFlags(options),
    ...(options.args ?? []),
  ];
  refuseNul(argv);
  return argv;
}

function modelFlags(options: LaunchOptions): string[] {
  const { fallbackModel } = options;
  return [
    ...value("--model", options.model),
    ...value("--fallback-model", typeof fallbackModel === "string" ? fallbackModel : commaList(fallbackModel)),
    ...value("--effort", options.effort),
    ...thinkingFlags(options.thinking),
    ...value("--task-budget", options.taskBudget),
    ...value("--betas", commaList(options.betas)),
    ...value("--agent", options.agent),
  ];
}

function permissionFlags(options: LaunchOptions): string[] {
  return [
    // "manual" is what newer versions call "default"; both versions take the older name.
    ...value("--permission-mode", options.permissionMode === "manual" ? "default" : options.permissionMode),
    ...flag("--allow-dangerously-skip-permissions", options.allowDangerouslySkipPermissions),
    ...each("--allowedTools", options.allowedTools?.filter(isListSafe)),
    ...each("--disallowedTools", options.disallowedTools?.filter(isListSafe)),
  ];
}

function sessionFlags(options: LaunchOptions): string[] {
  return [
    ...value("--resume", options.resume),
    ...value("--resume-session-at", options.resumeSessionAt),
    ...flag("--fork-session", options.forkSession),
    ...flag("--continue", options.continue),
    ...value("--session-id", options.sessionId),
    ...flag("--no-session-persistence", options.persistSession === false),
  ];
}

function debugFlags({ debug, debugFile }: LaunchOptions): string[] {
  return [
    ...flag("--debug", debug === true),
    ...value("--debug", typeof debug === "object" ? commaList(debug) : undefined),
    ...value("--debug-file", debugFile),
  ];
}

function commaList(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : values.join(",");
}

function flag(name: string, set: boolean | undefined): string[] {
  return set === true ? [name] : [];
}

function value(name: string, given: string | number | undefined): string[] {
  return given === undefined ? [] : [`${name}=${given}`];
}

function each(name: string, values: readonly string[] | undefined): string[] {
  return (values ?? []).map((one) => `${name}=${one}`);
}

function mcpConfig({ mcpServers }: LaunchOptions): string | undefined {
  if (mcpServers === undefined) return undefined;
  // Those that live in the script are told in `initialize`.
  const configured = Object.entries(mcpServers).filter(([, server]) => inProcessOf(server) === undefined);
  const none = configured.length === 0 && Object.keys(mcpServers).length > 0;
  return none ? undefined : JSON.stringify({ mcpServers: Object.fromEntries(configured) });
}

function json(name: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  if (text.length > MAX_JSON_LENGTH) {
    const cure = name === "--settings"
      ? 'pass its path in "settings"'
      : 'pass its path in "args" as "--mcp-config=FILE"';
    throw new UsageError(
      `Cannot put ${text.length} characters on the command line for "${name}", the most is ${MAX_JSON_LENGTH}: ` +
        `write them to a file and ${cure}`,
    );
  }
  return [`${name}=${text}`];
}

function refuseNul(argv: readonly string[]): void {
  const bad = argv.find((word) => word.includes("\0"));
  if (bad === undefined) return;
  throw new UsageError(
    `Cannot put ${
      JSON.stringify(safeArguments([bad], [])[0]!.slice(0, 60))
    } on the command line: it holds a NUL character, remove it`,
  );
}
