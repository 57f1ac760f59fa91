import { type MonoTypeOperatorFunction, Observable } from "rxjs";
import { isAdded } from "../../../lib/agent/brand.ts";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import type { OtherControlRequest } from "../../../lib/protocol/control.ts";
import { type AnswererPlan, register, type Registration } from "../../../lib/agent/opening.ts";

/** An operator that registers something on the Opening, and looks at every event. */
export function registers(
  registration: Registration | AnswererPlan,
  onEvent: (event: AgentEvent) => void = () => {},
): MonoTypeOperatorFunction<AgentEvent> {
  return (source) =>
    new Observable((subscriber) =>
      source.subscribe({
        next: (event) => {
          if (isAdded("opening", event)) register(event, {}, registration);
          else onEvent(event);
          subscriber.next(event);
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      })
    );
}

/** An elicitation, as the CLI asks it. */
export function elicitation(fields: object = {}): OtherControlRequest {
  return { subtype: "elicitation", mcp_server_name: "notes", message: "Which colour?", ...fields };
}

/** A dialog, as the CLI asks for it. */
export function dialog(kind: string, fields: object = {}): OtherControlRequest {
  return { subtype: "request_user_dialog", dialog_kind: kind, payload: { a: 1 }, ...fields };
}
