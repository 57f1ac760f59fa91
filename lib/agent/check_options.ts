import { DEFAULT_MAX_BYTES } from "../framing/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkChoice, checkOptionNames, checkSwitch, childEnvironment, launchArguments } from "../process/mod.ts";
import { checkInitialize } from "./check_initialize.ts";
import { refuseElsewhere } from "./elsewhere.ts";
import type { ClaudeOptions, Limits } from "./options.ts";
import { DEFAULT_READ_AHEAD_BYTES } from "./read_output.ts";

const NAMES: Record<keyof ClaudeOptions, true> = {
  program: true,
  args: true,
  cwd: true,
  env: true,
  clearEnv: true,
  signal: true,
  signals: true,
  transport: true,
  onDiagnostic: true,
  model: true,
  fallbackModel: true,
  effort: true,
  thinking: true,
  taskBudget: true,
  betas: true,
  agent: true,
  permissionMode: true,
  allowDangerouslySkipPermissions: true,
  systemPrompt: true,
  appendSystemPrompt: true,
  allowedTools: true,
  disallowedTools: true,
  tools: true,
  mcpServers: true,
  strictMcpConfig: true,
  plugins: true,
  skills: true,
  agents: true,
  settings: true,
  settingSources: true,
  outputStyle: true,
  planModeInstructions: true,
  resume: true,
  resumeSessionAt: true,
  forkSession: true,
  continue: true,
  sessionId: true,
  persistSession: true,
  title: true,
  maxTurns: true,
  maxBudgetUsd: true,
  addDirs: true,
  includePartialMessages: true,
  includeHookEvents: true,
  forwardSubagentText: true,
  replayUserMessages: true,
  promptSuggestions: true,
  jsonSchema: true,
  debug: true,
  debugFile: true,
  stopBlocks: true,
  enableFileCheckpointing: true,
  validate: true,
  limits: true,
};

const LIMIT_NAMES: Record<keyof Limits, true> = {
  initializeMs: true,
  controlMs: true,
  permissionMs: true,
  hookMs: true,
  settleMs: true,
  stallMs: true,
  graceMs: true,
  readAheadBytes: true,
  lineBytes: true,
  onLongLine: true,
};

/** Limits with everything filled in. */
export type FullLimits = Required<Omit<Limits, "permissionMs" | "stallMs">> & {
  permissionMs: number | undefined;
  stallMs: number | undefined;
};

/**
 * Checks options before anything starts.
 *
 * @returns The limits, with their defaults.
 * @throws {UsageError} Naming the option and the cure.
 */
export function checkOptions(options: ClaudeOptions): FullLimits {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new UsageError('Cannot use what is given as options: give an object, such as { permissionMode: "plan" }');
  }
  refuseElsewhere(options);
  checkOptionNames(options, Object.keys(NAMES));
  const limits = options.limits ?? {};
  checkOptionNames(limits, Object.keys(LIMIT_NAMES));
  for (const [name, value] of Object.entries(limits)) {
    if (name === "onLongLine" || value === undefined) continue;
    if (typeof value !== "number" || !(value > 0)) {
      throw new UsageError(`Cannot use limits.${name} of ${String(value)}: give a number above 0`);
    }
  }
  if (limits.onLongLine !== undefined && !["fail", "skip"].includes(limits.onLongLine)) {
    throw new UsageError(`Cannot use limits.onLongLine "${String(limits.onLongLine)}": it must be "fail" or "skip"`);
  }
  const { transport } = options;
  if (transport !== undefined && typeof transport !== "function" && !("output" in transport)) {
    throw new UsageError("Cannot use this transport: give simulate(…), a Transport, or a function that makes one");
  }
  checkChoice("validate", options.validate, { choices: ["control", "all"], what: "ways" });
  checkSwitch("replayUserMessages", options.replayUserMessages);
  checkInitialize(options);
  launchArguments(options);
  childEnvironment(options);
  return {
    initializeMs: limits.initializeMs ?? 60_000,
    controlMs: limits.controlMs ?? 60_000,
    permissionMs: limits.permissionMs,
    hookMs: limits.hookMs ?? 60_000,
    settleMs: limits.settleMs ?? 600_000,
    stallMs: limits.stallMs,
    graceMs: limits.graceMs ?? 5_000,
    readAheadBytes: limits.readAheadBytes ?? DEFAULT_READ_AHEAD_BYTES,
    lineBytes: limits.lineBytes ?? DEFAULT_MAX_BYTES,
    onLongLine: limits.onLongLine ?? "fail",
  };
}
