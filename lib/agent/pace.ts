import { emittingAgent, findAgent, shared } from "./brand.ts";

/** The key of an agent's method that takes the pace of a consumer. */
export const PACED: unique symbol = Symbol.for("turnstream/paced") as never;

/** Gives when an agent has gone, where it is ending; always the same function for one agent. */
export type Leaving = () => Promise<unknown> | undefined;

/**
 * A consumer's word on how fast an agent's messages may come: while it holds, what is read waits as bytes, but
 * for one block that may be parsed already, and is not emitted. Made by `pacedMap` and `iterate`, one for each subscription.
 */
export class Pace {
  readonly #listeners = new Set<() => void>();
  readonly #onTaken = new Set<() => void>();
  readonly #agents = new Set<Leaving>();
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

  /** The consumer took a value: it is slow, and not stuck. */
  took(): void {
    for (const listener of this.#onTaken) listener();
  }

  /** The consumer has left: it holds nothing back any more. */
  close(): void {
    this.#closed = true;
    this.release();
    this.#listeners.clear();
    this.#onTaken.clear();
  }

  /** When those of the agents that it held back have gone which are ending; others go on without this consumer. */
  get exits(): readonly Promise<unknown>[] {
    return [...this.#agents].flatMap((leaving) => leaving() ?? []);
  }

  /** Whether it has held an agent back. */
  get standsBehindAgents(): boolean {
    return this.#agents.size > 0;
  }

  /** Takes note of an agent that it holds back. */
  noteAgent(leaving: Leaving): void {
    this.#agents.add(leaving);
  }

  /** Calls back whenever the consumer took a value, until the pace is closed. */
  onTaken(listener: () => void): void {
    this.#onTaken.add(listener);
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

/**
 * Tells the agent that a value comes from of the consumer that took it. Behind a selector values tell no agent: then it
 * is the one whose event flows, where the consumer is one of agents and not of something that they only set off.
 */
export function paceSource(value: unknown, pace: Pace): void {
  const agent = findAgent(value) ?? (pace.standsBehindAgents ? emittingAgent() : undefined);
  if (agent !== undefined) paceAgent(agent, pace);
}

/** Tells an agent of a consumer's pace, where it listens to one. */
export function paceAgent(agent: object, pace: Pace): void {
  (agent as { [PACED]?: (pace: Pace) => void })[PACED]?.(pace);
}
