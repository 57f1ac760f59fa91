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
  /** The longest wait; only where the CLI names a later time it is longer. */
  maxWaitMs: number;
  /** How much is added at random, at most. */
  jitterMs: number;
  /** Gives a number from 0 to 1. */
  random: () => number;
}

/** How long to wait before the prompt of a turn is sent again, in milliseconds. */
export function waitBefore(turn: Turn, options: WaitOptions): number {
  const { now, tries, firstWaitMs, maxWaitMs, jitterMs, random } = options;
  const reset = resetTime(turn);
  // A limit that should have ended and has not names no time.
  const isNamed = reset !== undefined && reset > now;
  const told = isNamed ? reset - now : lastRetryDelay(turn);
  if (told > maxWaitMs) return told;
  const wait = isNamed ? told : Math.max(firstWaitMs * 2 ** tries, told);
  // Next to a limit that has just ended, even a short wait is spread out a little.
  return Math.min(maxWaitMs, wait + random() * (isNamed ? jitterMs : Math.min(jitterMs, wait)));
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
