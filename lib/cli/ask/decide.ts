import type { Decision, PermissionRequest } from "../../agent/events.ts";
import type { AskedQuestions } from "../../operators/on_question.ts";
import type { ProposedPlan } from "../../operators/on_plan.ts";
import type { AlwaysOffer } from "../../operators/remember.ts";
import type { Outcome } from "./dialogue.ts";
import type { AnswersGiven } from "./question_state.ts";
import type { PersonsAnswer } from "./reducer.ts";

/** What a call is denied with where there is no terminal. */
export const NOBODY =
  "There is nobody to ask: the script has no terminal. Allow the call with a rule, such as allowTools()";

/** What happens when the time is up. */
export interface Limit {
  /** The time, in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Whether the turn ends too. */
  readonly stops: boolean;
}

/** Makes a decision of what a person answered about a call. */
export function decideCall(
  outcome: Outcome<PersonsAnswer>,
  { request, plan, offer, limit }: {
    request: PermissionRequest;
    plan: ProposedPlan | undefined;
    offer: AlwaysOffer | undefined;
    limit: Limit;
  },
): Decision | undefined {
  switch (outcome.kind) {
    case "yes":
      return request.allow();
    case "yes_and_edits":
      return plan?.approve({ mode: "acceptEdits" }) ?? request.allow();
    case "always":
      return offer?.always(outcome.rule) ?? request.allow();
    case "no":
      return request.deny(outcome.message || `The person at the terminal refused this ${plan ? "plan" : "call"}`);
    case "stop":
      return request.deny("The person at the terminal refused this call and stopped the turn", { interrupt: true });
    default:
      return ended(outcome.kind, request, limit);
  }
}

/** Makes a decision of what a person answered to questions. */
export function decideQuestions(
  outcome: Outcome<AnswersGiven>,
  { asked, limit }: { asked: AskedQuestions; limit: Limit },
): Decision | undefined {
  switch (outcome.kind) {
    case "answers":
      return asked.answer(outcome.answers);
    case "no":
      return asked.decline(outcome.message || "The person at the terminal did not answer");
    case "stop":
      return asked.decline("The person at the terminal did not answer and stopped the turn", { interrupt: true });
    default:
      return ended(outcome.kind, asked.request, limit);
  }
}

function ended(
  how: "interrupt" | "expired" | "gone" | "withdrawn",
  request: PermissionRequest,
  { timeoutMs, stops }: Limit,
): Decision | undefined {
  switch (how) {
    case "interrupt":
      return request.deny("The person at the terminal stopped the script", { interrupt: true });
    case "expired":
      return request.deny(
        `Nobody at the terminal answered within ${(timeoutMs ?? 0) / 1000} s`,
        stops ? { interrupt: true } : {},
      );
    case "gone":
      return request.deny(NOBODY);
    case "withdrawn":
      return undefined;
  }
}
