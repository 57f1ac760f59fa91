import type { Observable } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { limiting } from "./_limiting.ts";
import { KINDS, PurseBook, type Sums } from "./_purse.ts";

/** What may be spent; what is left out is not limited. */
export interface BudgetOptions {
  /** US dollars. @default no limit */
  usd?: number;
  /** Tokens, read and written, those of the cache and of subagents included. @default no limit */
  tokens?: number;
  /** Turns, those that the CLI starts by itself included. @default no limit */
  turns?: number;
  /** Tool calls, those of subagents included. @default no limit */
  toolCalls?: number;
}

/** What has been spent from a purse, in ended turns and in those that run. */
export interface Spending {
  /** US dollars, rounded to a billionth. */
  readonly usd: number;
  /** Tokens. */
  readonly tokens: number;
  /** Turns: a turn counts from its prompt on, the first turn of an agent from the agent's start on. */
  readonly turns: number;
  /** Tool calls. */
  readonly toolCalls: number;
}

/** A budget: an operator, which can also be read. */
export interface Purse {
  /**
   * Limits the agents whose events flow past, together with all others in which the same purse stands.
   *
   * @param source An agent's events.
   * @returns The same events.
   */
  (source: Observable<AgentEvent>): Observable<AgentEvent>;
  /** What has been spent. */
  readonly spent: Spending;
  /** What is left of each limit that was given, never below 0. */
  readonly left: Readonly<BudgetOptions>;
}

/**
 * Limits what agents may spend, one alone or many together: the same purse may stand in as many agents as you like.
 *
 * A purse that is used up ends the turns that run on it: they are interrupted, not killed, and end with the outcome
 * `limit` and a `reason`. No further prompt is sent. A prompt that meets the empty purse has its turn all the same, with
 * the outcome `limit`, no cost and no `result`, so that no file of a batch is lost without a word; an agent that has not
 * been started yet is not started at all, and completes without a `run_end`. A list of prompts is gone through like this
 * to its end; an iterable or an observable, which may be endless, is asked for no more after the first.
 *
 * ```text
 * first agent   -o-m-m-t---r|     t: cost $3
 * second agent     -o-m-m-x-r|    x: cost $2 so far; interrupted, outcome limit
 * third agent               -o-x|   x: was not started, outcome limit
 * purse         left 5 ---2---0-
 * ```
 *
 * **What can be overshot.** A turn's cost is the CLI's own figure at its end. While a turn runs the CLI is asked after
 * each message (`get_session_cost`), so what the answer under way costs is not known before it is there, for each
 * agent that shares the purse; above fifty cents a session that figure is rounded to a cent. Tokens are counted
 * message by message (those that wait for a paced consumer too, as far as they fit into `limits.readAheadBytes`),
 * where what is written counts with the provisional number that the CLI gives until the turn's end. `turns` is exact
 * for prompts; a turn that the CLI starts by itself is counted, and goes on. Of tool calls, the one that is one too
 * many is interrupted, and may have begun. Everything is the CLI's estimate, and no bill. Subagents' costs are in the
 * total of the agent that they work for.
 *
 * A prompt that `agent.send` writes is refused in the same way. A purse does not hold an agent of another script.
 *
 * @example Three turns for five files
 * ```ts
 * import { budget, claude, lastTurn } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { concatMap, from } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ text: "fine", costUsd: 0.5 });
 * });
 * const purse = budget({ usd: 1.5 });
 * const outcomes: string[] = [];
 * await from(["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"]).pipe(
 *   concatMap((file) => claude(`Review ${file}`, { transport }).pipe(purse, lastTurn())),
 * ).forEach((turn) => outcomes.push(turn.outcome));
 * assertEquals(outcomes, ["success", "success", "success", "limit", "limit"]);
 * assertEquals([purse.spent.usd, purse.left.usd], [1.5, 0]);
 * ```
 *
 * @param limits What may be spent: at least one of them.
 * @returns The purse.
 * @throws {UsageError} If there is no limit, one that is no number above 0, or one that does not exist.
 */
export function budget(limits: BudgetOptions): Purse {
  const book = new PurseBook(checked(limits));
  const operator = limiting({ kind: "limiter", name: "budget()", watch: (run) => book.open(run) });
  return Object.defineProperties(operator, {
    spent: { get: () => book.spent, enumerable: true },
    left: { get: () => left(book), enumerable: true },
  }) as unknown as Purse;
}

function left({ limits, spent }: PurseBook): BudgetOptions {
  const given = KINDS.flatMap((kind) => {
    const limit = limits[kind];
    // Above a billionth a difference of decimals looks like one.
    return limit === undefined ? [] : [[kind, Math.max(0, Math.round((limit - spent[kind]) * 1e9) / 1e9)]];
  });
  return Object.fromEntries(given);
}

function checked(limits: BudgetOptions): Partial<Sums> {
  checkOptionBag("budget()", limits, { usd: true, tokens: true, turns: true, toolCalls: true });
  const given: Record<string, unknown> = { ...limits };
  const names = Object.keys(given).filter((name) => given[name] !== undefined);
  if (names.length === 0) throw new UsageError(`Cannot make a budget without a limit: give one of ${KINDS.join(", ")}`);
  for (const name of names) {
    const value = given[name];
    if (typeof value === "number" && value > 0 && value < Infinity && (name === "usd" || Number.isInteger(value))) {
      continue;
    }
    const what = name === "usd" ? "a number" : "a whole number";
    throw new UsageError(`Cannot make a budget with ${name}: ${String(value)}: give ${what} above 0`);
  }
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}
