import { lastValueFrom, type Observable, toArray } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";
import type { Turn } from "../agent/turn.ts";
import { turns } from "../operators/turns.ts";
import { checkFields, expectList, fitsText } from "./_expect_list.ts";

/** What a turn must be: its text or a pattern of it, or the fields that matter. */
export type ExpectedTurn = string | RegExp | ExpectedTurnFields;

/** The fields of a turn that a test may care for; those that are left out may be anything. */
export interface ExpectedTurnFields {
  /** Its text, or a pattern of it. @default anything */
  readonly text?: string | RegExp;
  /** How it ended. @default anything */
  readonly outcome?: Turn["outcome"];
  /** What it cost, in US dollars. @default anything */
  readonly costUsd?: number;
  /** The names of the tools that it used, in order. @default anything */
  readonly tools?: readonly string[];
  /** The names of the tools that were denied, in order. @default anything */
  readonly denied?: readonly string[];
}

const FIELDS: Readonly<Record<keyof ExpectedTurnFields, true>> = {
  text: true,
  outcome: true,
  costUsd: true,
  tools: true,
  denied: true,
};

/**
 * Runs a script to its end and checks its turns, one by one and in order.
 *
 * It feels like reading the minutes: a text, a pattern or the few fields that matter for each turn. Everything is
 * compared at the end, so that the message shows all turns.
 *
 * @example A conversation of two turns
 * ```ts
 * import { claude } from "@turnstream/turnstream";
 * import { expectTurns, simulate } from "@turnstream/turnstream/testing";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt("hello");
 *   await cli.end({ text: "Good morning" });
 *   await cli.prompt("bye");
 *   await cli.fail("API Error: 500");
 * });
 * await expectTurns(claude(["hello", "bye"], { transport }), ["Good morning", { outcome: "error" }]);
 * ```
 *
 * @param events The script's events.
 * @param expected What the turns must be.
 * @returns The turns. Rejects with the run's own error if it fails.
 * @throws {AssertionError} (the promise rejects) If they are others.
 * @throws {TypeError} (the promise rejects, before anything runs) If an expectation has a field that there is not.
 */
export async function expectTurns(events: Observable<AgentEvent>, expected: readonly ExpectedTurn[]): Promise<Turn[]> {
  const fields = expected.map(fieldsOf);
  const actual = await lastValueFrom(events.pipe(turns(), toArray()));
  expectList(fields, actual, {
    what: "turns",
    differences,
    showExpected: (fields) => JSON.stringify(fields, (_key, value) => value instanceof RegExp ? String(value) : value),
    showActual: ({ outcome, text }) => JSON.stringify({ outcome, text }),
  });
  return actual;
}

function fieldsOf(expected: ExpectedTurn): ExpectedTurnFields {
  if (typeof expected === "string" || expected instanceof RegExp) return { text: expected };
  checkFields("turn", expected, FIELDS);
  return expected;
}

function differences(expected: ExpectedTurnFields, turn: Turn): string[] {
  const tools = turn.toolUses.map(({ name }) => name);
  const denied = turn.denials.map(({ tool_name }) => tool_name);
  const { text, outcome, costUsd } = expected;
  return [
    ...(text === undefined || fitsText(text, turn.text) ? [] : ["another text"]),
    ...(outcome === undefined || outcome === turn.outcome ? [] : ["another outcome"]),
    ...(costUsd === undefined || Math.abs(costUsd - turn.costUsd) < 1e-9 ? [] : [`cost ${turn.costUsd}`]),
    ...(sameNames(expected.tools, tools) ? [] : [`tools ${JSON.stringify(tools)}`]),
    ...(sameNames(expected.denied, denied) ? [] : [`denied ${JSON.stringify(denied)}`]),
  ];
}

function sameNames(expected: readonly string[] | undefined, actual: readonly string[]): boolean {
  return expected === undefined || JSON.stringify(expected) === JSON.stringify(actual);
}
