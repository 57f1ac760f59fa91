import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import { checkChoice, checkOptionNames, checkSwitch, childEnvironment, launchArguments } from "../process/mod.ts";
import { checkInitialize } from "./check_initialize.ts";
import { checkLimits, type FullLimits, refuseStrayLimits } from "./check_limits.ts";
import { refuseElsewhere } from "./elsewhere.ts";
import type { ClaudeOptions } from "./options.ts";

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
  refuseStrayLimits(options);
  checkOptionNames(options, Object.keys(NAMES));
  const limits = checkLimits(options.limits);
  const { transport } = options;
  if (transport !== undefined && typeof transport !== "function" && !(isRecord(transport) && "output" in transport)) {
    throw new UsageError("Cannot use this transport: give simulate(…), a Transport, or a function that makes one");
  }
  checkChoice("validate", options.validate, { choices: ["control", "all"], what: "ways" });
  checkSwitch("replayUserMessages", options.replayUserMessages);
  checkInitialize(options);
  launchArguments(options);
  childEnvironment(options);
  return limits;
}
