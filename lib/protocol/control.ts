/** The CLI asks whether a tool call may run. */
export interface CanUseToolRequest {
  /** The request's kind. */
  subtype: "can_use_tool";
  /** The tool's name. */
  tool_name: string;
  /** The tool's input. */
  input: Record<string, unknown>;
  /** The tool use's id. */
  tool_use_id: string;
  /** The subagent that wants to use the tool. */
  agent_id?: string;
  /** What the tool is to do, in words. */
  description?: string;
  /** Updates to the permissions that the CLI proposes. */
  permission_suggestions?: Record<string, unknown>[];
  /** The path that made the CLI ask. */
  blocked_path?: string;
  /** Why the CLI asks, in words. */
  decision_reason?: string;
  /** Why the CLI asks, as a kind. */
  decision_reason_type?: string;
  /** Whether the answer must come from a person (newer CLI). */
  requires_user_interaction?: boolean;
  /** The ask rule that the call matched. */
  matched_ask_rule?: Record<string, unknown>;
  /** What else the CLI tells. */
  [field: string]: unknown;
}

/** The CLI calls a registered hook. */
export interface HookCallbackRequest {
  /** The request's kind. */
  subtype: "hook_callback";
  /** The id that the registration gave. */
  callback_id: string;
  /** What the hook is told. */
  input: { hook_event_name: string; [field: string]: unknown };
  /** The tool use's id; made up for events without a tool. */
  tool_use_id?: string | null;
  /** What else the CLI tells. */
  [field: string]: unknown;
}

/** A request from the CLI of a kind that has no type of its own here. */
export interface OtherControlRequest {
  /** The request's kind. */
  subtype: string;
  /** What the request carries. */
  [field: string]: unknown;
}

/** A control request, in either direction. */
export interface ControlRequestFrame<Request = OtherControlRequest> {
  /** The frame's kind. */
  type: "control_request";
  /** The id that the response must carry. */
  request_id: string;
  /** What is asked. */
  request: Request;
}

/** A control response, in either direction. */
export interface ControlResponseFrame {
  /** The frame's kind. */
  type: "control_response";
  /** The answer. */
  response:
    | { subtype: "success"; request_id: string; response?: Record<string, unknown> | null }
    | { subtype: "error"; request_id: string; error: string; error_code?: string };
}

/** The CLI takes back a control request: nobody must answer it any more. */
export interface ControlCancelFrame {
  /** The frame's kind. */
  type: "control_cancel_request";
  /** The id of the request that is withdrawn. */
  request_id: string;
}

/** An answer to a permission request, as it is written. */
export type PermissionAnswer =
  | {
    /** The call may run. */
    behavior: "allow";
    /** The input with which it runs. */
    updatedInput: Record<string, unknown>;
    /** Updates to the permissions. */
    updatedPermissions?: readonly Record<string, unknown>[];
  }
  | {
    /** The call must not run. */
    behavior: "deny";
    /** Why; the model reads it. */
    message: string;
    /** Whether the turn ends too. */
    interrupt?: boolean;
  };

/** One registration of hook callbacks in `initialize`. */
export interface HookRegistration {
  /** Which tools (or sources) the callback is for; all where absent. */
  matcher?: string;
  /** The ids that the callbacks will carry. */
  hookCallbackIds: string[];
  /** How long the CLI waits for an answer, in seconds. */
  timeout?: number;
  /** What the CLI does when the callback fails (newer CLI). */
  onFailure?: "block";
}
