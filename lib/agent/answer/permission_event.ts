import type { CanUseToolRequest, ControlRequestFrame } from "../../protocol/control.ts";
import type { PermissionMode } from "../../protocol/messages.ts";
import { brand } from "../brand.ts";
import type { Decision, PermissionRequest } from "../events.ts";
import type { Collector, Responder } from "./collect.ts";
import { isForPerson } from "./defaults.ts";

/** Where a request's circumstances are read, when they are asked for. */
export interface Circumstances {
  /** The permission mode in force. */
  readonly mode: PermissionMode | undefined;
  /** The directory in which the agent was launched. */
  readonly cwd: string | undefined;
}

/** Makes the event of a permission request. */
export function permissionEvent(
  frame: ControlRequestFrame<CanUseToolRequest>,
  parts: { collector: Collector<Decision>; circumstances: Circumstances },
): PermissionRequest {
  const { request } = frame;
  const { collector, circumstances } = parts;
  const event: PermissionRequest = {
    type: "permission",
    toolName: request.tool_name,
    input: request.input,
    toolUseId: request.tool_use_id,
    ...(request.agent_id === undefined ? {} : { subagentId: request.agent_id }),
    door: "permission",
    // Read when asked for: a policy may take its time, and the mode may change meanwhile.
    get mode(): PermissionMode | undefined {
      return circumstances.mode;
    },
    get cwd(): string | undefined {
      return circumstances.cwd;
    },
    reason: request.decision_reason,
    suggestions: request.permission_suggestions ?? [],
    forPerson: isForPerson(request),
    frame,
    allow: (input) => input === undefined ? { behavior: "allow" } : { behavior: "allow", updatedInput: input },
    deny: (message, options) => ({
      behavior: "deny",
      message,
      ...(options?.interrupt === undefined ? {} : { interrupt: options.interrupt }),
    }),
    respondWith: (answer) => collector.add(answer as Responder<Decision, undefined>),
  };
  return brand("permission", event) as PermissionRequest;
}
