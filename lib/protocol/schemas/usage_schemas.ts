import { z } from "zod";
import type { MessageOrigin } from "../messages/base.ts";
import type { ModelUsage, SubagentStats, Usage } from "../messages/usage.ts";
import { maybeNumber, maybeNumberOrNull, maybeRecordOrNull, maybeText, maybeTextOrNull, record } from "./fields.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";

/** Tokens of one turn or one request. */
export function usageSchema(object: ObjectFactory): z.ZodType<Usage> {
  type Part<K extends keyof Usage> = NonNullable<Usage[K]>;
  return object<Usage>({
    input_tokens: maybeNumber(),
    output_tokens: maybeNumber(),
    cache_creation_input_tokens: maybeNumberOrNull(),
    cache_read_input_tokens: maybeNumberOrNull(),
    cache_creation: optional(
      object<Part<"cache_creation">>({
        ephemeral_1h_input_tokens: maybeNumber(),
        ephemeral_5m_input_tokens: maybeNumber(),
      }).nullable(),
    ),
    output_tokens_details: optional(
      object<Part<"output_tokens_details">>({ thinking_tokens: maybeNumber() }).nullable(),
    ),
    server_tool_use: optional(
      object<Part<"server_tool_use">>({
        web_search_requests: maybeNumber(),
        web_fetch_requests: maybeNumber(),
      }).nullable(),
    ),
    service_tier: maybeTextOrNull(),
    inference_geo: maybeTextOrNull(),
    speed: maybeTextOrNull(),
    iterations: optional(z.array(record()).nullable()),
    fallback_credit: maybeRecordOrNull(),
  });
}

/** Tokens and cost of one model. */
export function modelUsageSchema(object: ObjectFactory): z.ZodType<ModelUsage> {
  return object<ModelUsage>({
    inputTokens: maybeNumber(),
    outputTokens: maybeNumber(),
    thinkingTokens: maybeNumber(),
    cacheReadInputTokens: maybeNumber(),
    cacheCreationInputTokens: maybeNumber(),
    cacheCreationEphemeral5mInputTokens: maybeNumber(),
    cacheCreationEphemeral1hInputTokens: maybeNumber(),
    webSearchRequests: maybeNumber(),
    costUSD: maybeNumber(),
    contextWindow: maybeNumber(),
    maxOutputTokens: maybeNumber(),
    canonicalModel: maybeText(),
    provider: maybeText(),
    costBasis: maybeText(),
  });
}

/** How many subagents were started. */
export function subagentStatsSchema(object: ObjectFactory): z.ZodType<SubagentStats> {
  const count = z.number();
  return object<SubagentStats>({
    spawned: count,
    requested: object<SubagentStats["requested"]>({ background: count, foreground: count, unset: count }),
    started_in_background: count,
    by_type: z.record(z.string(), count),
    max_depth: count,
    spawned_by_subagents: count,
    completed: count,
    failed: count,
    killed: object<SubagentStats["killed"]>({ parent: count, user: count, system: count }),
    refused: object<SubagentStats["refused"]>({ depth_limit: count, concurrency_limit: count, budget: count }),
  });
}

/** Who asked for a turn. */
export function originSchema(object: ObjectFactory): z.ZodType<MessageOrigin> {
  return object<MessageOrigin>({
    kind: z.string(),
    subkind: maybeText(),
    producer: maybeText(),
    runId: maybeText(),
    taskKind: maybeText(),
    fireReason: maybeText(),
    server: maybeText(),
    from: maybeText(),
    fromMode: maybeText(),
    fromSession: maybeText(),
    name: maybeText(),
    senderTaskId: maybeText(),
    body: maybeText(),
    verifiedPeerPid: maybeNumber(),
  });
}
