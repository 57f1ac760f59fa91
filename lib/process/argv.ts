import { UsageError } from "../protocol/errors.ts";
import { checkExtraArguments } from "./_extra_arguments.ts";
import { checkLaunchOptions } from "./_launch_checks.ts";
import { launchSettings } from "./_launch_settings.ts";
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
 * `systemPrompt`, `appendSystemPrompt`, `agents` and `jsonSchema` are no part of the command line: they can be long,
 * and `initialize` carries them.
 *
 * @example A model, a rule, a session
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const argv = launchArguments({ model: "sonnet", disallowedTools: ["Bash(git push *)"], resume: "s-1" });
 * assertEquals(argv.slice(8), [
 *   "--model=sonnet",
 *   "--disallowedTools=Bash(git push *)",
 *   '--settings={"env":{"CLAUDE_CODE_SIMPLE":"0"}}',
 *   "--resume=s-1",
 * ]);
 * ```
 *
 * @param options The options; those that are no part of the command line are ignored.
 * @returns The words behind the program.
 * @throws {UsageError} If an option has a wrong value, or two contradict each other.
 */
export function launchArguments(options: LaunchOptions): string[] {
  checkLaunchOptions(options);
  checkExtraArguments(options);
  const argv = [
    ...FIXED,
    ...value("--model", options.model),
    ...value("--fallback-model", options.fallbackModel),
    // "manual" is what newer versions call "default"; both versions take the older name.
    ...value("--permission-mode", options.permissionMode === "manual" ? "default" : options.permissionMode),
    ...each("--allowedTools", options.allowedTools?.filter(isListSafe)),
    ...each("--disallowedTools", options.disallowedTools?.filter(isListSafe)),
    ...(options.tools?.length === 0 ? ["--tools="] : each("--tools", options.tools)),
    ...json("--mcp-config", mcpConfig(options)),
    ...json("--settings", launchSettings(options)),
    ...value("--setting-sources", options.settingSources?.join(",")),
    ...value("--resume", options.resume),
    ...flag("--fork-session", options.forkSession),
    ...flag("--continue", options.continue),
    ...value("--session-id", options.sessionId),
    ...value("--max-turns", options.maxTurns),
    ...value("--max-budget-usd", options.maxBudgetUsd),
    ...each("--add-dir", options.addDirs),
    ...flag("--include-partial-messages", options.includePartialMessages),
    ...(options.args ?? []),
  ];
  refuseNul(argv);
  return argv;
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
  return mcpServers === undefined ? undefined : JSON.stringify({ mcpServers });
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
