import type { ModelUsage } from "./usage.ts";

/** What fills the conversation's window, as `/context` reports it (newer CLI). */
export interface ContextUsage {
  /** The model. */
  model: string;
  /** Tokens in use. */
  total_tokens: number;
  /** Tokens that fit. */
  raw_max_tokens: number;
  /** The share in use, in percent. */
  percentage: number;
  /** By how much the window is overfull. */
  over_limit?: { tokens_over: number; kind: string };
  /** What the tokens are. */
  categories: { name: string; tokens: number; kind?: string }[];
  /** Tokens of each MCP tool. */
  mcp_tools: { name: string; server_name: string; tokens: number }[];
  /** Tokens of each memory file. */
  memory_files: { path: string; type: string; tokens: number }[];
  /** Tokens of each subagent's description. */
  agents: { agent_type: string; source: string; tokens: number }[];
  /** Tokens of each skill's description. */
  skills?: { name: string; source: string; plugin_name?: string; tokens: number }[];
}

/** What the session cost and where the account stands, as `/usage` reports it with a sign-in of a plan. */
export interface UsageReport {
  /** The session so far. */
  session: {
    total_cost_usd: number;
    total_api_duration_ms: number;
    total_duration_ms: number;
    total_lines_added: number;
    total_lines_removed: number;
    model_usage: Record<string, ModelUsage>;
  };
  /** The account's limits; `null` where they are not known. */
  rate_limits: Record<string, unknown> | null;
}
