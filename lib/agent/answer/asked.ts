import type { DialogAnswer, ElicitationAnswer } from "../../protocol/control.ts";
import type { AddedEvents } from "../brand.ts";
import type { Collector } from "./collect.ts";
import { evaluate, TimeoutReached } from "./evaluate.ts";
import type { AnswerHost } from "./host.ts";
import { messageOf } from "./message_of.ts";
import type { Pending, Reply } from "./pending.ts";
import { success } from "./replies.ts";

/** A question to a person that is no tool call. */
export interface Asked {
  /** The event that carries it. */
  readonly event: AddedEvents["elicitation" | "dialog"];
  /** Collects what the event is answered with. */
  readonly collector: Collector<ElicitationAnswer> | Collector<DialogAnswer>;
  /** What it is, for messages. */
  readonly what: string;
  /** Checks an answer; throws on a wrong one. */
  check(given: unknown): ElicitationAnswer | DialogAnswer;
}

/**
 * Answers a question to a person as permissions are answered: after the event has passed the pipeline, one responder
 * after another, until the first answer. Where nobody answers, or one fails, it is an error: that claims no decision of a
 * person.
 *
 * @returns A promise that never rejects.
 */
export async function answerAsked(
  { event, collector, what, check }: Asked,
  { host, pending }: { host: AnswerHost; pending: Pending },
): Promise<Reply> {
  host.emit(event);
  const responders = collector.close();
  pending.limit(host.permissionMs);
  try {
    for (const responder of responders) {
      const value = await evaluate<object, undefined>(responder, { signal: pending.signal, current: undefined });
      if (value !== undefined) return success(check(value));
    }
  } catch (error) {
    const why = error instanceof TimeoutReached
      ? "it took longer than limits.permissionMs"
      : `it failed: ${messageOf(error)}`;
    if (!pending.over) {
      host.report("responder_failed", `A responder of ${what} gave no answer, so it got an error: ${why}`, error);
    }
    return { subtype: "error", error: `The responder of ${what} failed, so nobody was asked` };
  }
  if (!pending.over) {
    host.report("unhandled", `Nobody answered ${what}, so it got an error`, event.frame);
  }
  return { subtype: "error", error: `Nobody answered ${what}: no responder of the script took it` };
}
