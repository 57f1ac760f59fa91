import { DEFAULT_MAX_BYTES } from "../framing/errors.ts";
import { checkOptionNames, shown } from "../process/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import type { ClaudeOptions, Limits } from "./options.ts";

/** How many bytes may wait for a paced consumer unless told otherwise: 32 MiB. */
export const DEFAULT_READ_AHEAD_BYTES: number = 32 * 1024 * 1024;

const UNITS: Record<keyof Limits, string> = {
  initializeMs: "milliseconds",
  controlMs: "milliseconds",
  permissionMs: "milliseconds",
  hookMs: "milliseconds",
  settleMs: "milliseconds",
  stallMs: "milliseconds",
  graceMs: "milliseconds",
  readAheadBytes: "bytes",
  lineBytes: "bytes",
  onLongLine: "",
};

/** Limits with everything filled in. */
export type FullLimits = Required<Omit<Limits, "permissionMs" | "stallMs">> & {
  permissionMs: number | undefined;
  stallMs: number | undefined;
};

/**
 * Refuses a limit that stands beside the others in place of among them: what is nearest by its letters would be another
 * option altogether.
 *
 * @throws {UsageError} Saying where it belongs.
 */
export function refuseStrayLimits(options: ClaudeOptions): void {
  const stray = Object.keys(options).find((name) => Object.hasOwn(UNITS, name));
  if (stray === undefined) return;
  throw new UsageError(
    `Cannot use the option ${JSON.stringify(stray)}: it is one of the limits, write { limits: { ${stray}: … } }`,
  );
}

/**
 * Checks the limits.
 *
 * @returns The limits, with their defaults.
 * @throws {UsageError} Naming the limit and the cure.
 */
export function checkLimits(limits: Limits = {}): FullLimits {
  const given: unknown = limits;
  if (!isRecord(given)) {
    throw new UsageError(`Cannot use ${shown(given)} as "limits": give an object, such as { hookMs: 120_000 }`);
  }
  checkOptionNames(limits, Object.keys(UNITS));
  for (const [name, value] of Object.entries(limits)) {
    if (name === "onLongLine" || value === undefined) continue;
    if (typeof value !== "number" || !(value > 0)) {
      const unit = UNITS[name as keyof Limits];
      throw new UsageError(`Cannot use limits.${name} of ${quoted(value)}: give a number of ${unit} above 0`);
    }
  }
  if (limits.onLongLine !== undefined && !["fail", "skip"].includes(limits.onLongLine)) {
    throw new UsageError(`Cannot use limits.onLongLine "${String(limits.onLongLine)}": it must be "fail" or "skip"`);
  }
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

/** NaN and Infinity as what they are; JSON has neither. */
function quoted(value: unknown): string {
  return typeof value === "number" ? String(value) : shown(value);
}
