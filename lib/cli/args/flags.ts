import type { ClaudeOptions } from "../../agent/options.ts";
import type { Effort, Thinking } from "../../process/mod.ts";
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

const EFFORTS: readonly Effort[] = ["low", "medium", "high", "xhigh", "max"];
const THINKING = ["adaptive", "disabled"] as const;
const SOURCES = ["user", "project", "local"] as const;

/** The flags that take a value, by name. */
export const FLAGS: Readonly<Record<string, Flag>> = {
  "model": { takes: "name", says: "The model", put: (options, value) => options.model = value },
  "fallback-model": {
    takes: "list",
    says: "The models that take over when the first is overloaded, with commas between",
    put: (options, value) => options.fallbackModel = words("fallback-model", value),
  },
  "effort": {
    takes: "level",
    says: `How much work the model puts into an answer: ${EFFORTS.join(", ")}`,
    put: (options, value) => options.effort = oneOf(EFFORTS, "effort", value),
  },
  "thinking": {
    takes: "how",
    says: "How the model thinks: adaptive, disabled, or a budget of tokens for an older model",
    put: (options, value) => options.thinking = thinking(value),
  },
  "agent": {
    takes: "name",
    says: "The agent whose prompt, tools and model the main conversation has",
    put: (options, value) => options.agent = value,
  },
  "permission-mode": {
    takes: "mode",
    says: `The permission mode: ${MODES.join(", ")}`,
    put: (options, value) => options.permissionMode = oneOf(MODES, "permission-mode", value),
  },
  "cwd": { takes: "path", says: "The agent's working directory", put: (options, value) => options.cwd = value },
  "resume": { takes: "id", says: "The session to resume", put: (options, value) => options.resume = value },
  "session-id": {
    takes: "uuid",
    says: "The id of the new session",
    put: (options, value) => options.sessionId = value,
  },
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
  "plugin-dir": {
    takes: "path",
    says: "A plugin's folder; may be repeated",
    put: (options, value) => options.plugins = [...options.plugins ?? [], value],
  },
  "output-style": {
    takes: "name",
    says: "The output style",
    put: (options, value) => options.outputStyle = value,
  },
  "debug-file": {
    takes: "path",
    says: "The file that the CLI writes a debug log to",
    put: (options, value) => options.debugFile = value,
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

/** A flag that takes no value. */
export interface Switch {
  /** What the flag does. */
  readonly says: string;
  /** Writes it into the options. */
  readonly put: (options: ClaudeOptions) => void;
}

/** The flags that take no value, by name. */
export const SWITCHES: Readonly<Record<string, Switch>> = {
  "continue": {
    says: "Go on with the latest session of the directory",
    put: (options) => options.continue = true,
  },
  "fork-session": {
    says: "Go on with the session under a new id",
    put: (options) => options.forkSession = true,
  },
  "no-session-persistence": {
    says: "Keep the session off the disk; it cannot be resumed",
    put: (options) => options.persistSession = false,
  },
  "strict-mcp-config": {
    says: "Start no MCP servers but the script's own",
    put: (options) => options.strictMcpConfig = true,
  },
  "debug": {
    says: "Let the CLI write a debug log",
    put: (options) => options.debug = true,
  },
  "help": { says: "Show this list", put: () => {} },
};

/** All flags, one a line. */
export function helpText(): string {
  const flags = Object.entries(FLAGS).map(([name, { takes, says }]) => [`--${name} <${takes}>`, says]);
  const lines = [...flags, ...Object.entries(SWITCHES).map(([name, { says }]) => [`--${name}`, says])];
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

function words(flag: string, given: string): string[] {
  const list = given.split(",").map((word) => word.trim());
  if (list.every((word) => /^\S+$/.test(word))) return list;
  throw new UsageError(`Give "--${flag}" names with commas between, not ${quoted(given)}`);
}

function thinking(given: string): Thinking {
  if (/^\d/.test(given)) return { type: "enabled", budgetTokens: count("thinking", given) };
  return { type: oneOf(THINKING, "thinking", given) };
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
