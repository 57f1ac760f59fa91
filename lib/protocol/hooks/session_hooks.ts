import type { HookBlock, HookInputBase, HookNote, HookOutputBase } from "./base.ts";

/** When a session begins anew. A callback hears of `/clear` and of a compaction, never of the start itself. */
export interface SessionStartInput extends HookInputBase {
  /** The event. */
  hook_event_name: "SessionStart";
  /** Why it begins. */
  source: "startup" | "resume" | "clear" | "compact" | "fork";
  /** The model. */
  model?: string;
  /** The session's title, once it has one. */
  session_title?: string;
  /** Of a resumed session: how many seconds ago the model answered last. */
  seconds_since_last_response?: number;
  /** Of a resumed session: how many tokens its context had. */
  context_tokens?: number;
  /** Of a resumed session: whether the prompt cache is likely gone. */
  prompt_cache_likely_expired?: boolean;
  /** Of a resumed session: what filling the cache again may cost, in US dollars. */
  estimated_cache_write_usd?: number;
}

/** When a session ends: by `/clear`, or by a signal while the input is open; not when the input is closed. */
export interface SessionEndInput extends HookInputBase {
  /** The event. */
  hook_event_name: "SessionEnd";
  /** Why, such as `"clear"` or `"other"`. */
  reason: string;
}

/** When a repository is set up (`--init`, `--maintenance`); that is over before a callback can be registered. */
export interface SetupInput extends HookInputBase {
  /** The event. */
  hook_event_name: "Setup";
  /** Why. */
  trigger: "init" | "maintenance";
}

/** Before the conversation is summed up. */
export interface PreCompactInput extends HookInputBase {
  /** The event. */
  hook_event_name: "PreCompact";
  /** Who wants it. */
  trigger: "manual" | "auto";
  /** What stood behind `/compact`. */
  custom_instructions: string | null;
}

/** After the conversation was summed up. */
export interface PostCompactInput extends HookInputBase {
  /** The event. */
  hook_event_name: "PostCompact";
  /** Who wanted it. */
  trigger: "manual" | "auto";
  /** The summary. */
  compact_summary: string;
}

/** What the hooks around a change of model are told. */
export interface ModelSwitchInput extends HookInputBase {
  /** The model so far. */
  from_model: string;
  /** The model to come; what `opusplan` and the like stand for is told one by one. */
  to_model: string;
  /** What was asked for; `null` for the default. */
  requested_model: string | null;
  /** Who changes it: `"sdk"` is `set_model`, `"command"` is `/model`. */
  source: "command" | "picker" | "sdk" | "auto" | "resume";
  /** How many tokens the context has. */
  context_tokens: number;
  /** Whether the prompt cache would be lost. */
  prompt_cache_warm: boolean;
  /** How long the cache lives. */
  cache_ttl: "5m" | "1h";
  /** What filling the cache again may cost, in US dollars. */
  estimated_cache_write_usd: number;
  /** Where the price comes from. */
  pricing: "configured" | "catalog" | "default";
}

/** Before the model is changed (2.1.332). */
export interface PreModelSwitchInput extends ModelSwitchInput {
  /** The event. */
  hook_event_name: "PreModelSwitch";
}

/** After the model was changed (2.1.332). */
export interface PostModelSwitchInput extends ModelSwitchInput {
  /** The event. */
  hook_event_name: "PostModelSwitch";
}

/** What a SessionStart hook may answer. */
export interface SessionStartOutput extends HookOutputBase {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "SessionStart";
    /** A note for the model. */
    additionalContext?: string;
    /** A title for the session. */
    sessionTitle?: string;
    /** Absolute paths of which FileChanged is to tell. */
    watchPaths?: string[];
    /** Whether the CLI looks for skills and commands again. */
    reloadSkills?: boolean;
  };
}

/** What a Setup hook may answer. */
export interface SetupOutput extends HookOutputBase, HookNote<"Setup"> {}

/** What a PreCompact hook may answer; `systemMessage` is taken as instructions for the summary, and nobody reads `reason`. */
export interface PreCompactOutput extends HookOutputBase, HookBlock {}

/** What a PreModelSwitch hook may answer. */
export interface PreModelSwitchOutput extends HookOutputBase, HookBlock {
  /** The event's own part of the answer. */
  hookSpecificOutput?: {
    /** The event. */
    hookEventName: "PreModelSwitch";
    /** Whether the model may be changed. */
    permissionDecision?: "allow" | "deny";
    /** Why; it stands in the error that the change gets. */
    permissionDecisionReason?: string;
  };
}

/** What a PostModelSwitch hook may answer: a note for the new model. */
export interface PostModelSwitchOutput extends HookOutputBase, HookNote<"PostModelSwitch"> {}
