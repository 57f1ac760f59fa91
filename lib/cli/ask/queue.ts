import type { Terminal } from "../terminal.ts";

/** How the wait for one's turn ended. */
export type Turn = "turn" | "withdrawn" | "interrupted";

const KEY = Symbol.for("turnstream/terminal_queues");

/** The queue of everybody who wants to ask at a terminal, the same one for every copy of this package. */
export function queueOf(terminal: Terminal): TerminalQueue {
  const shared = globalThis as { [KEY]?: WeakMap<Terminal, TerminalQueue> };
  const queues = shared[KEY] ??= new WeakMap();
  const queue = queues.get(terminal) ?? new TerminalQueue();
  queues.set(terminal, queue);
  return queue;
}

/** Lets one question after another to a terminal. */
export class TerminalQueue {
  readonly #waiting: ((turn: Turn) => void)[] = [];
  #busy = false;

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Waits for one's turn; whoever got it must {@linkcode leave}. */
  async enter(signal: AbortSignal): Promise<Turn> {
    if (signal.aborted) return "withdrawn";
    if (!this.#busy) {
      this.#busy = true;
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
    next?.("turn");
  }

  /** Sends everybody home who waits. */
  interrupt(): void {
    for (const resolve of this.#waiting.splice(0)) resolve("interrupted");
  }
}
