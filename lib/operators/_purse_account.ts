import type { LimitedRun, RunWatch } from "../agent/limiter.ts";
import type { Turn } from "../agent/turn.ts";
import type { AssistantMessage, Message } from "../protocol/messages.ts";
import { noSums, type PurseBook, type Sums } from "./_purse.ts";
import { SessionCost } from "./_session_cost.ts";
import { TokenCount } from "./_token_count.ts";

/** What one run spends from a purse. */
export class PurseAccount implements RunWatch {
  readonly #book: PurseBook;
  readonly #run: LimitedRun;
  readonly #cost: SessionCost | undefined;
  readonly #tokens = new TokenCount();
  readonly #calls = new Set<string>();
  /** The messages that were counted before they came. */
  readonly #ahead = new Set<string>();
  #seat = false;
  /** Whether the result of a turn has come that is not settled yet. */
  #ending = false;
  #cut = false;
  /** What the book was told of what is being spent; nothing once the account is closed. */
  #told: Sums | undefined = noSums();

  constructor(book: PurseBook, run: LimitedRun) {
    this.#book = book;
    this.#run = run;
    if (book.limits.usd !== undefined) this.#cost = new SessionCost(run.agent, () => this.#check());
  }

  /** What is being spent, and is not settled yet. A turn counts from its prompt on, the first one from the start on. */
  get open(): Sums {
    const turns = this.#run.inFlight + Number(this.#seat) + Number(this.#ending);
    return { usd: this.#cost?.usd ?? 0, tokens: this.#tokens.sum, turns, toolCalls: this.#calls.size };
  }

  refuses(): string | undefined {
    return this.#book.empty(this.#seat);
  }

  starting(): void {
    this.#seat = true;
    this.#cost?.begin();
  }

  prompted(): void {
    this.#seat = false;
  }

  observe(message: Message): void {
    // A turn that the CLI starts by itself meets no purse before.
    if (message.type === "system" && message.subtype === "init") this.#book.check();
    if (message.type === "user") this.#cost?.ask();
    if (message.type === "result") this.#ending = true;
    if (message.type !== "assistant" || (message.uuid !== undefined && this.#ahead.delete(message.uuid))) return;
    this.#count(message);
  }

  readAhead(message: Message): void {
    // What has no id would be counted twice.
    if (message.type !== "assistant" || message.uuid === undefined) return;
    this.#ahead.add(message.uuid);
    this.#count(message);
  }

  #count(message: AssistantMessage): void {
    this.#tokens.observe(message);
    this.#noteCalls(message);
    this.#cost?.ask();
    this.#check();
  }

  turnEnded({ result, costUsd }: Turn): void {
    this.#cut = false;
    this.#ending = false;
    const sums = { usd: costUsd, tokens: this.#tokens.settle(result), turns: 1, toolCalls: this.#calls.size };
    this.#calls.clear();
    this.#cost?.settle(result?.total_cost_usd);
    this.#book.settle(sums);
    this.#check();
  }

  over(): void {
    // A turn that was never begun is given back; one that was cut short is not.
    this.#seat = false;
    this.#book.close(this);
    if (this.#told !== undefined) this.#book.tell(this.#told, noSums());
    this.#told = undefined;
  }

  /** Interrupts what runs, once a turn. */
  cut(reason: string): void {
    if (!this.#cut) this.#cut = this.#run.cut(reason);
  }

  #noteCalls({ message }: AssistantMessage): void {
    for (const block of message.content) if (block.type === "tool_use") this.#calls.add(block.id);
    this.#tell();
    const tooMany = this.#book.callTooMany;
    if (tooMany !== undefined) this.cut(tooMany);
  }

  #check(): void {
    this.#tell();
    this.#book.check();
  }

  #tell(): void {
    if (this.#told === undefined) return;
    const { open } = this;
    this.#book.tell(this.#told, open);
    this.#told = open;
  }
}
