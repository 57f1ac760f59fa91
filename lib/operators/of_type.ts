import type { OperatorFunction } from "rxjs";
import { filter } from "../agent/rxjs.ts";
import type { AgentEvent } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { unknownOption } from "../protocol/option_bag.ts";

const TYPES: { readonly [Type in AgentEvent["type"]]: true } = {
  assistant: true,
  user: true,
  result: true,
  system: true,
  stream_event: true,
  tool_progress: true,
  tool_use_summary: true,
  rate_limit_event: true,
  auth_status: true,
  prompt_suggestion: true,
  command_lifecycle: true,
  conversation_reset: true,
  active_goal: true,
  autocompact_state: true,
  unknown: true,
  opening: true,
  permission: true,
  hook: true,
  elicitation: true,
  dialog: true,
  turn_end: true,
  diagnostic: true,
  run_end: true,
};

/**
 * Passes on the events of the given types, narrowed.
 *
 * ```text
 * source              -o-m-p-m-t-r|
 * ofType("turn_end")  ---------t--|
 * ```
 *
 * @example The cost of each result
 * ```ts
 * import { claude, ofType } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ costUsd: 0.25 });
 * });
 * const costs: (number | undefined)[] = [];
 * await claude("hello", { transport }).pipe(ofType("result")).forEach((result) => costs.push(result.total_cost_usd));
 * assertEquals(costs, [0.25]);
 * ```
 *
 * @param types The events' `type`s: of messages (`"assistant"`, `"result"` …) and of what Turnstream
 * adds (`"permission"`, `"turn_end"` …).
 * @returns An operator that narrows.
 * @throws {UsageError} If a type does not exist.
 */
export function ofType<Type extends AgentEvent["type"]>(
  ...types: Type[]
): OperatorFunction<AgentEvent, Extract<AgentEvent, { type: Type }>> {
  for (const type of types) checkType(type);
  const [only] = types;
  // A type read from a line is a text of its own, which a set must hash first: 30 ns, a comparison takes 3.
  if (types.length === 1) return filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === only);
  const wanted = new Set<string>(types);
  return filter((event): event is Extract<AgentEvent, { type: Type }> => wanted.has(event.type));
}

function checkType(type: unknown): void {
  if (typeof type !== "string") {
    throw new UsageError(
      `Cannot use ${JSON.stringify(type) ?? typeof type} as a type of ofType(): give texts, as in ` +
        'ofType("assistant", "result")',
    );
  }
  const known = Object.keys(TYPES);
  const odd = unknownOption({ [type]: true }, known);
  if (odd !== undefined) {
    throw new UsageError(
      `Cannot use the type ${JSON.stringify(type)} of ofType(): ${
        odd.cure.replace("the options are", "the types are")
      }`,
    );
  }
}
