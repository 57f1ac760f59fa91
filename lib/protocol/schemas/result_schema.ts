import { z } from "zod";
import type { PermissionDenial, ResultMessage } from "../messages/result.ts";
import type { ResultTimings } from "../messages/result_timings.ts";
import {
  maybeFlag,
  maybeNumber,
  maybeNumberOrNull,
  maybeRecord,
  maybeText,
  maybeTextOrNull,
  maybeTexts,
  messageBase,
  promptLink,
  record,
} from "./fields.ts";
import { type ObjectFactory, optional, type Shape } from "./object_factory.ts";
import { modelUsageSchema, originSchema, subagentStatsSchema, usageSchema } from "./usage_schemas.ts";

/** End of a turn. */
export function resultSchema(object: ObjectFactory): z.ZodType<ResultMessage> {
  type Field<K extends keyof ResultMessage> = NonNullable<ResultMessage[K]>;
  const byModel = optional(z.record(z.string(), modelUsageSchema(object)));
  return object<ResultMessage>({
    ...messageBase(),
    ...promptLink(),
    ...timings(),
    type: z.literal("result"),
    subtype: z.enum([
      "success",
      "error_during_execution",
      "error_max_turns",
      "error_max_budget_usd",
      "error_max_structured_output_retries",
    ]),
    is_error: z.boolean(),
    result: maybeTextOrNull(),
    errors: maybeTexts(),
    terminal_reason: maybeText(),
    stop_reason: maybeTextOrNull(),
    num_turns: maybeNumber(),
    duration_ms: maybeNumber(),
    duration_api_ms: maybeNumber(),
    total_cost_usd: maybeNumber(),
    usage: optional(usageSchema(object)),
    modelUsage: byModel,
    model_usage_since_last_result: byModel,
    permission_denials: optional(z.array(
      object<PermissionDenial>({ tool_name: z.string(), tool_use_id: z.string(), tool_input: record() }),
    )),
    structured_output: optional(z.unknown()),
    deferred_tool_use: optional(
      object<Field<"deferred_tool_use">>({ id: z.string(), name: z.string(), input: record() }),
    ),
    origin: optional(originSchema(object)),
    local_command: maybeText(),
    queued_turn_count: maybeNumber(),
    result_index: maybeNumber(),
    begun_message_ids: maybeTexts(),
    subagent_stats: optional(subagentStatsSchema(object)),
    safety_stops: maybeNumber(),
    api_error_status: maybeNumberOrNull(),
    api_error: maybeText(),
    api_error_code: maybeText(),
    api_error_type: maybeText(),
    api_error_origin: maybeText(),
    fast_mode_state: maybeText(),
    fast_mode_disabled_reason: maybeText(),
    credential_expires_at: maybeText(),
    startup_failure_reason: maybeText(),
    invalid_config_file: optional(object<Field<"invalid_config_file">>({
      path: z.string(),
      is_global: z.boolean(),
      backup_searched: z.boolean(),
      backup_path: maybeText(),
    })),
    message_undelivered: maybeText(),
    runner_exit: maybeRecord(),
    policy_answer: maybeText(),
    policy_answer_reason: maybeText(),
    interrupted_by_shutdown: maybeFlag(),
    stopped_by_permission_check: maybeFlag(),
  });
}

function timings(): Shape<ResultTimings> {
  return {
    ttft_ms: maybeNumber(),
    ttft_stream_ms: maybeNumber(),
    time_to_request_ms: maybeNumber(),
    time_to_request_from_spawn_ms: maybeNumber(),
    time_to_request_phases_ms: optional(z.record(z.string(), z.number())),
    time_to_request_cpu_ms: maybeNumber(),
    time_to_request_loop_lag_ms: maybeNumber(),
    time_to_request_major_faults: maybeNumber(),
    request_sent_wall_ms: maybeNumber(),
    first_content_frame_ms: maybeNumber(),
    first_request_input_tokens: maybeNumber(),
    first_request_cache_read_input_tokens: maybeNumber(),
    time_origin_ms: maybeNumber(),
    warm_spare_claimed: maybeFlag(),
    turn_start_resume_kind: maybeText(),
    process_turn_index: maybeNumber(),
    input_attachments_detail: maybeRecord(),
    tool_schema_build_detail: maybeRecord(),
    message_normalization_detail: maybeRecord(),
    request_build_detail: maybeRecord(),
  };
}
