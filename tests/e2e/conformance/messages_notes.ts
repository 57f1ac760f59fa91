import type { ClaudeVersion } from "../../support/mod.ts";

const OF_THE_NEWER = "the older version says no such thing";
const REMOTE = "only where the CLI runs in a container of its host";

/** Why a kind of message is not seen, or under which conditions it is. */
const MESSAGES: Readonly<Record<string, string>> = {
  active_goal: REMOTE,
  auth_status: "with `--enable-auth-status`",
  autocompact_state: REMOTE,
  prompt_suggestion: "with `initialize.promptSuggestions`",
  rate_limit_event: "only with the sign-in of a plan, not with an API key",
  "system/elicitation_complete": "of an MCP server",
  "system/files_persisted": "only where the host of a container keeps files",
  "system/hook_progress": "of a command hook that writes for more than a second",
  "system/local_command_output": "the CLI tells it as an `assistant` message instead",
  "system/memory_recall": "only where a switch of its maker's is on",
  "system/mirror_error": "the official SDK writes it itself, never the CLI",
  "system/plugin_install": "with a variable of the CLI's",
  "system/session_writes_lost": "only with a full disk",
  "system/worker_shutting_down": "only under remote control",
  tool_progress: "of shell commands and of a subagent's retries, in a container; of a hook that takes 30 s",
  tool_use_summary: "with a variable of the CLI's",
};

/** The kinds that the older version does not say at all. */
const NEW_MESSAGES = [
  "active_goal",
  "autocompact_state",
  "command_lifecycle",
  "conversation_reset",
  "system/background_tasks_changed",
  "system/control_request_progress",
  "system/session_title_changed",
  "system/session_writes_lost",
];

/** Why a kind of block is not seen, or what it stands for. */
const BLOCKS: Readonly<Record<string, string>> = {
  advisor_tool_result: "written by the model's API for a tool that is not offered here",
  brand_new_block: "made up: it passes untouched, and `blocksOf` wraps it",
  search_result: "no tool of the CLI gives one",
  tool_search_tool_result: "written by the model's API for a tool that is not offered here",
};

/** The notes on kinds of message. */
export function messageNotes(version: ClaudeVersion): Record<string, string> {
  const notes: Record<string, string> = { ...MESSAGES };
  if (version === "2.1.197") { for (const kind of NEW_MESSAGES) notes[kind] = OF_THE_NEWER; }
  return notes;
}

/** The notes on kinds of content block. */
export function blockNotes(version: ClaudeVersion): Record<string, string> {
  return version === "2.1.197" ? { ...BLOCKS, tool_reference: OF_THE_NEWER } : { ...BLOCKS };
}
