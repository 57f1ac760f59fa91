import { stamps } from "../brand.ts";
import type { DecisionCause } from "../events.ts";

/** A rule that decided, for the record. */
export interface RuleNote {
  /** The rule's text; `function` for a predicate. */
  rule: string;
  /** What was not proved about the call. */
  unproved?: string;
  /** Who decided, where it is not the operator that answered. */
  by?: string;
}

/** How it comes to a decision about one call: noted while it is made, told in the record. */
export class Verdict {
  /** How it came to it. */
  cause: DecisionCause = "nobody";
  /** The operator that is being asked, or was last. */
  asked: string | undefined;
  /** The operator that decided, or failed to. */
  by: string | undefined;
  /** The rule that decided. */
  note: RuleNote | undefined;
  /** The input as a responder changed it. */
  updatedInput: Readonly<Record<string, unknown>> | undefined;

  /** The operator that is being asked answered, or failed. */
  conclude(cause: DecisionCause, note?: RuleNote): void {
    this.cause = cause;
    this.by = note?.by ?? this.asked;
    this.note = note;
  }

  /** What happened to the request decided, whoever was being asked. */
  override(cause: DecisionCause): void {
    this.cause = cause;
    this.by = undefined;
    this.note = undefined;
    this.updatedInput = undefined;
  }

  /** A gate decided. */
  gate(name: string, note?: RuleNote): void {
    this.cause = "gate";
    this.by = name;
    this.note = note;
  }
}

/** The rules behind decisions. */
const rules = stamps<RuleNote>("rules");

/** Notes on a decision by which rule it was made; it does not show when the decision is printed, compared or written. */
export function decidedBy<T extends object>(decision: T, note: RuleNote): T {
  rules.set(decision, note);
  return decision;
}

/** The rule behind a decision, where one was noted. */
export function ruleBehind(decision: unknown): RuleNote | undefined {
  return typeof decision === "object" && decision !== null ? rules.get(decision) : undefined;
}
