import { z } from "zod";
import type { ContextUsage, UsageReport } from "../messages/reports.ts";
import { maybeText, record } from "./fields.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";
import { modelUsageSchema } from "./usage_schemas.ts";

/** What fills the conversation's window. */
export function contextUsageSchema(object: ObjectFactory): z.ZodType<ContextUsage> {
  type Row<K extends "categories" | "mcp_tools" | "memory_files" | "agents"> = ContextUsage[K][number];
  const [text, tokens] = [z.string(), z.number()];
  return object<ContextUsage>({
    model: text,
    total_tokens: tokens,
    raw_max_tokens: tokens,
    percentage: z.number(),
    over_limit: optional(object<NonNullable<ContextUsage["over_limit"]>>({ tokens_over: tokens, kind: text })),
    categories: z.array(object<Row<"categories">>({ name: text, tokens, kind: maybeText() })),
    mcp_tools: z.array(object<Row<"mcp_tools">>({ name: text, server_name: text, tokens })),
    memory_files: z.array(object<Row<"memory_files">>({ path: text, type: text, tokens })),
    agents: z.array(object<Row<"agents">>({ agent_type: text, source: text, tokens })),
    skills: optional(z.array(
      object<NonNullable<ContextUsage["skills"]>[number]>({
        name: text,
        source: text,
        plugin_name: maybeText(),
        tokens,
      }),
    )),
  });
}

/** What the session cost and where the account stands. */
export function usageReportSchema(object: ObjectFactory): z.ZodType<UsageReport> {
  return object<UsageReport>({
    session: object<UsageReport["session"]>({
      total_cost_usd: z.number(),
      total_api_duration_ms: z.number(),
      total_duration_ms: z.number(),
      total_lines_added: z.number(),
      total_lines_removed: z.number(),
      model_usage: z.record(z.string(), modelUsageSchema(object)),
    }),
    rate_limits: record().nullable(),
  });
}
