import type { Decision, PermissionRequest } from "../../lib/agent/events.ts";

/** A permission request that no agent sent. */
export function request(fields: Partial<PermissionRequest> = {}): PermissionRequest {
  const input = fields.input ?? { command: "make test" };
  return {
    type: "permission",
    door: "permission",
    toolName: "Bash",
    input,
    toolUseId: "toolu_1",
    mode: "default",
    cwd: "/srv/demo",
    reason: undefined,
    reasonType: undefined,
    blockedPath: undefined,
    displayName: undefined,
    description: undefined,
    title: undefined,
    mcpServer: undefined,
    matchedAskRule: undefined,
    requiresUserInteraction: false,
    defaultToNo: false,
    suggestions: [],
    forPerson: false,
    frame: {
      type: "control_request",
      request_id: "r-1",
      request: { subtype: "can_use_tool", tool_name: "Bash", input: {}, tool_use_id: "toolu_1" },
    },
    allow: (updated = input, { updates } = {}): Decision => ({
      behavior: "allow",
      updatedInput: updated,
      ...(updates === undefined ? {} : { updatedPermissions: updates }),
    }),
    deny: (message, options = {}): Decision => ({ behavior: "deny", message, ...options }),
    respondWith: () => {},
    ...fields,
  };
}
