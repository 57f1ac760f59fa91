import type { ControlRequestFrame } from "../../protocol/control.ts";
import type { Reply } from "./pending.ts";

/** The reply with an answer. */
export function success(answer: object): Reply {
  return { subtype: "success", response: { ...answer } };
}

/** A control error claims no decision of a person: it says that nobody declared such a request. */
export function unknownRequest(what: string): Reply {
  return { subtype: "error", error: `Turnstream has no responder for this request: ${what} was not declared` };
}

/** What is asked, in words. */
export function labelOf({ request }: ControlRequestFrame): string {
  const input = request.input as { hook_event_name?: unknown } | null | undefined;
  const about = request.tool_name ?? input?.hook_event_name ?? request.mcp_server_name ?? request.dialog_kind ??
    request.server_name;
  return typeof about === "string" ? `${request.subtype} ${about}` : request.subtype;
}
