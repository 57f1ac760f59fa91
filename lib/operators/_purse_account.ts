import type { LimitedRun, RunWatch } from "../agent/limiter.ts";
import type { Turn } from "../agent/turn.ts";
import type { AssistantMessage, Message } from "../protocol/messages.ts";
import type { PurseBook, Sums } from "./_purse.ts";
import { SessionCost } from "./_session_cost.ts";
import { TokenCount } from "./_token_count.ts";

/** What one run spends from a purse. */
export class PurseAccount implements RunWatch {
  readonly #book: PurseBook;
  readonly #run: LimitedRun;
  readonly #cost: SessionCost | undefined;
  readonly #tokens = new TokenCount();
  readonly #calls = new Set<string>();
  #seat = false;
  #promised = 0;
  #cut = false;

  constructor(book: PurseBook, run: LimitedRun) {
    this.#book = book;
    this.#run = run;
    if (book.limits.usd !== undefined) this.#cost = new SessionCost(run.agent, () => book.check());
  }

  /** What is being spent, and is not settled yet. A turn counts from its prompt on, the first one from the start on. */
  get open(): Sums {
    const turns = this.#promised;
    return { usd: this.#cost?.usd ?? 0, tokens: this.#tokens.sum, turns, toolCalls: this.#calls.size };
  }

  refuses(): string | undefined {
    return this.#seat ? undefined : this.#book.empty;
  }

  starting(): void {
    this.#seat = true;
    this.#promised = 1;
    this.#cost?.begin();
  }

  prompted(): void {
    if (!this.#seat) this.#promised++;
    this.#seat = false;
  }

  observe(message: Message): void {
    // A turn that the CLI starts by itself meets no purse before.
    if (message.type === "system" && message.subtype === "init") this.#book.check();
    if (message.type === "user") this.#cost?.ask();
    if (message.type !== "assistant") return;
    this.#tokens.observe(message);
    this.#noteCalls(message);
    this.#cost?.ask();
    this.#book.check();
  }

  turnEnded({ result, costUsd }: Turn): void {
    this.#cut = false;
    const sums = { usd: costUsd, tokens: this.#tokens.settle(result), turns: 1, toolCalls: this.#calls.size };
    this.#calls.clear();
    this.#cost?.settle(result?.total_cost_usd);
    this.#promised = this.#run.inFlight;
    this.#book.settle(sums);
    this.#book.check();
  }

  over(): void {
    // A turn that was never begun is given back; one that was cut short is not.
    if (this.#seat) this.#promised--;
    this.#book.close(this);
  }

  /** Interrupts what runs, once a turn. */
  cut(reason: string): void {
    if (!this.#cut) this.#cut = this.#run.cut(reason);
  }

  #noteCalls({ message }: AssistantMessage): void {
    for (const block of message.content) if (block.type === "tool_use") this.#calls.add(block.id);
    const tooMany = this.#book.callTooMany;
    if (tooMany !== undefined) this.cut(tooMany);
  }
}
