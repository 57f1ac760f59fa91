import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import { checkChoice, checkList, checkSwitch, checkText, checkWhole, shown } from "./option_checks.ts";
import { checkMcpServers } from "./_mcp_servers.ts";
import { checkSession } from "./_session_checks.ts";
import { checkThinking } from "./_thinking.ts";
import type { LaunchOptions } from "./launch_options.ts";
import { isListSafe } from "./rule_lists.ts";

const MODES: readonly string[] = ["default", "manual", "acceptEdits", "plan", "bypassPermissions", "dontAsk", "auto"];
const EFFORTS: readonly string[] = ["low", "medium", "high", "xhigh", "max"];
const SOURCES: readonly string[] = ["user", "project", "local"];
const LISTS = [
  "allowedTools",
  "disallowedTools",
  "tools",
  "settingSources",
  "addDirs",
  "plugins",
  "betas",
] as const;
const TEXTS = ["model", "agent", "resume", "resumeSessionAt", "sessionId", "outputStyle", "debugFile"] as const;
const SWITCHES = [
  "forkSession",
  "continue",
  "includePartialMessages",
  "includeHookEvents",
  "forwardSubagentText",
  "allowDangerouslySkipPermissions",
  "strictMcpConfig",
  "persistSession",
] as const;

/** Refuses values of the wrong kind and options that contradict each other. */
export function checkLaunchOptions(options: LaunchOptions): void {
  for (const name of TEXTS) checkText(name, options[name]);
  for (const name of LISTS) checkList(name, options[name]);
  for (const name of SWITCHES) checkSwitch(name, options[name]);
  checkList("args", options.args, { mayBeEmpty: true });
  checkChoices(options);
  checkNumbers(options);
  checkWords(options);
  checkThinking(options.thinking);
  checkMcpServers(options.mcpServers);
  checkSettings(options.settings);
  checkSession(options);
}

function checkChoices({ permissionMode, effort, settingSources, tools }: LaunchOptions): void {
  checkChoice("permissionMode", permissionMode, { choices: MODES, what: "modes" });
  // Measured on both: the CLI goes on with its own effort where it does not know the one given.
  checkChoice("effort", effort, { choices: EFFORTS, what: "levels" });
  for (const source of settingSources ?? []) {
    if (SOURCES.includes(source)) continue;
    throw new UsageError(`Cannot use ${shown(source)} in "settingSources": the sources are ${SOURCES.join(", ")}`);
  }
  const torn = tools?.find((name) => !isListSafe(name));
  if (torn !== undefined) {
    throw new UsageError(`Cannot use ${shown(torn)} in "tools": give one tool's name a text, without spaces or commas`);
  }
}

function checkNumbers({ maxTurns, maxBudgetUsd, taskBudget }: LaunchOptions): void {
  checkWhole("maxTurns", maxTurns);
  checkWhole("taskBudget", taskBudget);
  if (maxBudgetUsd !== undefined && !(Number.isFinite(maxBudgetUsd) && maxBudgetUsd > 0)) {
    throw new UsageError(`Cannot use ${shown(maxBudgetUsd)} as "maxBudgetUsd": give a number of dollars above 0`);
  }
}

/** Names that travel in lists with commas between. */
function checkWords({ fallbackModel, betas, debug }: LaunchOptions): void {
  if (Array.isArray(fallbackModel)) checkList("fallbackModel", fallbackModel, { word: true });
  else checkText("fallbackModel", fallbackModel);
  checkList("betas", betas, { word: true });
  if (debug === undefined || typeof debug === "boolean") return;
  if (!Array.isArray(debug) || debug.length === 0) {
    throw new UsageError(
      `Cannot use ${shown(debug)} as "debug": give true, or a list of categories such as ["hooks", "mcp"]`,
    );
  }
  checkList("debug", debug, { word: true });
}

function checkSettings(settings: unknown): void {
  if (settings === undefined || isRecord(settings)) return;
  if (typeof settings !== "string" || settings.trim() === "") {
    throw new UsageError(`Cannot use ${shown(settings)} as "settings": give an object, or the path of a file`);
  }
}
