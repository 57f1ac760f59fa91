import type { Agent } from "../agent/agent.ts";

/** How often more is asked after a message while the figure does not grow. */
const PATIENCE = 10;

/** How long an answer may take; a run that is paid for does not end because this one does not come. */
const PATIENCE_MS = 60_000;

/**
 * What an agent has cost since its last turn ended, as far as the CLI tells while it works.
 *
 * The CLI is asked for `get_session_cost`, which gives its total as a text and asks nobody: seen on 2.1.332
 * (`Estimated cost:        $0.0140`) and 2.1.197 (`Total cost: …`), to a ten-thousandth of a dollar up to fifty cents and
 * to a cent above. `get_usage` has the whole number, and asks the account's server for more. An answer of the model is
 * booked when it has ended, a moment after the message with its last block: so the question is put again some times until
 * the figure grows.
 */
export class SessionCost {
  readonly #agent: Agent;
  readonly #onNews: () => void;
  #before: number | undefined;
  #now: number | undefined;
  #period = 0;
  #asking = false;
  #more = 0;
  #wanted = 0;
  #silent = false;

  /**
   * @param agent The agent.
   * @param onNews Called when the figure may have changed.
   */
  constructor(agent: Agent, onNews: () => void) {
    this.#agent = agent;
    this.#onNews = onNews;
  }

  /** What was spent since the last turn's end, in US dollars. */
  get usd(): number {
    return this.#now === undefined || this.#before === undefined ? 0 : Math.max(0, this.#now - this.#before);
  }

  /** Asks what the session cost before this run: a resumed one may start with its old total. */
  begin(): void {
    this.#request((total) => this.#before ??= total);
  }

  /** Asks what it is now, one question at a time. */
  ask(): void {
    this.#more = PATIENCE;
    this.#wanted++;
    if (!this.#silent && !this.#asking) this.#askOnce();
  }

  #askOnce(): void {
    this.#asking = true;
    this.#more--;
    const [period, wanted, before] = [this.#period, this.#wanted, this.#now ?? this.#before];
    this.#request((total) => {
      this.#asking = false;
      if (period === this.#period) {
        this.#now = total;
        if (total !== before && wanted === this.#wanted) this.#more = 0;
        this.#onNews();
      }
      if (this.#more > 0) this.#askOnce();
    });
  }

  /** A turn has ended, whose own cost is known. */
  settle(total: unknown): void {
    this.#period++;
    this.#now = undefined;
    this.#more = 0;
    if (typeof total === "number" && Number.isFinite(total)) this.#before = total;
  }

  /** A CLI that does not tell is not asked again: then a turn's cost is known at its end. */
  #request(onTotal: (total: number) => void): void {
    this.#agent.request("get_session_cost", {}, { timeoutMs: PATIENCE_MS }).then(({ text }) => {
      const total = dollarsIn(text);
      if (total === undefined) this.#silent = true;
      else onTotal(total);
    }).catch(() => this.#silent = true);
  }
}

function dollarsIn(text: unknown): number | undefined {
  const [, digits] = /cost:\s*\$(\d+(?:\.\d+)?)/i.exec(String(text)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
