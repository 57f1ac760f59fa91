import type {
  ControlRequestFrame,
  DialogAnswer,
  ElicitationAnswer,
  ElicitationControlRequest,
  UserDialogControlRequest,
} from "../../protocol/control.ts";
import { brand } from "../brand.ts";
import type { DialogRequest, ElicitationRequest } from "../events.ts";
import type { Asked } from "./asked.ts";
import { checkDialog, checkElicitation } from "./check_asked.ts";
import { Collector, type Responder } from "./collect.ts";

/** What an elicitation or a dialog, whose shape was checked, asks. */
export function askedOf(frame: ControlRequestFrame): Asked {
  if (frame.request.subtype === "elicitation") {
    const collector = new Collector<ElicitationAnswer>("respondWith");
    const event = elicitationEvent(frame as ControlRequestFrame<ElicitationControlRequest>, collector);
    return { event, collector, what: `the elicitation of ${event.serverName}`, check: checkElicitation };
  }
  const collector = new Collector<DialogAnswer>("respondWith");
  const event = dialogEvent(frame as ControlRequestFrame<UserDialogControlRequest>, collector);
  return { event, collector, what: `the dialog ${event.kind}`, check: checkDialog };
}

/** Makes the event of an elicitation. */
function elicitationEvent(
  frame: ControlRequestFrame<ElicitationControlRequest>,
  collector: Collector<ElicitationAnswer>,
): ElicitationRequest {
  const { request } = frame;
  return brand("elicitation", {
    type: "elicitation",
    serverName: request.mcp_server_name,
    message: request.message,
    mode: request.mode ?? "form",
    requestedSchema: request.requested_schema,
    url: request.url,
    elicitationId: request.elicitation_id,
    title: request.title,
    displayName: request.display_name,
    description: request.description,
    frame,
    accept: (content) => content === undefined ? { action: "accept" } : { action: "accept", content },
    decline: () => ({ action: "decline" }),
    cancel: () => ({ action: "cancel" }),
    respondWith: (answer) => collector.add(answer as Responder<ElicitationAnswer, undefined>),
  });
}

/** Makes the event of a dialog. */
function dialogEvent(
  frame: ControlRequestFrame<UserDialogControlRequest>,
  collector: Collector<DialogAnswer>,
): DialogRequest {
  const { request } = frame;
  return brand("dialog", {
    type: "dialog",
    kind: request.dialog_kind,
    payload: request.payload,
    toolUseId: request.tool_use_id,
    frame,
    complete: (result) => ({ behavior: "completed", result }),
    cancel: () => ({ behavior: "cancelled" }),
    respondWith: (answer) => collector.add(answer as Responder<DialogAnswer, undefined>),
  });
}
