import type { LimitedRun, RunWatch } from "../agent/limiter.ts";
import { roundUsd } from "../agent/turn_cost.ts";
import { PurseAccount } from "./_purse_account.ts";

/** What can be spent. */
export interface Sums {
  usd: number;
  tokens: number;
  turns: number;
  toolCalls: number;
}

/** The kinds of spending. */
export const KINDS: readonly (keyof Sums)[] = ["usd", "tokens", "turns", "toolCalls"];

/** The book of one budget: what ended runs and turns have spent, and what is being spent. */
export class PurseBook {
  /** The limits. */
  readonly limits: Partial<Sums>;
  readonly #settled: Sums = noSums();
  /** What the accounts have told: adding them all up at each message would cost the square of the number of agents. */
  readonly #told: Sums = noSums();
  readonly #accounts = new Set<PurseAccount>();

  /** @param limits The limits. */
  constructor(limits: Partial<Sums>) {
    this.limits = limits;
  }

  /** What is spent, in turns that run too. */
  get spent(): Sums {
    const sums = { ...this.#settled };
    for (const { open } of this.#accounts) for (const kind of KINDS) sums[kind] += open[kind];
    return { ...sums, usd: roundUsd(sums.usd) };
  }

  /** Opens an account for a run. */
  open(run: LimitedRun): RunWatch {
    const account = new PurseAccount(this, run);
    this.#accounts.add(account);
    return account;
  }

  /** Takes note of what an account spends at the moment. */
  tell(before: Sums, now: Sums): void {
    for (const kind of KINDS) this.#told[kind] += now[kind] - before[kind];
  }

  /** Takes what an account has spent for good. */
  settle(sums: Partial<Sums>): void {
    for (const kind of KINDS) this.#settled[kind] += sums[kind] ?? 0;
  }

  /** Closes an account. */
  close(account: PurseAccount): void {
    this.settle(account.open);
    this.#accounts.delete(account);
  }

  /**
   * Which limit is used up, in words, so that nothing more may begin.
   *
   * @param promised Whether it is for a turn that is among those spent already.
   */
  empty(promised: boolean): string | undefined {
    return this.#first((kind, limit) => this.#sum(kind) >= limit && !(promised && kind === "turns"));
  }

  /** Cuts what runs, where money or tokens are used up. What was promised, turns and calls, may go on. */
  check(): void {
    const reason = this.#first((kind, limit) => (kind === "usd" || kind === "tokens") && this.#sum(kind) >= limit);
    if (reason === undefined) return;
    for (const account of this.#accounts) account.cut(reason);
  }

  /** Which limit is gone beyond by a call too many; `undefined` if none is. */
  get callTooMany(): string | undefined {
    return this.#first((kind, limit) => kind === "toolCalls" && this.#sum(kind) > limit);
  }

  /** What is spent of one kind. Turns are counted anew: a prompt that is written changes their number by itself. */
  #sum(kind: keyof Sums): number {
    if (kind === "turns") return this.spent.turns;
    const sum = this.#settled[kind] + this.#told[kind];
    return kind === "usd" ? roundUsd(sum) : sum;
  }

  #first(over: (kind: keyof Sums, limit: number) => boolean): string | undefined {
    for (const kind of KINDS) {
      const limit = this.limits[kind];
      if (limit !== undefined && over(kind, limit)) return `the budget of ${inWords(kind, limit)} is used up`;
    }
    return undefined;
  }
}

/** Nothing of anything. */
export function noSums(): Sums {
  return { usd: 0, tokens: 0, turns: 0, toolCalls: 0 };
}

function inWords(kind: keyof Sums, limit: number): string {
  switch (kind) {
    case "usd":
      return `$${limit}`;
    case "toolCalls":
      return limit === 1 ? "1 tool call" : `${limit} tool calls`;
    default:
      return limit === 1 ? `1 ${kind.slice(0, -1)}` : `${limit} ${kind}`;
  }
}
