import { z } from "zod";
import { isPlain, isRecord } from "../../protocol/is_record.ts";
import { hostRequestSchemas, type HostRequestSubtype } from "../../protocol/control/request_schemas.ts";

let built: Record<HostRequestSubtype, z.ZodType> | undefined;

/** Whether a request has what its kind needs to be answered at all. */
export function isReadable(subtype: HostRequestSubtype, request: unknown): boolean {
  return looksReadable(subtype, request) || (built ??= schemas())[subtype].safeParse(request).success;
}

/**
 * Whether a request of the two frequent kinds has its fields at first sight: what this accepts the schema accepts too, at
 * a tenth of the time. The schema judges the rest.
 */
export function looksReadable(subtype: HostRequestSubtype, request: unknown): boolean {
  if (!isRecord(request)) return false;
  if (subtype === "hook_callback") {
    const { callback_id, input } = request;
    return typeof callback_id === "string" && isRecord(input) && typeof input.hook_event_name === "string";
  }
  if (subtype !== "can_use_tool") return false;
  const { tool_name, input, tool_use_id, agent_id, permission_suggestions: suggestions } = request;
  return typeof tool_name === "string" && tool_name !== "" && isPlain(input) && typeof tool_use_id === "string" &&
    (agent_id === undefined || typeof agent_id === "string") &&
    (suggestions === undefined || (Array.isArray(suggestions) && suggestions.every(isPlain)));
}

function schemas(): Record<HostRequestSubtype, z.ZodType> {
  return {
    ...hostRequestSchemas((shape) => z.looseObject(shape)),
    // A permission is refused only where nothing could be said about the call: what a newer CLI says besides may be odd.
    can_use_tool: z.looseObject({
      tool_name: z.string().min(1),
      input: z.record(z.string(), z.unknown()),
      tool_use_id: z.string(),
      agent_id: z.string().optional(),
      permission_suggestions: z.array(z.record(z.string(), z.unknown())).optional(),
    }),
    hook_callback: z.looseObject({ callback_id: z.string(), input: z.looseObject({ hook_event_name: z.string() }) }),
  };
}
