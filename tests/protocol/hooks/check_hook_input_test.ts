import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { z } from "zod";
import { checkHookInput } from "../../../lib/protocol/hooks/check_hook_input.ts";
import type { HookEventName, HookInput } from "../../../lib/protocol/hooks.ts";
import { hookInputSchemas } from "../../../lib/protocol/hooks/input_schemas.ts";
import { HOOK_EVENTS } from "../../../lib/protocol/hook_events.ts";

const BASE = { session_id: "s-1", transcript_path: "/home/a/.claude/s-1.jsonl", cwd: "/srv/a" };
const TURN = { ...BASE, prompt_id: "p-1", permission_mode: "default", effort: { level: "medium" } };
const CALL = { ...TURN, tool_name: "Bash", tool_input: { command: "echo hi" }, tool_use_id: "toolu_1" };
const STOP = { stop_hook_active: false, last_assistant_message: "Ok.", background_tasks: [], session_crons: [] };
const SWITCH = {
  ...BASE,
  from_model: "claude-opus-5-5",
  to_model: "claude-haiku-5-5",
  requested_model: "haiku",
  source: "sdk",
  context_tokens: 0,
  prompt_cache_warm: false,
  cache_ttl: "5m",
  estimated_cache_write_usd: 0,
  pricing: "catalog",
} as const;

/** What the real CLI told, shortened; for the events that it was not seen to call, what its own schema says. */
const inputs: { [Event in HookEventName]: HookInput<Event> } = {
  PreToolUse: { ...CALL, hook_event_name: "PreToolUse", mcp_server: { name: "s", source: "dynamic" } },
  PostToolUse: { ...CALL, hook_event_name: "PostToolUse", tool_response: { stdout: "hi" }, duration_ms: 306 },
  PostToolUseFailure: {
    ...CALL,
    hook_event_name: "PostToolUseFailure",
    error: "Exit code 3",
    is_interrupt: false,
    duration_ms: 26,
  },
  PostToolBatch: {
    ...TURN,
    hook_event_name: "PostToolBatch",
    tool_calls: [{ tool_name: "Bash", tool_input: {}, tool_use_id: "toolu_1", tool_response: "hi" }],
  },
  PermissionDenied: { ...CALL, hook_event_name: "PermissionDenied", reason: "Classifier unavailable" },
  PreSkillShellCommand: {
    ...TURN,
    hook_event_name: "PreSkillShellCommand",
    tool_name: "Bash",
    tool_input: { command: "echo inside" },
    tool_use_id: "944f:inner:preamble-0",
    command_name: "shell",
    command_source: "projectSettings",
    invoked_by: "user",
  },
  UserPromptSubmit: { ...TURN, hook_event_name: "UserPromptSubmit", prompt: "Go", session_title: "My title" },
  UserPromptExpansion: {
    ...TURN,
    hook_event_name: "UserPromptExpansion",
    expansion_type: "slash_command",
    command_name: "hello",
    command_args: "Bob",
    command_source: "projectSettings",
    prompt: "/hello Bob",
  },
  Stop: { ...TURN, ...STOP, hook_event_name: "Stop" },
  StopFailure: { ...BASE, hook_event_name: "StopFailure", error: "unknown", last_assistant_message: "API Error: 400" },
  SubagentStart: { ...BASE, hook_event_name: "SubagentStart", agent_id: "a1", agent_type: "general-purpose" },
  SubagentStop: {
    ...TURN,
    ...STOP,
    hook_event_name: "SubagentStop",
    agent_id: "a1",
    agent_type: "",
    agent_transcript_path: "/home/a/.claude/agent-a1.jsonl",
    background_tasks: [{ id: "b1", type: "shell", status: "running", description: "Serve", command: "serve" }],
    session_crons: [{ id: "c1", schedule: "0 9 * * 1-5", recurring: true, prompt: "Look" }],
  },
  TeammateIdle: { ...BASE, hook_event_name: "TeammateIdle", teammate_name: "Ann", team_name: "t" },
  SessionStart: { ...BASE, hook_event_name: "SessionStart", source: "compact", model: "claude-opus-5-5" },
  SessionEnd: { ...BASE, hook_event_name: "SessionEnd", reason: "clear" },
  Setup: { ...BASE, hook_event_name: "Setup", trigger: "init" },
  PreCompact: { ...BASE, hook_event_name: "PreCompact", trigger: "manual", custom_instructions: null },
  PostCompact: { ...BASE, hook_event_name: "PostCompact", trigger: "auto", compact_summary: "Done." },
  PreModelSwitch: { ...SWITCH, hook_event_name: "PreModelSwitch" },
  PostModelSwitch: { ...SWITCH, hook_event_name: "PostModelSwitch", source: "command", requested_model: null },
  ConfigChange: {
    ...BASE,
    hook_event_name: "ConfigChange",
    source: "project_settings",
    file_path: "/srv/a/.claude/settings.json",
  },
  InstructionsLoaded: {
    ...BASE,
    hook_event_name: "InstructionsLoaded",
    file_path: "/srv/a/sub/CLAUDE.md",
    memory_type: "Project",
    load_reason: "nested_traversal",
    trigger_file_path: "/srv/a/sub/x.txt",
  },
  CwdChanged: { ...BASE, hook_event_name: "CwdChanged", old_cwd: "/srv/a", new_cwd: "/srv/a/sub" },
  FileChanged: { ...BASE, hook_event_name: "FileChanged", file_path: "/srv/a/notes.txt", event: "change" },
  DirectoryAdded: {
    ...BASE,
    hook_event_name: "DirectoryAdded",
    directory: "/srv/a/sub",
    source: "register_repo_root",
  },
  WorktreeCreate: { ...BASE, hook_event_name: "WorktreeCreate", name: "agent-a1" },
  WorktreeRemove: { ...BASE, hook_event_name: "WorktreeRemove", worktree_path: "/srv/w" },
  Notification: {
    ...BASE,
    hook_event_name: "Notification",
    message: 'Elicitation response for server "s": accept',
    notification_type: "elicitation_response",
  },
  MessageDisplay: {
    ...BASE,
    hook_event_name: "MessageDisplay",
    turn_id: "t-1",
    message_id: "m-1",
    index: 0,
    final: true,
    delta: "First line.\nSecond line.",
  },
  TaskCreated: { ...BASE, hook_event_name: "TaskCreated", task_id: "1", task_subject: "A", task_description: "Do it" },
  TaskCompleted: { ...BASE, hook_event_name: "TaskCompleted", task_id: "1", task_subject: "A" },
  Elicitation: {
    ...BASE,
    hook_event_name: "Elicitation",
    mcp_server_name: "s",
    message: "Which?",
    mode: "form",
    requested_schema: { type: "object" },
  },
  ElicitationResult: {
    ...BASE,
    hook_event_name: "ElicitationResult",
    mcp_server_name: "s",
    mode: "form",
    action: "accept",
    content: { color: "red" },
  },
};
const strict = hookInputSchemas(z.strictObject);

for (const event of HOOK_EVENTS) {
  Deno.test(`checkHookInput() takes what ${event} tells, and the strict schema knows every field of it`, () => {
    const input: object = inputs[event];
    assertEquals(checkHookInput(input), []);
    assertEquals(checkHookInput({ ...input, a_new_field: { deep: true } }), []);
    assert(strict[event].safeParse(input).success);
    assertStringIncludes(strict[event].safeParse({ ...input, a_new_field: 1 }).error?.message ?? "", "a_new_field");
    for (const field of Object.keys(input)) {
      assertEquals(checkHookInput({ ...input, [field]: Symbol() }).length, field === "tool_response" ? 0 : 1, field);
    }
  });
}

Deno.test("checkHookInput() says which field does not fit", () => {
  const [issue] = checkHookInput({ ...inputs.PostToolBatch, tool_calls: [{ tool_name: 5 }] });
  assertStringIncludes(issue ?? "", "tool_calls.0.tool_name");
});

for (const input of [null, undefined, 5, [], {}, { hook_event_name: "Nothing" }, { hook_event_name: "constructor" }]) {
  Deno.test(`checkHookInput() has an issue with ${JSON.stringify(input)}`, () => {
    assertEquals(checkHookInput(input), ["hook_event_name: expected the name of a hook event"]);
  });
}
