import { checkOptionBag, type OptionNames } from "../protocol/option_bag.ts";
import type * as O from "./scenario_options.ts";

/** The options of each step of a scenario. */
interface StepOptions {
  text: O.TextOptions;
  tool: O.ToolOptions;
  end: O.EndOptions;
  fail: O.FailOptions;
  request: O.RequestOptions;
  task: O.TaskOptions;
}

const NAMES: { readonly [Step in keyof StepOptions]: OptionNames<StepOptions[Step]> } = {
  text: { deltas: true, hangs: true },
  tool: { result: true, fails: true, asks: true, reason: true, fields: true, id: true },
  end: {
    text: true,
    costUsd: true,
    result: true,
    subtype: true,
    isError: true,
    terminalReason: true,
    errors: true,
    usage: true,
    structuredOutput: true,
    fields: true,
  },
  fail: { status: true, error: true, costUsd: true },
  request: { id: true },
  task: {
    prompt: true,
    description: true,
    subagentType: true,
    background: true,
    summary: true,
    afterwards: true,
  },
};

/**
 * Refuses options of a step that do not exist: a rehearsal with a slip in it would rehearse something else.
 *
 * @throws {UsageError} If there is one.
 */
export function checkStep<Step extends keyof StepOptions>(step: Step, options: StepOptions[Step]): void {
  checkOptionBag<StepOptions[Step]>(`cli.${step}()`, options, NAMES[step]);
}
