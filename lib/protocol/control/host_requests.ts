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

/** An MCP server asks the person at the host for something. */
export interface ElicitationControlRequest {
  /** The request's kind. */
  subtype: "elicitation";
  /** The server that asks. */
  mcp_server_name: string;
  /** What it says to the person. */
  message: string;
  /** Whether a form is to be filled in, or a page to be opened. */
  mode?: "form" | "url";
  /** The page, for `url`. */
  url?: string;
  /** The server's id for it, for `url`. */
  elicitation_id?: string;
  /** The JSON schema of the answer's content, for `form`. */
  requested_schema?: Record<string, unknown>;
  /** The schema's fields in the server's own order (newer CLI). */
  property_order?: string[];
  /** A heading. */
  title?: string;
  /** The server's name for people. */
  display_name?: string;
  /** What it is about. */
  description?: string;
  /** What else the CLI tells. */
  [field: string]: unknown;
}

/** An answer to an elicitation, as it is written. */
export type ElicitationAnswer =
  | {
    /** The person gave what was asked for. */
    action: "accept";
    /** What they gave; absent for `url`. */
    content?: Record<string, unknown>;
  }
  | {
    /** The person refused, or closed the question without an answer. */
    action: "decline" | "cancel";
  };

/** The CLI asks the host to show a dialog of a kind that `initialize` declared. */
export interface UserDialogControlRequest {
  /** The request's kind. */
  subtype: "request_user_dialog";
  /** Which dialog it is. */
  dialog_kind: string;
  /** What it shows; its shape depends on the kind. */
  payload: Record<string, unknown>;
  /** The tool use that it belongs to. */
  tool_use_id?: string;
  /** What else the CLI tells. */
  [field: string]: unknown;
}

/** An answer to a dialog, as it is written. */
export type DialogAnswer =
  | {
    /** The person chose something. */
    behavior: "completed";
    /** What they chose; its shape depends on the dialog's kind. */
    result?: unknown;
  }
  | {
    /** The person dismissed the dialog. */
    behavior: "cancelled";
  };

/** One message of the Model Context Protocol for a server that lives in the host. */
export interface McpMessageControlRequest {
  /** The request's kind. */
  subtype: "mcp_message";
  /** The server. */
  server_name: string;
  /** The JSON-RPC message. */
  message: Record<string, unknown>;
  /** What else the CLI tells. */
  [field: string]: unknown;
}

/** The CLI asks a host that keeps the sign-in for a fresh token. */
export interface OauthTokenRefreshRequest {
  /** The request's kind. */
  subtype: "oauth_token_refresh";
  /** Which token; the sign-in's own where absent. */
  kind?: "sessions";
  /** Whether a token was refused (newer CLI). */
  token_state?: "refused" | "not_refused";
  /** Which call was refused (newer CLI). */
  refused_call?: "model" | "connector" | "other";
  /** Digests of refused tokens (newer CLI). */
  refused_bearer_sha256?: string[];
  /** What else the CLI tells. */
  [field: string]: unknown;
}

/** The CLI asks a host that keeps the provider's credential for a fresh one. */
export interface HostAuthTokenRefreshRequest {
  /** The request's kind. */
  subtype: "host_auth_token_refresh";
  /** The HTTP status that made it ask (newer CLI). */
  status?: 401 | 403;
  /** Whether a credential was refused (newer CLI). */
  token_state?: "not_refused";
  /** What else the CLI tells. */
  [field: string]: unknown;
}
