import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import type { LaunchOptions } from "./launch_options.ts";
import { isListSafe } from "./rule_lists.ts";

const MODES: readonly string[] = ["default", "manual", "acceptEdits", "plan", "bypassPermissions", "dontAsk", "auto"];
const SOURCES: readonly string[] = ["user", "project", "local"];
const LISTS = ["allowedTools", "disallowedTools", "tools", "settingSources", "addDirs", "args"] as const;
const TEXTS = ["model", "fallbackModel", "resume", "sessionId"] as const;
const SWITCHES = ["forkSession", "continue", "includePartialMessages"] as const;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Refuses values of the wrong kind and options that contradict each other. */
export function checkLaunchOptions(options: LaunchOptions): void {
  for (const name of TEXTS) checkText(name, options[name]);
  for (const name of LISTS) checkList(name, options[name]);
  for (const name of SWITCHES) checkSwitch(name, options[name]);
  checkChoices(options);
  checkNumbers(options);
  checkObjects(options);
  checkSession(options);
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? String(value);
}

function checkText(name: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== "string" || value.trim() === "") {
    throw new UsageError(`Cannot use ${shown(value)} as "${name}": give a text that is not empty, or leave it out`);
  }
}

function checkSwitch(name: string, value: unknown): void {
  if (value === undefined || typeof value === "boolean") return;
  throw new UsageError(`Cannot use ${shown(value)} as "${name}": give true or false`);
}

function checkList(name: string, value: unknown): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) {
    throw new UsageError(`Cannot use ${shown(value)} as "${name}": give a list of texts, such as [${shown(value)}]`);
  }
  for (const one of value) {
    if (typeof one === "string" && (one.trim() !== "" || name === "args")) continue;
    throw new UsageError(`Cannot use ${shown(one)} in "${name}": give texts that are not empty`);
  }
}

function checkChoices({ permissionMode, settingSources, tools }: LaunchOptions): void {
  if (permissionMode !== undefined && !MODES.includes(permissionMode)) {
    throw new UsageError(
      `Cannot use ${shown(permissionMode)} as "permissionMode": the modes are ${MODES.join(", ")}`,
    );
  }
  for (const source of settingSources ?? []) {
    if (SOURCES.includes(source)) continue;
    throw new UsageError(`Cannot use ${shown(source)} in "settingSources": the sources are ${SOURCES.join(", ")}`);
  }
  const torn = tools?.find((name) => !isListSafe(name));
  if (torn !== undefined) {
    throw new UsageError(`Cannot use ${shown(torn)} in "tools": give one tool's name a text, without spaces or commas`);
  }
}

function checkNumbers({ maxTurns, maxBudgetUsd }: LaunchOptions): void {
  if (maxTurns !== undefined && !(Number.isSafeInteger(maxTurns) && maxTurns > 0)) {
    throw new UsageError(`Cannot use ${shown(maxTurns)} as "maxTurns": give a whole number above 0`);
  }
  if (maxBudgetUsd !== undefined && !(Number.isFinite(maxBudgetUsd) && maxBudgetUsd > 0)) {
    throw new UsageError(`Cannot use ${shown(maxBudgetUsd)} as "maxBudgetUsd": give a number of dollars above 0`);
  }
}

function checkObjects({ mcpServers, settings }: LaunchOptions): void {
  if (mcpServers !== undefined && !isRecord(mcpServers)) {
    throw new UsageError(`Cannot use ${shown(mcpServers)} as "mcpServers": give an object with one entry a server`);
  }
  if (settings === undefined || isRecord(settings)) return;
  if (typeof settings !== "string" || settings.trim() === "") {
    throw new UsageError(`Cannot use ${shown(settings)} as "settings": give an object, or the path of a file`);
  }
}

function checkSession(options: LaunchOptions): void {
  const { resume, sessionId, forkSession } = options;
  const goesOn = resume !== undefined || options.continue === true;
  if (resume !== undefined && options.continue === true) {
    throw new UsageError(
      'Cannot use "resume" with "continue": each names a session to go on with, keep one of the two',
    );
  }
  if (forkSession === true && !goesOn) {
    throw new UsageError('Cannot use "forkSession" alone: say what to fork with "resume" or "continue"');
  }
  if (sessionId === undefined) return;
  if (!UUID.test(sessionId)) {
    throw new UsageError(
      `Cannot use ${shown(sessionId)} as "sessionId": it must be a UUID, such as crypto.randomUUID() gives`,
    );
  }
  if (goesOn && forkSession !== true) {
    throw new UsageError(
      `Cannot use "sessionId" with "${
        resume === undefined ? "continue" : "resume"
      }": a session that goes on keeps its ` +
        'id; set "forkSession" to go on under a new one',
    );
  }
}
