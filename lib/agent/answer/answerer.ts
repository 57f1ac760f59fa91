import type { OtherControlRequest } from "../../protocol/control.ts";
import type { AnswererPlan } from "../opening.ts";
import { evaluate, TimeoutReached } from "./evaluate.ts";
import type { AnswerHost } from "./host.ts";
import { messageOf } from "./message_of.ts";
import type { Pending, Reply } from "./pending.ts";
import { success } from "./replies.ts";
import { show, written, WrongAnswer } from "./wrong_answer.ts";
import { isRecord } from "../../protocol/is_record.ts";

/**
 * Lets a registered answerer answer a request that has no event.
 *
 * @returns A promise that never rejects: what goes wrong is an error to the CLI, and a diagnostic.
 */
export async function letAnswer(
  { plan, request }: { plan: AnswererPlan; request: OtherControlRequest },
  { host, pending }: { host: AnswerHost; pending: Pending },
): Promise<Reply> {
  pending.limit(host.hookMs);
  try {
    const value = await evaluate<Record<string, unknown>, undefined>((signal) => plan.answer(request, signal), {
      signal: pending.signal,
      current: undefined,
    });
    const payload = written(value);
    if (!isRecord(payload)) throw new WrongAnswer(`it gave ${show(payload)}, which is no object`);
    return success(payload);
  } catch (error) {
    const why = error instanceof TimeoutReached ? "it took longer than limits.hookMs" : messageOf(error);
    const message = `${plan.name} gave no answer to ${pending.label}, so it got an error: ${why}`;
    if (!pending.over) host.report("responder_failed", message, error);
    return { subtype: "error", error: `The script failed to answer ${pending.label}` };
  }
}
