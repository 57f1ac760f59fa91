import { DEFAULT_MAX_BYTES } from "../framing/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionNames, childEnvironment, launchArguments } from "../process/mod.ts";
import type { ClaudeOptions, Limits } from "./options.ts";

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
  permissionMode: true,
  systemPrompt: true,
  appendSystemPrompt: true,
  allowedTools: true,
  disallowedTools: true,
  tools: true,
  mcpServers: true,
  agents: true,
  settings: true,
  settingSources: true,
  resume: true,
  forkSession: true,
  continue: true,
  sessionId: true,
  maxTurns: true,
  maxBudgetUsd: true,
  addDirs: true,
  includePartialMessages: true,
  replayUserMessages: true,
  jsonSchema: true,
  stopBlocks: true,
  limits: true,
};

const LIMIT_NAMES: Record<keyof Limits, true> = {
  initializeMs: true,
  controlMs: true,
  permissionMs: true,
  hookMs: true,
  settleMs: true,
  graceMs: true,
  lineBytes: true,
  onLongLine: true,
};

/** Limits with everything filled in. */
export type FullLimits = Required<Omit<Limits, "permissionMs">> & { permissionMs: number | undefined };

/**
 * Checks options before anything starts.
 *
 * @returns The limits, with their defaults.
 * @throws {UsageError} Naming the option and the cure.
 */
export function checkOptions(options: ClaudeOptions): FullLimits {
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
  const { stopBlocks, transport } = options;
  if (stopBlocks !== undefined && !(Number.isInteger(stopBlocks) && stopBlocks > 0)) {
    throw new UsageError(
      `Cannot use stopBlocks ${String(stopBlocks)}: give a whole number above 0 (0 would mean "no cap" to the CLI)`,
    );
  }
  if (transport !== undefined && typeof transport !== "function" && !("output" in transport)) {
    throw new UsageError("Cannot use this transport: give simulate(…), a Transport, or a function that makes one");
  }
  launchArguments(options);
  childEnvironment(options);
  return {
    initializeMs: limits.initializeMs ?? 60_000,
    controlMs: limits.controlMs ?? 60_000,
    permissionMs: limits.permissionMs,
    hookMs: limits.hookMs ?? 60_000,
    settleMs: limits.settleMs ?? 600_000,
    graceMs: limits.graceMs ?? 5_000,
    lineBytes: limits.lineBytes ?? DEFAULT_MAX_BYTES,
    onLongLine: limits.onLongLine ?? "fail",
  };
}
