/** Tokens and searches of one turn or one request. Fields may be `null` where the API did not tell. */
export interface Usage {
  /** Tokens read. */
  input_tokens?: number;
  /** Tokens written. */
  output_tokens?: number;
  /** Tokens written to the cache. */
  cache_creation_input_tokens?: number | null;
  /** Tokens read from the cache. */
  cache_read_input_tokens?: number | null;
  /** Tokens written to the cache, by how long they are kept. */
  cache_creation?: { ephemeral_1h_input_tokens?: number; ephemeral_5m_input_tokens?: number } | null;
  /** What the tokens written are made of. */
  output_tokens_details?: { thinking_tokens?: number } | null;
  /** Uses of the model API's own tools. */
  server_tool_use?: { web_search_requests?: number; web_fetch_requests?: number } | null;
  /** The class of service. */
  service_tier?: string | null;
  /** Where the model ran. */
  inference_geo?: string | null;
  /** `standard` or `fast`. */
  speed?: string | null;
  /** The parts of an answer that took several runs of the model. */
  iterations?: Record<string, unknown>[] | null;
  /** What is given back after a fallback. */
  fallback_credit?: Record<string, unknown> | null;
}

/** Tokens and cost of one model. */
export interface ModelUsage {
  /** Tokens read. */
  inputTokens?: number;
  /** Tokens written. */
  outputTokens?: number;
  /** Those of them that were thought (newer CLI). */
  thinkingTokens?: number;
  /** Tokens read from the cache. */
  cacheReadInputTokens?: number;
  /** Tokens written to the cache. */
  cacheCreationInputTokens?: number;
  /** Those of them that are kept for five minutes (newer CLI). */
  cacheCreationEphemeral5mInputTokens?: number;
  /** Those of them that are kept for an hour (newer CLI). */
  cacheCreationEphemeral1hInputTokens?: number;
  /** Searches of the web. */
  webSearchRequests?: number;
  /** The cost in US dollars, as the CLI reckons it. */
  costUSD?: number;
  /** How many tokens fit into a conversation. */
  contextWindow?: number;
  /** How many tokens an answer may have. */
  maxOutputTokens?: number;
  /** The model's plain name, by which it is priced (newer CLI). */
  canonicalModel?: string;
  /** Who serves the model (newer CLI). */
  provider?: string;
  /** Which prices were used: `list`, `managed` or `unknown` (newer CLI). */
  costBasis?: string;
}

/** How many subagents were started, and what became of them (newer CLI). */
export interface SubagentStats {
  /** How many were started. */
  spawned: number;
  /** How the model asked for them. */
  requested: { background: number; foreground: number; unset: number };
  /** How many began in the background. */
  started_in_background: number;
  /** How many of each kind. */
  by_type: Record<string, number>;
  /** How deep they were nested. */
  max_depth: number;
  /** How many were started by subagents. */
  spawned_by_subagents: number;
  /** How many ended well. */
  completed: number;
  /** How many failed. */
  failed: number;
  /** How many were stopped, and by whom. */
  killed: { parent: number; user: number; system: number };
  /** How many were not allowed to start, and why. */
  refused: { depth_limit: number; concurrency_limit: number; budget: number };
}
