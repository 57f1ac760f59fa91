import { z } from "zod";
import type { ShapeFactory } from "../schemas/object_factory.ts";
import type { HookEventName } from "./hook_map.ts";

/** The schemas of what hooks are told, by event. */
export function hookInputSchemas(object: ShapeFactory): Record<HookEventName, z.ZodType> {
  const text = z.string();
  const maybe = text.optional();
  const number = z.number();
  const flag = z.boolean();
  const record = z.record(z.string(), z.unknown());
  const server = object({ name: text, source: text });
  const tool = { tool_name: text, tool_input: record, tool_use_id: text, mcp_server: server.optional() };
  const duration_ms = number.optional();
  const task = object({
    id: text,
    type: text,
    status: text,
    description: text,
    command: maybe,
    agent_type: maybe,
    server: maybe,
    tool: maybe,
    name: maybe,
  });
  const cron = object({ id: text, schedule: text, recurring: flag, prompt: text });
  const stop = {
    stop_hook_active: flag,
    last_assistant_message: maybe,
    background_tasks: z.array(task).optional(),
    session_crons: z.array(cron).optional(),
  };
  const trigger = z.enum(["manual", "auto"]);
  const modelSwitch = {
    from_model: text,
    to_model: text,
    requested_model: text.nullable(),
    source: z.enum(["command", "picker", "sdk", "auto", "resume"]),
    context_tokens: number,
    prompt_cache_warm: flag,
    cache_ttl: z.enum(["5m", "1h"]),
    estimated_cache_write_usd: number,
    pricing: z.enum(["configured", "catalog", "default"]),
  };
  const listed = {
    task_id: text,
    task_subject: text,
    task_description: maybe,
    teammate_name: maybe,
    team_name: maybe,
  };
  const mode = z.enum(["form", "url"]).optional();
  const shapes: Record<HookEventName, Record<string, z.ZodType>> = {
    PreToolUse: tool,
    PostToolUse: { ...tool, tool_response: z.unknown(), duration_ms },
    PostToolUseFailure: { ...tool, error: text, is_interrupt: flag.optional(), duration_ms },
    PostToolBatch: {
      tool_calls: z.array(object({
        tool_name: text,
        tool_input: record,
        tool_use_id: text,
        tool_response: z.unknown().optional(),
      })),
    },
    PermissionDenied: { ...tool, reason: text },
    PreSkillShellCommand: {
      tool_name: text,
      tool_input: object({ command: text }),
      tool_use_id: text,
      command_name: text,
      command_source: maybe,
      invoked_by: z.enum(["user", "claude", "other"]),
    },
    UserPromptSubmit: {
      prompt: text,
      source: z.enum(["user", "sdk", "system", "loop_wakeup", "schedule_wakeup", "poll_event"]).optional(),
      session_title: maybe,
    },
    UserPromptExpansion: {
      expansion_type: z.enum(["slash_command", "mcp_prompt"]),
      command_name: text,
      command_args: text,
      command_source: maybe,
      prompt: text,
    },
    Stop: stop,
    StopFailure: { error: text, error_details: maybe, last_assistant_message: maybe },
    SubagentStart: { agent_id: text, agent_type: text },
    SubagentStop: { ...stop, agent_id: text, agent_type: text, agent_transcript_path: text },
    TeammateIdle: { teammate_name: text, team_name: text },
    SessionStart: {
      source: z.enum(["startup", "resume", "clear", "compact", "fork"]),
      model: maybe,
      session_title: maybe,
      seconds_since_last_response: number.optional(),
      context_tokens: number.optional(),
      prompt_cache_likely_expired: flag.optional(),
      estimated_cache_write_usd: number.optional(),
    },
    SessionEnd: { reason: text },
    Setup: { trigger: z.enum(["init", "maintenance"]) },
    PreCompact: { trigger, custom_instructions: text.nullable() },
    PostCompact: { trigger, compact_summary: text },
    PreModelSwitch: modelSwitch,
    PostModelSwitch: modelSwitch,
    ConfigChange: {
      source: z.enum(["user_settings", "project_settings", "local_settings", "policy_settings", "skills"]),
      file_path: maybe,
    },
    InstructionsLoaded: {
      file_path: text,
      memory_type: z.enum(["User", "Project", "Local", "Managed"]),
      load_reason: z.enum(["session_start", "nested_traversal", "path_glob_match", "include", "compact"]),
      globs: z.array(text).optional(),
      trigger_file_path: maybe,
      parent_file_path: maybe,
    },
    CwdChanged: { old_cwd: text, new_cwd: text },
    FileChanged: { file_path: text, event: z.enum(["change", "add", "unlink"]) },
    DirectoryAdded: { directory: text, source: z.enum(["slash_command", "register_repo_root"]) },
    WorktreeCreate: { name: text },
    WorktreeRemove: { worktree_path: text },
    Notification: { message: text, title: maybe, notification_type: text },
    MessageDisplay: { turn_id: text, message_id: text, index: z.int(), final: flag, delta: text },
    TaskCreated: listed,
    TaskCompleted: listed,
    Elicitation: {
      mcp_server_name: text,
      message: text,
      mode,
      url: maybe,
      elicitation_id: maybe,
      requested_schema: record.optional(),
    },
    ElicitationResult: {
      mcp_server_name: text,
      elicitation_id: maybe,
      mode,
      action: z.enum(["accept", "decline", "cancel"]),
      content: record.optional(),
    },
  };
  const base = {
    session_id: text,
    transcript_path: text,
    cwd: text,
    prompt_id: maybe,
    permission_mode: maybe,
    agent_id: maybe,
    agent_type: maybe,
    effort: object({ level: text }).optional(),
  };
  const schemas = Object.entries(shapes).map(([event, shape]) => {
    return [event, object({ ...base, ...shape, hook_event_name: z.literal(event) })];
  });
  return Object.fromEntries(schemas);
}
