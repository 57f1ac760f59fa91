import { TurnError } from "../agent/errors.ts";
import type { Turn } from "../agent/turn.ts";

/** The result of a turn does not fit the schema of `structured`, and was not mended. */
export class StructuredOutputError extends TurnError {
  /** Always `"StructuredOutputError"`. */
  override readonly name: string = "StructuredOutputError";
  /** What does not fit, a line each: the path and the complaint. */
  readonly issues: readonly string[];
  /** What came in place of a fitting value: the structured output where there was one, else the result's text. */
  readonly raw: unknown;

  /**
   * Makes the error.
   *
   * @param turn The turn.
   * @param issues What does not fit.
   */
  constructor(turn: Turn, issues: readonly string[]) {
    super(turn);
    this.message = `The result of turn ${turn.index + 1} does not fit the schema: ${issues.join("; ")}`;
    this.issues = issues;
    this.raw = turn.result?.structured_output ?? turn.result?.result;
  }
}
