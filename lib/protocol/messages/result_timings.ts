/**
 * What the CLI measures of itself. Most of it comes from the newer CLI, and much of that only where it
 * runs remotely; what has no field here is passed on all the same.
 */
export interface ResultTimings {
  /** How long the model's first piece took, in milliseconds. */
  ttft_ms?: number;
  /** The same for the first piece of a stream. */
  ttft_stream_ms?: number;
  /** How long it took until the first request was sent, in milliseconds. */
  time_to_request_ms?: number;
  /** The same since the process was started. */
  time_to_request_from_spawn_ms?: number;
  /** What that time was spent on. */
  time_to_request_phases_ms?: Record<string, number>;
  /** How much of it the processor worked, in milliseconds. */
  time_to_request_cpu_ms?: number;
  /** How far the event loop fell behind meanwhile, in milliseconds. */
  time_to_request_loop_lag_ms?: number;
  /** How often memory had to be read from the disk meanwhile. */
  time_to_request_major_faults?: number;
  /** When the first request was sent, in milliseconds since 1970. */
  request_sent_wall_ms?: number;
  /** How long the first frame with content took, in milliseconds. */
  first_content_frame_ms?: number;
  /** Tokens read by the first request. */
  first_request_input_tokens?: number;
  /** Tokens that the first request read from the cache. */
  first_request_cache_read_input_tokens?: number;
  /** When the process began, in milliseconds since 1970. */
  time_origin_ms?: number;
  /** Whether the process had been started beforehand. */
  warm_spare_claimed?: boolean;
  /** How the turn takes up an earlier one. */
  turn_start_resume_kind?: string;
  /** How many turns the process took before. */
  process_turn_index?: number;
  /** What the first request's attachments took. */
  input_attachments_detail?: Record<string, unknown>;
  /** What the tools' schemas took. */
  tool_schema_build_detail?: Record<string, unknown>;
  /** What putting the conversation in order took. */
  message_normalization_detail?: Record<string, unknown>;
  /** What building the request took. */
  request_build_detail?: Record<string, unknown>;
}
