import { shared } from "./brand.ts";

/** The key of an agent's method that takes the pace of a consumer. */
export const PACED: unique symbol = Symbol.for("turnstream/paced") as never;

/**
 * A consumer's word on how fast an agent's messages may come: while it holds, what is read waits as bytes and is
 * neither decoded nor emitted. Made by `pacedMap` and `iterate`, one for each subscription.
 */
export class Pace {
  readonly #listeners = new Set<() => void>();
  readonly #exits = new Set<Promise<unknown>>();
  #held = false;
  #closed = false;

  /** Whether no more messages are wanted now. */
  get held(): boolean {
    return this.#held;
  }

  /** Whether the consumer has left. */
  get closed(): boolean {
    return this.#closed;
  }

  /** No more messages are wanted until `release`. */
  hold(): void {
    this.#held = !this.#closed;
  }

  /** Messages are wanted again. */
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    for (const listener of [...this.#listeners]) listener();
  }

  /** The consumer has left: it holds nothing back any more. */
  close(): void {
    this.#closed = true;
    this.release();
    this.#listeners.clear();
  }

  /** When the agents that it holds back have gone. */
  get exits(): readonly Promise<unknown>[] {
    return [...this.#exits];
  }

  /** Takes note of an agent that it holds back. */
  noteExit(exited: Promise<unknown>): void {
    this.#exits.add(exited);
  }

  /** Calls back after each release, until the pace is closed. */
  onRelease(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** No more calls. */
  forget(listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

// As with responders: what is being subscribed at this moment stands around the agent that is subscribed within.
const stack: Pace[] = shared("paces", () => []);

/** Subscribes a consumer's source with the consumer's pace on the stack. */
export function whilePacing(pace: Pace, subscribe: () => void): void {
  stack.push(pace);
  try {
    subscribe();
  } finally {
    stack.splice(stack.lastIndexOf(pace), 1);
  }
}

/** The paces of the consumers that are being subscribed at this moment. */
export function pendingPaces(): readonly Pace[] {
  return stack.slice();
}

/** Tells an agent of a consumer's pace, where it listens to one. */
export function paceAgent(agent: object, pace: Pace): void {
  (agent as { [PACED]?: (pace: Pace) => void })[PACED]?.(pace);
}
