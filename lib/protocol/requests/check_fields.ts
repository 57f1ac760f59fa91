import type { z } from "zod";
import { UsageError } from "../errors.ts";
import { looseObject } from "../schemas/object_factory.ts";
import type { ControlRequestName } from "./control_requests.ts";
import { fieldBuilders } from "./fields.ts";

const built = new Map<string, z.ZodType>();

/**
 * Refuses a control request whose fields the CLI would not understand. Seen on 2.1.197: a field of a wrong type in
 * `apply_flag_settings` or `mcp_set_servers` gets no answer, and the CLI reads nothing any more.
 *
 * @param subtype The request's kind; one that has no types here passes.
 * @param fields Its fields.
 * @throws {UsageError} Naming the field.
 */
export function checkFields(subtype: string, fields: object): void {
  const schema = built.get(subtype) ??
    (Object.hasOwn(fieldBuilders, subtype) ? fieldBuilders[subtype as ControlRequestName](looseObject) : undefined);
  if (schema === undefined) return;
  built.set(subtype, schema);
  const issue = schema.safeParse(withoutUndefined(fields)).error?.issues[0];
  if (issue === undefined) return;
  const where = issue.path.length === 0 ? "its fields are wrong" : `"${issue.path.map(String).join(".")}" is wrong`;
  throw new UsageError(
    `Cannot send the control request "${subtype}": ${where} (${issue.message}); correct it, because a wrong field can ` +
      "make the CLI deaf for good",
  );
}

/** The fields as they will be written: JSON has no `undefined`. */
function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
