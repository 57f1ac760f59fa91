import { assertEquals } from "@std/assert";
import { catchError, type Observable, throwError } from "rxjs";
import { LimitError, TurnError } from "../../lib/agent/errors.ts";
import type { AgentEvent } from "../../lib/agent/events.ts";
import type { TurnOutcome } from "../../lib/agent/turn.ts";
import { expectSuccess } from "../../lib/operators/expect_success.ts";
import { result } from "../../lib/testing/frames/mod.ts";
import { StructuredOutputError } from "../../lib/operators/structured_output_error.ts";
import { turn } from "../support/turn.ts";
import { EVENTS, marbles, turnEnd } from "./_marbles.ts";

Deno.test("expectSuccess() makes a failed turn an error, and passes everything else on", () => {
  const failed = { index: 1, outcome: "error", failed: true, text: "API Error: 403" } as const;
  const values = { ...EVENTS, x: turnEnd(failed) };
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-o-a-t-b-x-r|", values);
    expectObservable(source.pipe(expectSuccess(), named)).toBe(
      "-o-a-t-b-#",
      values,
      "TurnError: Turn 2 of the run ended as error: API Error: 403",
    );
    expectSubscriptions(source.subscriptions).toBe("^--------!");
  });
});

const NO_REASON = "the CLI gives no reason";
const OUTCOMES: [TurnOutcome, boolean, string | undefined, string][] = [
  ["success", false, undefined, ""],
  ["interrupted", false, undefined, ""],
  ["stopped", false, undefined, ""],
  ["error", true, "TurnError", NO_REASON],
  ["denied", true, "TurnError", "a permission was denied in a way that ends the turn"],
  ["blocked", true, "TurnError", NO_REASON],
  ["limit", true, "LimitError", "a Stop hook sent the agent back to work more often in a row than stopBlocks allows"],
];

for (const [outcome, failed, name, reason] of OUTCOMES) {
  Deno.test(`expectSuccess(): ${outcome} is ${name ?? "no error"}`, () => {
    const values = { x: turnEnd({ outcome, failed }) };
    marbles(({ cold, expectObservable }) => {
      const checked = cold<AgentEvent>("-x-|", values).pipe(expectSuccess(), named);
      if (name === undefined) expectObservable(checked).toBe("-x-|", values);
      else expectObservable(checked).toBe("-#", values, `${name}: Turn 1 of the run ended as ${outcome}: ${reason}`);
    });
  });
}

Deno.test("TurnError tells the turn, its outcome and the reason that the CLI gave", () => {
  const message = (fields: Parameters<typeof turn>[0]) => new TurnError(turn(fields)).message;
  assertEquals(
    message({ index: 3, outcome: "error", result: result({ errors: ["one", "[ede_diagnostic] x", "two"] }) }),
    "Turn 4 of the run ended as error: one; two",
  );
  assertEquals(message({ outcome: "blocked", text: "No" }), "Turn 1 of the run ended as blocked: No");
  assertEquals(message({ outcome: "error" }), "Turn 1 of the run ended as error: the CLI gives no reason");
  assertEquals(
    message({ outcome: "limit", result: result({ subtype: "error_max_turns" }) }),
    "Turn 1 of the run ended as limit: error_max_turns",
  );
  assertEquals(new LimitError(turn()) instanceof TurnError, true);
  assertEquals([new LimitError(turn()).name, new TurnError(turn()).name], ["LimitError", "TurnError"]);
});

Deno.test("expectSuccess() passes the source's error on, and leaves it when it is left", () => {
  const broken = new Error("gone");
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    expectObservable(cold<AgentEvent>("-o-#", EVENTS, broken).pipe(expectSuccess())).toBe("-o-#", EVENTS, broken);
    const source = cold<AgentEvent>("-o----a-|", EVENTS);
    expectObservable(source.pipe(expectSuccess()), "^---!").toBe("-o", EVENTS);
    expectSubscriptions(source.subscriptions).toBe("^---!");
  });
});

/** Errors as their texts: where they were made does not matter. */
function named(source: Observable<AgentEvent>): Observable<AgentEvent> {
  return source.pipe(catchError((error) => throwError(() => String(error))));
}

Deno.test("TurnError shows no whole turn where it is printed, and has it all the same", () => {
  const whole = turn({ outcome: "error", text: "a long story" });
  for (const error of [new TurnError(whole), new LimitError(whole), new StructuredOutputError(whole, ["bad"])]) {
    assertEquals([error.turn === whole, Object.keys(error).includes("turn")], [true, false]);
    assertEquals(Deno.inspect(error).includes("subagents"), false);
  }
});
