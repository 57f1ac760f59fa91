import type { MessageBase } from "./base.ts";

/** A request to the model failed and will be repeated. */
export interface ApiRetryMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "api_retry";
  /** Which try comes next, counted from 1. */
  attempt: number;
  /** How many tries there are at most. */
  max_retries: number;
  /** How long the CLI waits, in milliseconds. */
  retry_delay_ms: number;
  /** The HTTP status, where there was an answer. */
  error_status?: number | null;
  /** What went wrong. */
  error?: string;
  /** How long the CLI waited for an answer that never began. */
  no_response?: { waited_ms: number; retry_wait_ms: number };
}

/** Where the account stands against one of its limits. */
export interface RateLimitInfo {
  /** `allowed`, `allowed_warning`, `rejected`. */
  status: string;
  /** When the limit ends, in seconds since 1970. */
  resetsAt?: number;
  /** Which limit: `five_hour`, `seven_day`, `overage` and whatever comes. */
  rateLimitType?: string;
  /** How much of it is used, from 0 to 1. */
  utilization?: number;
  /** The same for each window that is known. */
  unifiedWindows?: Record<string, Record<string, unknown>>;
  /** The share that was passed and gave rise to a warning. */
  surpassedThreshold?: number;
  /** How it stands with what is paid beyond the plan. */
  overageStatus?: string;
  /** When that limit ends, in seconds since 1970. */
  overageResetsAt?: number;
  /** Why nothing is paid beyond the plan. */
  overageDisabledReason?: string;
  /** Whether this request was paid beyond the plan. */
  isUsingOverage?: boolean;
  /** Whether requests are paid beyond the plan now. */
  overageInUse?: boolean;
  /** Whether they may be. */
  overageEnabled?: boolean;
  /** The month's spending beyond the plan. */
  overagePeriodMonthly?: Record<string, unknown>;
  /** The channel's spending beyond the plan. */
  overagePeriodChannel?: Record<string, unknown>;
  /** Whether a cap of the day stopped the session. */
  dailyCapPaused?: boolean;
  /** Whether requests pass for a while although the limit is used up. */
  rateLimitGraceActive?: boolean;
  /** Whose spending limit it is. */
  limitScope?: string;
  /** The member's own spending limit. */
  memberSpendLimit?: Record<string, unknown>;
  /** The code of a refusal, such as `credits_required`. */
  errorCode?: string;
  /** Whether the user can buy more. */
  canUserPurchaseCredits?: boolean;
  /** Whether there is a way to pay. */
  hasChargeableSavedPaymentMethod?: boolean;
}

/** Where the account stands against its limits. Comes with a sign-in of a plan, not with an API key. */
export interface RateLimitMessage extends MessageBase {
  /** The message's kind. */
  type: "rate_limit_event";
  /** The limit, its state and when it ends. */
  rate_limit_info: RateLimitInfo;
}

/** The model refused, and another one was asked in its place. */
export interface ModelRefusalFallbackMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "model_refusal_fallback";
  /** Why: always a refusal. */
  trigger: string;
  /** `retry` for this request, `sticky` for those to come as well, `revert` back to the first model. */
  direction: "retry" | "revert" | "sticky";
  /** Whether the session's model changed, or that of one answer alone. */
  scope?: "session" | "local";
  /** The model that refused. */
  original_model: string;
  /** The model in its place. */
  fallback_model: string;
  /** The refused request. */
  request_id: string | null;
  /** What the refusal is about, in one word. */
  api_refusal_category?: string | null;
  /** What the refusal is about, in words for people. */
  api_refusal_explanation?: string | null;
  /** How one may prove that one may ask such things. */
  api_refusal_cyber_verification?: Record<string, unknown>;
  /** Whether the refusal is about computer security. */
  saw_cyber_refusal?: boolean;
  /** What the model's API wants people to read. */
  served_notice?: { text: string; learn_more_url?: string };
  /** The messages that the new answer replaces. */
  retracted_message_uuids?: string[];
  /** The prompt that was refused. */
  refused_user_message_uuid?: string | null;
  /** The notice for people. */
  content: string;
}

/** The model refused, and nobody was asked in its place. Seen on 2.1.197; the newer CLI tries once more first. */
export interface ModelRefusalMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "model_refusal_no_fallback";
  /** The model that refused. */
  original_model: string;
  /** The refused request. */
  request_id: string | null;
  /** What the refusal is about, in one word. */
  api_refusal_category?: string | null;
  /** What the refusal is about, in words for people. */
  api_refusal_explanation?: string | null;
  /** The prompt that was refused. */
  refused_user_message_uuid?: string | null;
  /** The notice for people; may be empty. */
  content: string;
}

/** The model cannot be had, and another one is used. */
export interface ModelFallbackMessage extends MessageBase {
  /** The message's kind. */
  type: "system";
  /** The message's sub-kind. */
  subtype: "model_fallback";
  /** Why, such as `overloaded` or `model_not_found`. */
  trigger: string;
  /** The model that was wanted. */
  original_model: string;
  /** The model in its place. */
  fallback_model: string;
  /** The notice for people. */
  content: string;
}
