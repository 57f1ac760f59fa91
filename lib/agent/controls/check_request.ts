import { checkSessionSettings } from "../../process/mod.ts";
import { UsageError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { checkFields } from "../../protocol/requests/check_fields.ts";
import type { RequestOptions } from "./request_options.ts";

/** Requests that change settings of the running session. */
const SETTING: readonly string[] = ["apply_flag_settings", "update_settings"];

/** A timer cannot be set for longer. */
const LONGEST = 2 ** 31 - 1;

/**
 * Refuses a control request that the CLI would not understand, or that would take a gate away.
 *
 * @throws {UsageError} Naming the culprit and the cure.
 */
export function checkRequest(subtype: string, fields: unknown): void {
  if (typeof subtype !== "string" || subtype === "") {
    throw new UsageError(`Cannot send a control request of kind ${JSON.stringify(subtype)}: give its name`);
  }
  if (subtype === "initialize") {
    throw new UsageError("Cannot send initialize a second time: older versions of the CLI drop the hooks it brings");
  }
  if (!isRecord(fields)) {
    throw new UsageError(`Cannot send the control request "${subtype}": give its fields as an object`);
  }
  checkFields(subtype, fields);
  if (SETTING.includes(subtype) && isRecord(fields.settings)) checkSessionSettings(fields.settings);
}

/**
 * Refuses options that cannot be used.
 *
 * @throws {UsageError} Naming the option and the cure.
 */
export function checkRequestOptions({ timeoutMs, signal, onProgress }: RequestOptions): void {
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= LONGEST)) {
    throw new UsageError(
      `Cannot use ${String(timeoutMs)} as "timeoutMs": give a number of milliseconds above 0, at most ${LONGEST}`,
    );
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new UsageError('Cannot use this as "signal": give an AbortSignal');
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new UsageError(`Cannot use ${String(onProgress)} as "onProgress": give a function`);
  }
}
