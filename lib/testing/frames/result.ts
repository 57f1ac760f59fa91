import type { ResultMessage } from "../../protocol/messages.ts";
import { SESSION_ID } from "./identity.ts";

/** End of a turn: a success that cost nothing, unless `fields` says otherwise. */
export function result(fields: Partial<ResultMessage> = {}): ResultMessage {
  return {
    duration_ms: 40,
    stop_reason: "end_turn",
    session_id: SESSION_ID,
    total_cost_usd: 0,
    usage: {
      input_tokens: 12,
      output_tokens: 20,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
    modelUsage: {},
    permission_denials: [],
    terminal_reason: "completed",
    is_error: false,
    num_turns: 1,
    subtype: "success",
    result: "",
    type: "result",
    uuid: crypto.randomUUID(),
    ...fields,
  };
}
