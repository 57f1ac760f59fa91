import type { MonoTypeOperatorFunction } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";
import { responder } from "./responder.ts";

/**
 * Makes Ctrl+C interrupt the agent before it ends anything: the first interrupts the turn that runs, and the script goes
 * on; the second, or one between turns, ends every agent in good order and then the script, with exit code 130; the
 * third kills what is still there.
 *
 * A turn that was interrupted ends with the outcome `interrupted`, and the prompts that wait are sent as usual. Without
 * this operator the first Ctrl+C ends the script. It needs the option `signals`, which is on by default, and an agent
 * that is a process: with a `transport` there is nothing that a signal could reach.
 *
 * @example A script that can be interrupted
 * ```ts
 * import { claude, onSigint, readOnly, turns } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ result: "done" });
 * });
 * const outcomes: string[] = [];
 * await claude("Read everything", { transport }).pipe(readOnly(), onSigint(), turns())
 *   .forEach((turn) => outcomes.push(turn.outcome));
 * assertEquals(outcomes, ["success"]);
 * ```
 *
 * @returns An operator that passes every event on.
 */
export function onSigint(): MonoTypeOperatorFunction<AgentEvent> {
  return responder({ kind: "sigint", name: "onSigint()" });
}
