import { z } from "zod";
import { hostRequestSchemas, type HostRequestSubtype } from "../../protocol/control/request_schemas.ts";

let built: Record<HostRequestSubtype, z.ZodType> | undefined;

/** Whether a request has what its kind needs to be answered at all. */
export function isReadable(subtype: HostRequestSubtype, request: unknown): boolean {
  return (built ??= schemas())[subtype].safeParse(request).success;
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
