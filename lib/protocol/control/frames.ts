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
