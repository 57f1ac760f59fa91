import { z } from "zod";
import type {
  ApiRetryMessage,
  ModelFallbackMessage,
  ModelRefusalFallbackMessage,
  ModelRefusalMessage,
  RateLimitInfo,
  RateLimitMessage,
} from "../messages/limits.ts";
import {
  maybeFlag,
  maybeNumber,
  maybeNumberOrNull,
  maybeRecord,
  maybeText,
  maybeTextOrNull,
  maybeTexts,
  messageBase,
  record,
} from "./fields.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";

/** The schema of `ApiRetryMessage`. */
export function apiRetryMessageSchema(object: ObjectFactory): z.ZodType<ApiRetryMessage> {
  return object<ApiRetryMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("api_retry"),
    attempt: z.number(),
    max_retries: z.number(),
    retry_delay_ms: z.number(),
    error_status: maybeNumberOrNull(),
    error: maybeText(),
    no_response: optional(
      object<NonNullable<ApiRetryMessage["no_response"]>>({ waited_ms: z.number(), retry_wait_ms: z.number() }),
    ),
  });
}

function rateLimitInfoSchema(object: ObjectFactory): z.ZodType<RateLimitInfo> {
  return object<RateLimitInfo>({
    status: z.string(),
    resetsAt: maybeNumber(),
    rateLimitType: maybeText(),
    utilization: maybeNumber(),
    unifiedWindows: optional(z.record(z.string(), record())),
    surpassedThreshold: maybeNumber(),
    overageStatus: maybeText(),
    overageResetsAt: maybeNumber(),
    overageDisabledReason: maybeText(),
    isUsingOverage: maybeFlag(),
    overageInUse: maybeFlag(),
    overageEnabled: maybeFlag(),
    overagePeriodMonthly: maybeRecord(),
    overagePeriodChannel: maybeRecord(),
    dailyCapPaused: maybeFlag(),
    rateLimitGraceActive: maybeFlag(),
    limitScope: maybeText(),
    memberSpendLimit: maybeRecord(),
    errorCode: maybeText(),
    canUserPurchaseCredits: maybeFlag(),
    hasChargeableSavedPaymentMethod: maybeFlag(),
  });
}

/** The schema of `RateLimitMessage`. */
export function rateLimitMessageSchema(object: ObjectFactory): z.ZodType<RateLimitMessage> {
  return object<RateLimitMessage>({
    ...messageBase(),
    type: z.literal("rate_limit_event"),
    rate_limit_info: rateLimitInfoSchema(object),
  });
}

/** The schema of `ModelRefusalFallbackMessage`. */
export function modelRefusalFallbackMessageSchema(object: ObjectFactory): z.ZodType<ModelRefusalFallbackMessage> {
  return object<ModelRefusalFallbackMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("model_refusal_fallback"),
    trigger: z.string(),
    direction: z.enum(["retry", "revert", "sticky"]),
    scope: optional(z.enum(["session", "local"])),
    original_model: z.string(),
    fallback_model: z.string(),
    request_id: z.string().nullable(),
    api_refusal_category: maybeTextOrNull(),
    api_refusal_explanation: maybeTextOrNull(),
    api_refusal_cyber_verification: maybeRecord(),
    saw_cyber_refusal: maybeFlag(),
    served_notice: optional(
      object<NonNullable<ModelRefusalFallbackMessage["served_notice"]>>({
        text: z.string(),
        learn_more_url: maybeText(),
      }),
    ),
    retracted_message_uuids: maybeTexts(),
    refused_user_message_uuid: maybeTextOrNull(),
    content: z.string(),
  });
}

/** The schema of `ModelRefusalMessage`. */
export function modelRefusalMessageSchema(object: ObjectFactory): z.ZodType<ModelRefusalMessage> {
  return object<ModelRefusalMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("model_refusal_no_fallback"),
    original_model: z.string(),
    request_id: z.string().nullable(),
    api_refusal_category: maybeTextOrNull(),
    api_refusal_explanation: maybeTextOrNull(),
    refused_user_message_uuid: maybeTextOrNull(),
    content: z.string(),
  });
}

/** The schema of `ModelFallbackMessage`. */
export function modelFallbackMessageSchema(object: ObjectFactory): z.ZodType<ModelFallbackMessage> {
  return object<ModelFallbackMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("model_fallback"),
    trigger: z.string(),
    original_model: z.string(),
    fallback_model: z.string(),
    content: z.string(),
  });
}
