import type {
  CanUseToolRequest,
  ControlCancelFrame,
  ControlRequestFrame,
  ControlResponseFrame,
  HookCallbackRequest,
  OtherControlRequest,
} from "../../protocol/control.ts";

/** The question whether a tool call may run. `fields` replaces and adds to the request. */
export function canUseTool(
  name: string,
  input: Record<string, unknown>,
  fields: Partial<CanUseToolRequest> & { requestId?: string } = {},
): ControlRequestFrame<CanUseToolRequest> {
  const { requestId, ...others } = fields;
  return controlRequest(
    { subtype: "can_use_tool", tool_name: name, display_name: name, input, tool_use_id: "toolu_1", ...others },
    requestId,
  );
}

/** The call of a registered hook. `input` must name its event. */
export function hookCallback(
  callbackId: string,
  input: HookCallbackRequest["input"],
  options: { requestId?: string; toolUseId?: string } = {},
): ControlRequestFrame<HookCallbackRequest> {
  const tool_use_id = options.toolUseId ?? crypto.randomUUID();
  return controlRequest({ subtype: "hook_callback", callback_id: callbackId, input, tool_use_id }, options.requestId);
}

/** A control request of any kind. */
export function controlRequest<Request extends { subtype: string } = OtherControlRequest>(
  request: Request,
  requestId: string = crypto.randomUUID(),
): ControlRequestFrame<Request> {
  return { type: "control_request", request_id: requestId, request };
}

/** The withdrawal of a control request. */
export function controlCancel(requestId: string): ControlCancelFrame {
  return { type: "control_cancel_request", request_id: requestId };
}

/** The answer to a control request that was carried out. */
export function controlSuccess(requestId: string, response?: Record<string, unknown>): ControlResponseFrame {
  const body = response === undefined ? {} : { response };
  return { type: "control_response", response: { subtype: "success", request_id: requestId, ...body } };
}

/** The answer to a control request that was refused. */
export function controlError(requestId: string, error: string): ControlResponseFrame {
  return { type: "control_response", response: { subtype: "error", request_id: requestId, error } };
}
