import type { Turn } from "./_actor.ts";
import type { Machine } from "./_machine.ts";

type Fields = Record<string, unknown>;

/** Fields of a result that tell how the turn went with the model. */
export function resultSurroundings(machine: Machine, turn: Turn, isSuccess: boolean): Fields {
  const asked = isSuccess && turn.modelCalls > 0;
  return {
    fast_mode_state: "off",
    ...(asked ? { api_error_status: null } : {}),
    ...(asked ? { ttft_ms: 20, ttft_stream_ms: 19, time_to_request_ms: 5 } : {}),
    ...(machine.isNew ? newerSurroundings(machine, turn, asked) : {}),
    ...(machine.isNew && turn.begun.length > 0 ? { begun_message_ids: turn.begun } : {}),
  };
}

/** What is told of the request for a prompt, and not of one that the CLI makes by itself. */
const FIRST_REQUEST = {
  request_sent_wall_ms: 1_767_225_600_000,
  first_request_input_tokens: 12,
  first_request_cache_read_input_tokens: 0,
};

function newerSurroundings(machine: Machine, turn: Turn, asked: boolean): Fields {
  return {
    fast_mode_disabled_reason: "sdk_opt_in_required",
    subagent_stats: machine.ledger.subagents.stats,
    safety_stops: 0,
    ...(asked
      ? {
        first_content_frame_ms: 19,
        ...(turn.origin === undefined ? FIRST_REQUEST : {}),
      }
      : {}),
  };
}
