import type { HookEventName } from "../../protocol/hooks.ts";
import type { Message } from "../../protocol/messages.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { DialogRequest } from "./dialog_request.ts";
import type { ElicitationRequest } from "./elicitation_request.ts";
import type { HookRequests } from "./hook_request.ts";
import type { Opening } from "./opening.ts";
import type { PermissionRequest } from "./permission_request.ts";
import type { RunEnd } from "./run_end.ts";
import type { TurnEnd } from "./turn_end.ts";

/** What an agent's observable emits. */
export type AgentEvent =
  | Message
  | Opening
  | PermissionRequest
  | HookRequests[HookEventName]
  | ElicitationRequest
  | DialogRequest
  | TurnEnd
  | Diagnostic
  | RunEnd;
