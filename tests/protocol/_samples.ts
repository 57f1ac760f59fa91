/** A frame of a kind, and the same with something in it that cannot be. */
export interface Sample {
  /** A frame as the CLI writes it. */
  readonly frame: Record<string, unknown>;
  /** What is put over the frame. */
  readonly wrong: Record<string, unknown>;
  /** How the complaint begins. */
  readonly complaint: string;
}

/** One frame of every kind, written down from sessions with the real CLI, and from its type declarations where it never said one. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  active_goal: sample({ value: { condition: "be good", iterations: 1, set_at: 2, tokens_at_start: 3 } }, {
    value: { condition: 1, iterations: 1, set_at: 2, tokens_at_start: 3 },
  }, "value.condition"),
  assistant: sample(
    { message: { id: "msg_1", role: "assistant", content: [{ type: "text", text: "a" }] }, parent_tool_use_id: null },
    { message: { role: "assistant", content: [{ type: "text", text: "a" }, { type: "text" }] } },
    "message.content.1.text",
  ),
  auth_status: sample({ isAuthenticating: false, output: [] }, { output: "none" }, "output"),
  autocompact_state: sample(
    { value: { enabled: true, effective_window: 9, threshold: 8, enforced: true, source: "model-default" } },
    { value: null },
    "value",
  ),
  command_lifecycle: sample({ command_uuid: "u-1", state: "queued" }, { state: "lost" }, "state"),
  conversation_reset: sample({ new_conversation_id: "c-1", trigger: "clear" }, { trigger: 1 }, "trigger"),
  prompt_suggestion: sample({ suggestion: "run the tests" }, { suggestion: null }, "suggestion"),
  rate_limit_event: sample(
    { rate_limit_info: { status: "allowed", resetsAt: 1771606800, rateLimitType: "five_hour" } },
    { rate_limit_info: { status: "allowed", resetsAt: "soon" } },
    "rate_limit_info.resetsAt",
  ),
  result: sample({ subtype: "success", is_error: false, result: "done", permission_denials: [] }, {
    permission_denials: [{ tool_name: "Bash" }],
  }, "permission_denials.0.tool_use_id"),
  stream_event: sample(
    { event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "a" } } },
    { event: { type: "content_block_delta", index: 0, delta: { type: "text_delta" } } },
    "event.delta.text",
  ),
  "system/api_retry": sample(
    { attempt: 1, max_retries: 10, retry_delay_ms: 500, error_status: null, error: "unknown" },
    { attempt: "1" },
    "attempt",
  ),
  "system/background_tasks_changed": sample({ tasks: [{ task_id: "t", task_type: "local_agent" }] }, {
    tasks: [{ task_type: "local_agent" }],
  }, "tasks.0.task_id"),
  "system/commands_changed": sample({ commands: [{ name: "new", description: "", argumentHint: "" }] }, {
    commands: [{}],
  }, "commands.0.name"),
  "system/compact_boundary": sample({ compact_metadata: { trigger: "manual", pre_tokens: 120 } }, {
    compact_metadata: { trigger: "manual" },
  }, "compact_metadata.pre_tokens"),
  "system/control_request_progress": sample({ request_id: "r-1", status: "started" }, { request_id: 1 }, "request_id"),
  "system/elicitation_complete": sample(
    { mcp_server_name: "s", elicitation_id: "e" },
    { elicitation_id: {} },
    "elicitation_id",
  ),
  "system/files_persisted": sample(
    { files: [{ filename: "a", file_id: "f" }], failed: [], processed_at: "2026-11-30T12:00:00Z" },
    { files: [{ filename: "a" }] },
    "files.0.file_id",
  ),
  "system/hook_progress": sample(hook({ stdout: "a", stderr: "", output: "a" }), { stdout: null }, "stdout"),
  "system/hook_response": sample(hook({ output: "", stdout: "", stderr: "", exit_code: 0, outcome: "success" }), {
    outcome: "fine",
  }, "outcome"),
  "system/hook_started": sample(hook({}), { hook_id: undefined }, "hook_id"),
  "system/informational": sample({ content: "a note", level: "notice" }, { level: "loud" }, "level"),
  "system/init": sample(
    { cwd: "/srv/demo", tools: ["Bash"], mcp_servers: [{ name: "s", status: "connected" }], permissionMode: "plan" },
    { mcp_servers: [{ name: "s" }] },
    "mcp_servers.0.status",
  ),
  "system/local_command_output": sample({ content: "text" }, { content: [] }, "content"),
  "system/memory_recall": sample({ mode: "select", memories: [{ path: "/m", scope: "personal" }] }, {
    memories: [{ path: "/m", scope: "world" }],
  }, "memories.0.scope"),
  "system/mirror_error": sample(
    { error: "no", key: { projectKey: "p", sessionId: "s" } },
    { key: {} },
    "key.projectKey",
  ),
  "system/model_fallback": sample(models({ trigger: "model_not_found", content: "" }), { trigger: 1 }, "trigger"),
  "system/model_refusal_fallback": sample(
    models({ trigger: "refusal", direction: "retry", request_id: null, content: "" }),
    { direction: "up" },
    "direction",
  ),
  "system/model_refusal_no_fallback": sample({ original_model: "m", request_id: null, content: "" }, {
    request_id: 1,
  }, "request_id"),
  "system/notification": sample({ key: "k", text: "t", priority: "low" }, { priority: 1 }, "priority"),
  "system/permission_denied": sample({ tool_name: "Bash", tool_use_id: "t", message: "no" }, { message: 1 }, "message"),
  "system/plugin_install": sample({ status: "started" }, { status: "maybe" }, "status"),
  "system/session_state_changed": sample({ state: "idle" }, { state: "asleep" }, "state"),
  "system/session_title_changed": sample({ title: "New title" }, { title: 1 }, "title"),
  "system/session_writes_lost": sample({ error_code: "ENOSPC", lost: ["transcript"] }, { lost: [1] }, "lost.0"),
  "system/status": sample({ status: null, permissionMode: "plan" }, { permissionMode: "chaos" }, "permissionMode"),
  "system/task_notification": sample({ task_id: "t", status: "completed", summary: "" }, { status: 1 }, "status"),
  "system/task_progress": sample(
    { task_id: "t", description: "", usage: { total_tokens: 1, tool_uses: 1, duration_ms: 1 } },
    { usage: { total_tokens: 1 } },
    "usage.tool_uses",
  ),
  "system/task_started": sample({ task_id: "t", task_type: "local_bash" }, { task_id: 1 }, "task_id"),
  "system/task_updated": sample({ task_id: "t", patch: { status: "killed" } }, { patch: [] }, "patch"),
  "system/thinking_tokens": sample({ estimated_tokens: 3, estimated_tokens_delta: 3 }, {
    estimated_tokens: "3",
  }, "estimated_tokens"),
  "system/worker_shutting_down": sample({ reason: "host_exit" }, { reason: null }, "reason"),
  tool_progress: sample({ tool_use_id: "t", tool_name: "Bash", elapsed_time_seconds: 3 }, {
    elapsed_time_seconds: "3",
  }, "elapsed_time_seconds"),
  tool_use_summary: sample({ summary: "Looked", preceding_tool_use_ids: ["t"] }, {
    preceding_tool_use_ids: "t",
  }, "preceding_tool_use_ids"),
  user: sample({ message: { role: "user", content: "hello" }, parent_tool_use_id: null }, {
    message: { role: "user", content: [{ type: "tool_result", content: "x" }] },
  }, "message.content.0.tool_use_id"),
};

/** A frame of a kind, whole. */
export function sampleFrame(kind: string, fields: Record<string, unknown>): Record<string, unknown> {
  const [type, subtype] = kind.split("/");
  return { type, ...(subtype === undefined ? {} : { subtype }), uuid: "u-1", session_id: "s-1", ...fields };
}

function sample(frame: Record<string, unknown>, wrong: Record<string, unknown>, complaint: string): Sample {
  return { frame, wrong, complaint };
}

function hook(fields: Record<string, unknown>): Record<string, unknown> {
  return { hook_id: "h", hook_name: "PreToolUse:Bash", hook_event: "PreToolUse", ...fields };
}

function models(fields: Record<string, unknown>): Record<string, unknown> {
  return { original_model: "m-1", fallback_model: "m-2", ...fields };
}
