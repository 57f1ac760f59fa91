import type { Turn } from "./_actor.ts";
import type { Machine } from "./_machine.ts";

type Fields = Record<string, unknown>;

/** Fields of a result that tell how the turn went with the model. */
export function resultSurroundings(machine: Machine, turn: Turn, isSuccess: boolean): Fields {
  const asked = isSuccess && turn.modelCalls > 0;
  return {
    fast_mode_state: "off",
    ...(isSuccess ? { api_error_status: null } : {}),
    ...(asked ? { ttft_ms: 20, ttft_stream_ms: 19, time_to_request_ms: 5 } : {}),
    ...(machine.isNew ? newerSurroundings(asked) : {}),
    ...(machine.isNew && turn.begun.length > 0 ? { begun_message_ids: turn.begun } : {}),
  };
}

function newerSurroundings(asked: boolean): Fields {
  return {
    fast_mode_disabled_reason: "sdk_opt_in_required",
    subagent_stats: NO_SUBAGENTS,
    safety_stops: 0,
    ...(asked
      ? {
        first_content_frame_ms: 19,
        request_sent_wall_ms: 1_767_225_600_000,
        first_request_input_tokens: 12,
        first_request_cache_read_input_tokens: 0,
      }
      : {}),
  };
}

const NO_SUBAGENTS = {
  spawned: 0,
  requested: { background: 0, foreground: 0, unset: 0 },
  started_in_background: 0,
  max_depth: 0,
  spawned_by_subagents: 0,
  completed: 0,
  failed: 0,
  killed: { parent: 0, user: 0, system: 0 },
  refused: { depth_limit: 0, concurrency_limit: 0, budget: 0 },
  by_type: {},
};
