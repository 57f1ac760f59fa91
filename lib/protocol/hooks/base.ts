/** What the CLI tells a hook, whatever the event. */
export interface HookInputBase {
  /** The event's name. */
  hook_event_name: string;
  /** The session. */
  session_id: string;
  /** Where the CLI keeps the session's transcript. */
  transcript_path: string;
  /** The agent's current directory. */
  cwd: string;
  /** The prompt that the agent works on; absent before the first one. */
  prompt_id?: string;
  /** The permission mode, where the event has to do with one. */
  permission_mode?: string;
  /** The subagent, where one is concerned. */
  agent_id?: string;
  /** The kind of subagent, or the agent that the session was started as. */
  agent_type?: string;
  /** How hard the model thinks in this turn, where the model can be told. */
  effort?: HookEffort;
}

/** How hard the model thinks. */
export interface HookEffort {
  /** The level, such as `"medium"`. */
  level: string;
}

/** The MCP server that a tool belongs to (2.1.332). */
export interface HookMcpServer {
  /** The name under which the server is configured. */
  name: string;
  /** Where its definition comes from: `"sdk"`, `"plugin"`, or a scope of the configuration. */
  source: string;
}

/** What any hook may answer. */
export interface HookOutputBase {
  /** A note for the person at the terminal; 2.1.332 also emits it as a `system` message of some events. */
  systemMessage?: string;
  /** Hides the hook's output from the transcript. */
  suppressOutput?: boolean;
  /** A notification or title sequence that a CLI with a terminal passes on to it. */
  terminalSequence?: string;
}

/** The part of an answer that ends the turn; for the events at which the CLI heeds it. */
export interface HookStop {
  /** `false` ends the turn. */
  continue?: boolean;
  /** Why the turn ends; a person reads it. */
  stopReason?: string;
}

/** The part of an answer that holds back what the event announces. */
export interface HookBlock {
  /** `"block"` holds it back. */
  decision?: "block";
  /** Why; the model reads it, except where the event says otherwise. */
  reason?: string;
}

/** The part of an answer that is a note for the model, and nothing else. */
export interface HookNote<Event extends string> {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event that asked. */
    hookEventName: Event;
    /** A note for the model. */
    additionalContext?: string;
  };
}

/** The answer of a hook to which the CLI listens no further. */
export type PassiveHookOutput = HookOutputBase;
