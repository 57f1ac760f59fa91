/** What every message of the CLI may carry. */
export interface MessageBase {
  /** The session that the message belongs to; changes on `/clear`. */
  session_id?: string;
  /** The message's own id. */
  uuid?: string;
}

/** The permission mode of a session, as the CLI names it. */
export type PermissionMode =
  | "default"
  | "manual"
  | "acceptEdits"
  | "plan"
  | "bypassPermissions"
  | "dontAsk"
  | "auto";

/** Which prompts of the script a frame belongs to (newer CLI). */
export interface PromptLink {
  /** The last prompt that the turn took so far, by the uuid that the script gave it. */
  user_message_uuid?: string;
  /** All prompts that the turn took so far, in their order. */
  user_message_uuids?: string[];
  /** Why the turn takes up one that was cut off by a restart. */
  resume_reason?: string;
}

/** Who asked for a turn, or wrote a message, where it was not the script. */
export interface MessageOrigin {
  /** `task-notification`, `human`, `peer`, `channel`, `coordinator`, `observer` and whatever comes. */
  kind: string;
  /** What sort of notification it is. */
  subkind?: string;
  /** The part of the CLI that wrote a notification. */
  producer?: string;
  /** The run of the task that a notification is about. */
  runId?: string;
  /** The kind of task that a notification is about. */
  taskKind?: string;
  /** Why a scheduled prompt fired. */
  fireReason?: string;
  /** The channel's server. */
  server?: string;
  /** The address of who wrote. */
  from?: string;
  /** Whether who wrote runs tools without asking. */
  fromMode?: string;
  /** The session of who wrote. */
  fromSession?: string;
  /** The name of who wrote, as they say it. */
  name?: string;
  /** The subagent that wrote. */
  senderTaskId?: string;
  /** The text without its envelope. */
  body?: string;
  /** The process at the other end of the socket. */
  verifiedPeerPid?: number;
}
