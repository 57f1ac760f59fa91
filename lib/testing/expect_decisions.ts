import { lastValueFrom, type Observable, toArray } from "rxjs";
import { equal } from "@std/assert";
import type { AgentEvent, DecisionRecord } from "../agent/events.ts";
import { decisions } from "../operators/decisions.ts";
import { checkFields, expectList, fitsText } from "./_expect_list.ts";

/** What a decision must be: `"allow Bash"`, or the fields that matter. */
export type ExpectedDecision = string | ExpectedDecisionFields;

/** The fields of a decision that a test may care for; those that are left out may be anything. */
export interface ExpectedDecisionFields {
  /** The answer. @default anything */
  readonly decision?: DecisionRecord["decision"];
  /** The tool's name. @default anything */
  readonly toolName?: string;
  /** The input as the CLI sent it. @default anything */
  readonly input?: Readonly<Record<string, unknown>>;
  /** The operator that decided, such as `allowTools()`. @default anything */
  readonly by?: string;
  /** The rule that decided, in its own text. @default anything */
  readonly rule?: string;
  /** At which door. @default anything */
  readonly door?: DecisionRecord["door"];
  /** How it came to it. @default anything */
  readonly cause?: DecisionRecord["cause"];
  /** What was told to the agent, or a pattern of it. @default anything */
  readonly message?: string | RegExp;
}

const FIELDS: Readonly<Record<keyof ExpectedDecisionFields, true>> = {
  decision: true,
  toolName: true,
  input: true,
  by: true,
  rule: true,
  door: true,
  cause: true,
  message: true,
};

/**
 * Runs a script to its end and checks how the calls of tools were decided, one by one and in order.
 *
 * It feels like a list of verdicts: `"allow Read"`, `"deny Bash"`. Records of the hook door in which nothing was decided
 * are passed over: what counts is what was answered.
 *
 * @example A policy, and what it does
 * ```ts
 * import { allowTools, claude, denyTools } from "@turnstream/turnstream";
 * import { expectDecisions, simulate } from "@turnstream/turnstream/testing";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.tool("Bash", { command: "make test" });
 *   await cli.tool("Bash", { command: "git push" });
 *   await cli.end();
 * });
 * const events = claude("go", { transport, settingSources: [] })
 *   .pipe(denyTools("Bash(git push)"), allowTools("Bash(make *)"));
 * await expectDecisions(events, ["allow Bash", { decision: "deny", rule: "Bash(git push)" }]);
 * ```
 *
 * @param events The script's events.
 * @param expected What the decisions must be.
 * @returns The records. Rejects with the run's own error if it fails.
 * @throws {AssertionError} (the promise rejects) If they are others.
 * @throws {TypeError} (the promise rejects, before anything runs) If an expectation has a field that there is not, or
 * says more than a verdict and a tool.
 */
export async function expectDecisions(
  events: Observable<AgentEvent>,
  expected: readonly ExpectedDecision[],
): Promise<DecisionRecord[]> {
  const fields = expected.map(fieldsOf);
  const all = await lastValueFrom(events.pipe(decisions(), toArray()));
  const actual = all.filter(({ decision }) => decision !== "none");
  expectList(fields, actual, {
    what: "decisions",
    differences,
    showExpected: (fields) => JSON.stringify(fields, (_key, value) => value instanceof RegExp ? String(value) : value),
    showActual: ({ decision, toolName, input, by, rule, message }) =>
      JSON.stringify({ decision, toolName, input, by, rule, message }),
  });
  return actual;
}

function fieldsOf(expected: ExpectedDecision): ExpectedDecisionFields {
  if (typeof expected !== "string") {
    checkFields("decision", expected, FIELDS);
    return expected;
  }
  const [decision, toolName, ...more] = expected.split(" ");
  if (more.length > 0) {
    throw new TypeError(`Cannot expect the decision "${expected}": say the verdict and the tool, such as "allow Bash"`);
  }
  return { decision: decision as DecisionRecord["decision"], ...(toolName === undefined ? {} : { toolName }) };
}

function differences(expected: ExpectedDecisionFields, record: DecisionRecord): string[] {
  return (Object.keys(expected) as (keyof ExpectedDecisionFields)[]).filter((field) => {
    const wanted = expected[field];
    if (wanted === undefined) return false;
    const came = record[field];
    if (wanted instanceof RegExp) return typeof came !== "string" || !fitsText(wanted, came);
    return !equal(wanted, came);
  }).map((field) => `another ${field}`);
}
