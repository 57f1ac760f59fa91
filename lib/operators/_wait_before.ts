import { isRejection } from "../agent/failure_kind.ts";
import type { Turn } from "../agent/turn.ts";

/** What a wait is made of. */
export interface WaitOptions {
  /** The time now, in milliseconds since 1970. */
  now: number;
  /** How often was tried again before. */
  tries: number;
  /** The wait before the first retry, where the CLI names no time. */
  firstWaitMs: number;
  /** How much is added at random, at most. */
  jitterMs: number;
  /** Gives a number from 0 to 1. */
  random: () => number;
}

/** How long to wait before the prompt of a turn is sent again, in milliseconds. */
export function waitBefore(turn: Turn, { now, tries, firstWaitMs, jitterMs, random }: WaitOptions): number {
  const reset = resetTime(turn);
  const wait = reset === undefined
    ? Math.max(firstWaitMs * 2 ** tries, lastRetryDelay(turn))
    : Math.max(0, reset - now);
  // Next to a limit that has just ended, even a short wait is spread out a little.
  return wait + random() * (reset === undefined ? Math.min(jitterMs, wait) : jitterMs);
}

/** When the account's limit ends, in milliseconds since 1970, as the CLI told last in the turn. */
function resetTime({ messages }: Turn): number | undefined {
  const last = messages.findLast(isRejection);
  const seconds = last?.type === "rate_limit_event" ? last.rate_limit_info.resetsAt : undefined;
  return typeof seconds === "number" && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

function lastRetryDelay({ messages }: Turn): number {
  const last = messages.findLast((each) => each.type === "system" && each.subtype === "api_retry");
  const delay = last?.type === "system" && last.subtype === "api_retry" ? last.retry_delay_ms : 0;
  return Number.isFinite(delay) ? Math.max(0, delay) : 0;
}
