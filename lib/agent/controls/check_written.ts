import { checkSessionSettings } from "../../process/mod.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { checkFields } from "../../protocol/requests/check_fields.ts";

/** Requests that change settings of the running session. */
const SETTING: readonly string[] = ["apply_flag_settings", "update_settings"];

/**
 * Refuses a control request whose fields the CLI would not understand, or that would take a gate away.
 *
 * @param subtype The request's kind.
 * @param written Its fields, as they will be written.
 * @throws {UsageError} Naming the culprit and the cure.
 */
export function checkWritten(subtype: string, written: Record<string, unknown>): void {
  checkFields(subtype, written);
  if (SETTING.includes(subtype) && isRecord(written.settings)) checkSessionSettings(written.settings);
}
