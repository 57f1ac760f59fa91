import type { Frame } from "../../support/mod.ts";

/**
 * The closed list of keys whose values differ from run to run, or are the machine's. Their values are replaced, never
 * the keys: a key that one side has and the other has not is a difference.
 */
export const REPLACED: Readonly<Record<string, readonly string[]>> = {
  // Numbered in the order in which they first come, so that what belongs together must belong together.
  ids: [
    "uuid",
    "session_id",
    "request_id",
    "id",
    "tool_use_id",
    "parent_tool_use_id",
    "task_id",
    "agent_id",
    "command_uuid",
    "user_message_uuid",
    "user_message_uuids",
    "prompt_id",
    "message_uuid",
    "still_queued",
    "runId",
    "run_id",
    "api_message_id",
    "begun_message_ids",
  ],
  times: ["timestamp", "request_sent_wall_ms", "end_time"],
  durations: [
    "duration_ms",
    "duration_api_ms",
    "ttft_ms",
    "ttft_stream_ms",
    "time_to_request_ms",
    "first_content_frame_ms",
    "durationMs",
    "thinking_duration_ms",
    "totalDurationMs",
  ],
  costs: ["total_cost_usd"],
  usage: [
    "usage",
    "modelUsage",
    "model_usage_since_last_result",
    "first_request_input_tokens",
    "first_request_cache_read_input_tokens",
  ],
  "the lists in init": [
    "tools",
    "mcp_servers",
    "slash_commands",
    "terminal_slash_commands",
    "agents",
    "skills",
    "plugins",
    "capabilities",
  ],
  "the lists in initialize": ["commands", "models", "available_output_styles", "account"],
  "the machine": [
    "pid",
    "cwd",
    "original_cwd",
    "transcript_path",
    "agent_transcript_path",
    "memory_paths",
    "messaging_socket_path",
    "output_file",
    "user_output_styles_dir",
  ],
};

const KEYS = new Map(Object.entries(REPLACED).flatMap(([kind, keys]) => keys.map((key) => [key, kind] as const)));

/** Replaces the values of the closed list in all frames of a session. */
export function normalised(frames: readonly Frame[]): unknown[] {
  const ids = new Map<string, string>();
  const walk = (value: unknown, key?: string): unknown => {
    const kind = key === undefined ? undefined : KEYS.get(key);
    if (kind === "ids") return numbered(value, ids);
    if (kind !== undefined) return `<${key}>`;
    if (Array.isArray(value)) return value.map((each) => walk(each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([name, part]) => [name, walk(part, name)]),
    );
  };
  return frames.map((frame) => walk(frame));
}

function numbered(value: unknown, ids: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => numbered(each, ids));
  if (typeof value !== "string") return value;
  const known = ids.get(value) ?? `#${ids.size + 1}`;
  ids.set(value, known);
  return known;
}
