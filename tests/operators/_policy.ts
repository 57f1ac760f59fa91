import { type MonoTypeOperatorFunction, Observable } from "rxjs";
import { claude } from "../../lib/agent/claude.ts";
import type { AgentEvent, Diagnostic } from "../../lib/agent/events.ts";
import type { ClaudeOptions } from "../../lib/agent/options.ts";
import type { ResolvedPath } from "../../lib/protocol/rules/mod.ts";
import type { Turn } from "../../lib/agent/turn.ts";
import { Registry } from "../../lib/agent/opening.ts";
import type { SimulatedCli } from "../../lib/testing/scenario.ts";
import type { ToolOptions, ToolOutcome } from "../../lib/testing/scenario_options.ts";
import { simulate } from "../../lib/testing/simulate.ts";
import { assertEquals } from "@std/assert";
import { EVENTS, marbles } from "./_marbles.ts";

/** One call of a tool, in a play. */
export type Call = [name: string, input: Record<string, unknown>, options?: ToolOptions];

/** What came of a play. */
export interface Outcome {
  /** What became of each call. */
  outcomes: ToolOutcome[];
  /** What became of each call, in a word. */
  behaviors: string[];
  /** The turns. */
  turns: Turn[];
  /** What responders failed on. */
  failures: string[];
}

/** How an agent plays: options, and what is not one. */
export interface PlayOptions extends Omit<ClaudeOptions, "transport"> {
  /** Its prompts. @default "go" */
  prompts?: string[];
  /** Follows symbolic links. @default nobody does */
  resolvePath?: (path: string) => ResolvedPath;
}

/** An agent that makes calls, one after another, under a policy. */
export async function playCalls(
  policy: MonoTypeOperatorFunction<AgentEvent>,
  calls: readonly Call[],
  options: PlayOptions = {},
): Promise<Outcome> {
  const outcomes: ToolOutcome[] = [];
  return {
    ...await play(policy, async (cli) => {
      await cli.prompt();
      for (const [name, input, how] of calls) outcomes.push(await cli.tool(name, input, how));
      await cli.end();
    }, options),
    outcomes,
    behaviors: outcomes.map(({ behavior }) => behavior),
  };
}

/** An agent that does as a scenario says, under a policy. */
export async function play(
  policy: MonoTypeOperatorFunction<AgentEvent>,
  scenario: (cli: SimulatedCli) => Promise<void>,
  options: PlayOptions = {},
): Promise<Pick<Outcome, "turns" | "failures">> {
  const notes: Diagnostic[] = [];
  const turns: Turn[] = [];
  const { prompts = "go", resolvePath, ...rest } = options;
  const simulation = simulate(scenario);
  await claude(prompts, {
    transport: (launch) => Object.assign(simulation(launch), resolvePath === undefined ? {} : { resolvePath }),
    cwd: "/srv/demo",
    settingSources: [],
    onDiagnostic: (note) => void notes.push(note),
    ...rest,
  }).pipe(policy).forEach((event) => {
    if (event.type === "turn_end") turns.push(event.turn);
  });
  return { turns, failures: notes.filter(({ kind }) => kind === "responder_failed").map(({ message }) => message) };
}

/** Tests that an operator passes every event on at once, the source's error too, and lets go of its source. */
export function passesOn(make: () => MonoTypeOperatorFunction<AgentEvent>): void {
  const events = () => ({ ...EVENTS, o: new Registry().opening as AgentEvent });
  const broken = new Error("gone");
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const letters = events();
    const source = cold("o-i-a-(tr)-#", letters, broken);
    expectObservable(source.pipe(make())).toBe("o-i-a-(tr)-#", letters, broken);
    expectSubscriptions(source.subscriptions).toBe("^----------!");
  });
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const letters = events();
    const source = cold("o-i-a-t-|", letters);
    expectObservable(source.pipe(make()), "^---!").toBe("o-i", letters);
    expectSubscriptions(source.subscriptions).toBe("^---!");
  });
  let isFree = false;
  new Observable<AgentEvent>(() => () => isFree = true).pipe(make()).subscribe().unsubscribe();
  assertEquals(isFree, true);
}
