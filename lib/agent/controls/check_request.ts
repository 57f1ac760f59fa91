import { LONGEST_MS } from "../../process/mod.ts";
import { UsageError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { checkOptionBag } from "../../protocol/option_bag.ts";
import { snapshot } from "../answer/snapshot.ts";
import { REQUEST_OPTIONS, type RequestOptions } from "./request_options.ts";

/**
 * Refuses what is no control request of a script's. What a request of its kind must hold is for `checkWritten`.
 *
 * @returns The fields as they will be written: what is checked is what is sent, whatever becomes of the object.
 * @throws {UsageError} Naming the culprit and the cure.
 */
export function checkRequest(subtype: string, fields: unknown): Record<string, unknown> {
  if (typeof subtype !== "string" || subtype === "") {
    throw new UsageError(`Cannot send a control request of kind ${String(subtype)}: give its name as a text`);
  }
  if (subtype === "initialize") {
    throw new UsageError("Cannot send initialize a second time: older versions of the CLI drop the hooks it brings");
  }
  if (!isRecord(fields)) {
    throw new UsageError(`Cannot send the control request "${subtype}": give its fields as an object`);
  }
  const misplaced = Object.keys(REQUEST_OPTIONS).find((name) => Object.hasOwn(fields, name));
  if (misplaced !== undefined) {
    throw new UsageError(
      `Cannot send "${misplaced}" as a field of the control request "${subtype}": give it as the third argument, ` +
        `request("${subtype}", {}, { ${misplaced}: … })`,
    );
  }
  return asWritten(subtype, fields);
}

function asWritten(subtype: string, fields: Record<string, unknown>): Record<string, unknown> {
  try {
    const written = snapshot(fields);
    if (isRecord(written)) return written;
  } catch (cause) {
    throw new UsageError(`Cannot send the control request "${subtype}": its payload cannot be written as JSON`, {
      cause,
    });
  }
  throw new UsageError(`Cannot send the control request "${subtype}": its payload is no object when written as JSON`);
}

/**
 * Refuses options that cannot be used.
 *
 * @throws {UsageError} Naming the option and the cure.
 */
export function checkRequestOptions(owner: string, options: RequestOptions): void {
  checkOptionBag(owner, options, REQUEST_OPTIONS);
  const { timeoutMs, signal, onProgress } = options;
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs <= LONGEST_MS)) {
    throw new UsageError(
      `Cannot use ${String(timeoutMs)} as "timeoutMs": give a number of milliseconds above 0, at most ${LONGEST_MS}`,
    );
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new UsageError('Cannot use this as "signal": give an AbortSignal');
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new UsageError(`Cannot use ${String(onProgress)} as "onProgress": give a function`);
  }
}
