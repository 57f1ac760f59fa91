import { Turn } from "./_actor.ts";
import type { Machine } from "./_machine.ts";
import { textOf } from "./_queue.ts";
import { ProcessGone } from "./_wire.ts";

interface Waiter {
  resolve: (turn: Turn) => void;
  reject: (reason: unknown) => void;
}

/** Hands out turns, one at a time: to prompts, and to those that the CLI starts by itself. */
export class TurnDesk {
  readonly #machine: Machine;
  readonly #owed: (() => void)[] = [];
  #claimed: Turn | undefined;
  #waiter: Waiter | undefined;
  #wasAsked = false;
  #isOver = false;

  /** Opens the desk of one process. */
  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Waits for the next prompt's turn. */
  claim(): Promise<Turn> {
    this.#wasAsked = true;
    if (this.#machine.isGone) return Promise.reject(new ProcessGone());
    const turn = this.#claimed;
    this.#claimed = undefined;
    if (turn?.isOver === false) return Promise.resolve(turn);
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    this.#waiter = { resolve, reject };
    return promise;
  }

  /** The CLI owes a turn, which starts when nothing else runs. */
  owe(start: () => void): void {
    this.#owed.push(start);
  }

  /** Nobody will claim a turn any more. */
  finish(): void {
    this.#isOver = true;
    if (this.#claimed?.isOver === false) this.#refuse(this.#claimed);
  }

  /** The process has gone. */
  close(): void {
    this.#waiter?.reject(new ProcessGone());
    this.#waiter = undefined;
  }

  /** Starts what waits; where nothing does, the session is idle, and goes at the end of its input. */
  next(): void {
    const machine = this.#machine;
    if (machine.isGone || machine.isStopping || machine.turn !== undefined) return;
    if (machine.queue.length > 0) return this.#start();
    const owed = this.#owed.shift();
    if (owed !== undefined) return owed();
    if (machine.isNew && machine.tasks.size > 0) return;
    machine.emitState("idle");
    if (machine.tasks.size > 0 || !machine.isEnded || machine.options.ignore.includes("EOF")) return;
    machine.exit(machine.lastIsError ? 1 : 0);
  }

  #start(): void {
    const turn = new Turn(this.#machine.queue.takeTurn());
    this.#machine.turn = turn;
    if (this.#isOver) return this.#refuse(turn);
    if (this.#waiter === undefined) {
      this.#claimed = turn;
      return;
    }
    this.#waiter.resolve(turn);
    this.#waiter = undefined;
  }

  #refuse(turn: Turn): void {
    const text = turn.prompts.map(({ content }) => textOf(content)).join("\n");
    const why = this.#wasAsked
      ? "the scenario has ended before it"
      : "the scenario has ended and never called cli.prompt(), so begin it with that";
    this.#machine.fail(new Error(`Cannot answer the prompt ${JSON.stringify(text)}: ${why}`));
  }
}
