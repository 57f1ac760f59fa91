import { type KeyboardUser, queueOf, type TerminalQueue } from "../ask/queue.ts";
import { visibleLine } from "../show/visible.ts";
import { type LineTerminal, REWRITE_LINE } from "../terminal.ts";
import type { LineSource } from "./line_source.ts";

interface Waiter {
  resolve(line: string | undefined): void;
  reject(error: unknown): void;
}

/**
 * The lines that a person types, blank ones left out.
 *
 * The terminal is read only while a line is wanted and no question has the keyboard. It makes the lines
 * itself, with its own erasing, echo and Ctrl+C; only what a question found half typed is gone on with
 * here, key by key.
 */
export class TerminalLines implements LineSource, KeyboardUser {
  readonly #terminal: LineTerminal;
  readonly #queue: TerminalQueue;
  readonly #waiters: Waiter[] = [];
  #stopped = false;

  constructor(terminal: LineTerminal) {
    this.#terminal = terminal;
    this.#queue = queueOf(terminal);
    this.#queue.readers++;
  }

  next(): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) return resolve(undefined);
      this.#waiters.push({ resolve, reject });
      if (this.#waiters.length > 1) return;
      this.#serve();
      if (this.#waiters.length > 0) this.#queue.use(this);
    });
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#queue.readers--;
    this.#queue.release(this);
    for (const { resolve } of this.#waiters.splice(0)) resolve(undefined);
  }

  resume(): void {
    const { open } = this.#queue.typed;
    this.#guard(() => {
      this.#serve();
      if (this.#waiters.length === 0) return this.#queue.release(this);
      if (open === "") return this.#terminal.openLines((bytes) => this.#take(bytes, false));
      this.#terminal.open((bytes) => this.#take(bytes, true));
      this.#terminal.write(REWRITE_LINE + visibleLine(open));
    });
  }

  suspend(): void {
    this.#terminal.close();
  }

  #take(bytes: Uint8Array | null, echoes: boolean): void {
    this.#guard(() => {
      const { typed } = this.#queue;
      if (bytes === null) typed.end();
      else {
        const { echo, interrupted } = typed.type(bytes);
        if (echoes && echo !== "") this.#terminal.write(echo);
        if (echoes && interrupted) return this.#interrupt();
      }
      this.#serve();
      if (this.#waiters.length === 0) this.#queue.release(this);
    });
  }

  /** The terminal must be as it was when the signal comes; if the script lives on, so does the wait. */
  #interrupt(): void {
    this.#terminal.close();
    this.#terminal.interrupt();
    if (!this.#stopped) this.resume();
  }

  #serve(): void {
    while (this.#waiters.length > 0) {
      const line = this.#queue.typed.take();
      if (line === undefined) return;
      if (line === null) return this.stop();
      this.#waiters.shift()!.resolve(line);
    }
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      for (const { reject } of this.#waiters.splice(0)) reject(error);
      this.stop();
    }
  }
}
