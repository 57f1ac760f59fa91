import type { ClaudeOptions } from "../../agent/options.ts";
import { UsageError } from "../../protocol/errors.ts";
import type { PermissionMode } from "../../protocol/messages.ts";

/** A flag that takes a value. */
export interface Flag {
  /** What the value is, for the help text. */
  readonly takes: string;
  /** What the flag does. */
  readonly says: string;
  /** Whether it may stand there without text: `--flag=`. */
  readonly mayBeEmpty?: boolean;
  /** Writes the value into the options, or throws. */
  readonly put: (options: ClaudeOptions, value: string) => void;
}

const MODES: readonly PermissionMode[] = [
  "default",
  "manual",
  "acceptEdits",
  "plan",
  "bypassPermissions",
  "dontAsk",
  "auto",
];

const SOURCES = ["user", "project", "local"] as const;

/** The flags that take a value, by name. */
export const FLAGS: Readonly<Record<string, Flag>> = {
  "model": { takes: "name", says: "The model", put: (options, value) => options.model = value },
  "permission-mode": {
    takes: "mode",
    says: `The permission mode: ${MODES.join(", ")}`,
    put: (options, value) => options.permissionMode = oneOf(MODES, "permission-mode", value),
  },
  "cwd": { takes: "path", says: "The agent's working directory", put: (options, value) => options.cwd = value },
  "resume": { takes: "id", says: "The session to resume", put: (options, value) => options.resume = value },
  "max-turns": {
    takes: "count",
    says: "How many model calls a turn may make",
    put: (options, value) => options.maxTurns = count("max-turns", value),
  },
  "max-budget-usd": {
    takes: "amount",
    says: "What the session may cost, in US dollars",
    put: (options, value) => options.maxBudgetUsd = amount("max-budget-usd", value),
  },
  "program": { takes: "path", says: "The agent's program", put: (options, value) => options.program = value },
  "add-dir": {
    takes: "path",
    says: "A further directory to work in; may be repeated",
    put: (options, value) => options.addDirs = [...options.addDirs ?? [], value],
  },
  "system-prompt": {
    takes: "text",
    says: "The system prompt, whole",
    put: (options, value) => options.systemPrompt = value,
  },
  "append-system-prompt": {
    takes: "text",
    says: "What is added to the system prompt",
    put: (options, value) => options.appendSystemPrompt = value,
  },
  "setting-sources": {
    takes: "list",
    says: `Which settings are read: ${SOURCES.join(", ")}, with commas between; empty for none`,
    mayBeEmpty: true,
    put: (options, value) => options.settingSources = list("setting-sources", value),
  },
};

/** The flags that take no value, by name. */
export const SWITCHES: Readonly<Record<string, string>> = {
  "continue": "Go on with the latest session of the directory",
  "help": "Show this list",
};

/** All flags, one a line. */
export function helpText(): string {
  const flags = Object.entries(FLAGS).map(([name, { takes, says }]) => [`--${name} <${takes}>`, says]);
  const lines = [...flags, ...Object.entries(SWITCHES).map(([name, says]) => [`--${name}`, says])];
  return ["Options:", ...lines.map(([flag, says]) => `  ${flag!.padEnd(32)}${says}`)].join("\n");
}

function oneOf<const Value extends string>(values: readonly Value[], flag: string, given: string): Value {
  const found = values.find((value) => value === given);
  if (found !== undefined) return found;
  throw new UsageError(`Give "--${flag}" one of ${values.map(quoted).join(", ")}, not ${quoted(given)}`);
}

function list(flag: string, given: string): ("user" | "project" | "local")[] {
  return given === "" ? [] : given.split(",").map((value) => oneOf(SOURCES, flag, value.trim()));
}

function count(flag: string, given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new UsageError(`Give "--${flag}" a whole number from 1, not ${quoted(given)}`);
}

function amount(flag: string, given: string): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(given) && Number(given) > 0) return Number(given);
  throw new UsageError(`Give "--${flag}" an amount above 0 such as "2.50", not ${quoted(given)}`);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
