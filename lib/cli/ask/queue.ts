import { TypedLines } from "../lines/typed_lines.ts";
import type { Terminal } from "../terminal.ts";

/** How the wait for one's turn ended. */
export type Turn = "turn" | "withdrawn" | "interrupted";

/** Somebody who has the keyboard while nobody is asked. */
export interface KeyboardUser {
  /** The keyboard is free: take it. */
  resume(): void;
  /** A question comes, or the keyboard is not needed any more: give it back. */
  suspend(): void;
}

const KEY = Symbol.for("turnstream/terminal_queues");

/** The queue of everybody who wants to ask at a terminal, the same one for every copy of this package. */
export function queueOf(terminal: Terminal): TerminalQueue {
  const shared = globalThis as { [KEY]?: WeakMap<Terminal, TerminalQueue> };
  const queues = shared[KEY] ??= new WeakMap();
  const queue = queues.get(terminal) ?? new TerminalQueue();
  queues.set(terminal, queue);
  return queue;
}

/** Lets one question after another to a terminal, and in between those who read lines there. */
export class TerminalQueue {
  /** What was typed for those who read lines, also while a question had the keyboard. */
  readonly typed: TypedLines = new TypedLines();
  /** How many read lines here, now and then. */
  readers = 0;
  readonly #waiting: ((turn: Turn) => void)[] = [];
  readonly #users: KeyboardUser[] = [];
  #busy = false;
  #follows = false;

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Where keys go that are typed before the question is shown whose turn it is; `undefined` if nobody reads
   * lines, or if another question was just before: then they were meant for that one.
   */
  get typedAhead(): TypedLines | undefined {
    return this.readers > 0 && !this.#follows ? this.typed : undefined;
  }

  /** Whether nobody has the keyboard, but somebody will read lines. */
  get isFree(): boolean {
    return !this.#busy && this.#users.length === 0 && this.readers > 0;
  }

  /** Gives the keyboard to somebody whenever no question has it, until {@linkcode release}. */
  use(user: KeyboardUser): void {
    this.#users.push(user);
    if (!this.#busy && this.#users.length === 1) user.resume();
  }

  /** Somebody does not need the keyboard any more. */
  release(user: KeyboardUser): void {
    const at = this.#users.indexOf(user);
    if (at < 0) return;
    this.#users.splice(at, 1);
    if (at > 0 || this.#busy) return;
    user.suspend();
    this.#users[0]?.resume();
  }

  /** Waits for one's turn; whoever got it must {@linkcode leave}. */
  async enter(signal: AbortSignal): Promise<Turn> {
    if (signal.aborted) return "withdrawn";
    if (!this.#busy) {
      this.#busy = true;
      this.#follows = false;
      this.#users[0]?.suspend();
      return "turn";
    }
    const { promise, resolve } = Promise.withResolvers<Turn>();
    const withdraw = () => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      resolve("withdrawn");
    };
    this.#waiting.push(resolve);
    signal.addEventListener("abort", withdraw, { once: true });
    const turn = await promise;
    signal.removeEventListener("abort", withdraw);
    return turn;
  }

  /** Ends one's turn; the next one's begins. */
  leave(): void {
    const next = this.#waiting.shift();
    this.#busy = next !== undefined;
    this.#follows = this.#busy;
    if (next !== undefined) next("turn");
    else this.#users[0]?.resume();
  }

  /** Sends everybody home who waits, and drops what was typed, as a terminal does at Ctrl+C. */
  interrupt(): void {
    this.typed.clear();
    for (const resolve of this.#waiting.splice(0)) resolve("interrupted");
  }
}
